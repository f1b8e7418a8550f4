// World::save and World::load. A file has a header, then settings, shapes, bodies and contacts in the little-endian
// format of `Writer` and `Reader`. A shape that several bodies share is written only once; each body stores the number
// of its shape.
#include "collision/api/detail/file_bytes.hpp"
#include "collision/api/detail/layer.hpp"
#include "collision/api/detail/shape_data.hpp"
#include "collision/api/detail/world_content.hpp"
#include "collision/api/mesh.hpp"
#include "collision/api/round.hpp"
#include "collision/api/solid.hpp"
#include "collision/geometry/mesh_checks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>

namespace boxwood::api {
namespace {

constexpr std::array<char, 8> kWorldMagic{'B', 'W', 'W', 'O', 'R', 'L', 'D', '\x1a'};
// Version 1 does not store which bodies have moved since the last step: read_body() compares their poses.
constexpr std::uint32_t kWorldVersion = 2, kOldestWorldVersion = 1, kWorldByteOrder = 0x01020304;
static_assert(std::endian::native == std::endian::little, "files have the little-endian layout of memory");

struct WorldHeader {
    std::array<char, 8> magic = kWorldMagic;
    std::uint32_t version = kWorldVersion, byte_order = kWorldByteOrder;
    std::uint64_t checksum = 0, size = 0; // of the bytes after the header
};
static_assert(sizeof(WorldHeader) == 32);

class Writer {
  public:
    template <class T>
    requires((std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>) ||
             std::is_floating_point_v<T>) void write(const T& value) {
        add(&value, sizeof value);
    }
    void write(bool value) { write(std::uint32_t{value ? 1u : 0u}); }
    void write(const Vec3& v) {
        for (const double x : {v.x, v.y, v.z}) write(x);
    }
    void write(const Pose& pose) {
        const Quaternion q = pose.rotation();
        for (const double x : {q.w, q.x, q.y, q.z}) write(x);
        write(pose.translation());
        write(pose.scale());
    }
    template <class T>
    void write_array(std::span<const T> array) {
        write(std::uint64_t{array.size()});
        add(array.data(), array.size_bytes());
    }
    void write(std::string_view text) { write_array(std::span<const char>(text)); }
    const std::vector<std::byte>& bytes() const { return bytes_; }

  private:
    void add(const void* data, std::size_t size) {
        const auto* const first = static_cast<const std::byte*>(data);
        bytes_.insert(bytes_.end(), first, first + size);
    }
    std::vector<std::byte> bytes_;
};

// After a read beyond the end, is_valid() is false and all further values are 0.
class Reader {
  public:
    Reader(std::span<const std::byte> bytes, std::uint32_t version)
        : rest_(bytes)
        , version_(version) {}
    std::uint32_t version() const { return version_; } // of the file
    bool is_valid() const { return is_valid_; }
    bool is_at_end() const { return rest_.empty(); }
    template <class T>
    T read() {
        T value{};
        read_bytes(&value, sizeof value);
        return value;
    }
    bool read_bool() { return read<std::uint32_t>() != 0; }
    Vec3 read_point() {
        Vec3 v;
        for (double* x : {&v.x, &v.y, &v.z}) *x = read<double>();
        return v;
    }
    Result<Pose> read_pose() {
        Quaternion q;
        for (double* x : {&q.w, &q.x, &q.y, &q.z}) *x = read<double>();
        const Vec3 translation = read_point(), scale = read_point();
        return Pose::from_quaternion(q, translation, scale);
    }
    template <class T>
    std::vector<T> read_array() {
        const auto count = read<std::uint64_t>();
        std::vector<T> array;
        if (count > rest_.size() / sizeof(T)) {
            is_valid_ = false;
            return array;
        }
        array.resize(static_cast<std::size_t>(count));
        read_bytes(array.data(), array.size() * sizeof(T));
        return array;
    }
    std::string read_text() {
        const std::vector<char> text = read_array<char>();
        return {text.begin(), text.end()};
    }

  private:
    void read_bytes(void* out, std::size_t size) {
        is_valid_ = is_valid_ && size <= rest_.size();
        if (!is_valid_ || size == 0) return;
        std::memcpy(out, rest_.data(), size);
        rest_ = rest_.subspan(size);
    }
    std::span<const std::byte> rest_;
    std::uint32_t version_ = 0;
    bool is_valid_ = true;
};

using Point = std::array<float, 3>;
static_assert(sizeof(glm::vec3) == sizeof(Point));

void write_points(std::span<const glm::vec3> points, Writer& io_writer) {
    std::vector<Point> plain;
    for (const glm::vec3& p : points) plain.push_back({p.x, p.y, p.z});
    io_writer.write_array(std::span<const Point>(plain));
}

void write_polytope(const Polytope& polytope, Writer& io_writer) {
    write_points(polytope.positions(), io_writer);
    io_writer.write(std::uint64_t{polytope.faces().size()});
    for (std::uint32_t face = 0; face < polytope.faces().size(); ++face)
        io_writer.write_array(polytope.face_vertices(face));
}

Result<Convex> read_convex(Reader& io_reader) {
    const std::vector<Point> positions = io_reader.read_array<Point>();
    const auto count = io_reader.read<std::uint64_t>();
    std::vector<std::vector<std::uint32_t>> faces;
    for (std::uint64_t i = 0; i < count && io_reader.is_valid(); ++i)
        faces.push_back(io_reader.read_array<std::uint32_t>());
    return detail::restore_convex(positions, faces);
}

void write_shape(const Shape& shape, Writer& io_writer) {
    const detail::ShapeData& data = shape.data();
    io_writer.write(static_cast<std::uint32_t>(data.kind));
    switch (data.kind) {
    case ShapeKind::mesh: {
        const detail::MeshReader state(data);
        write_points(state->positions, io_writer);
        io_writer.write_array(std::span<const TriangleIndices>(*state->triangles));
        io_writer.write(static_cast<std::uint32_t>(data.preset.load()));
        io_writer.write(data.is_solid);
        io_writer.write(data.max_rounding);
        break;
    }
    case ShapeKind::convex:
        write_polytope(*data.solid->polytope(), io_writer);
        break;
    case ShapeKind::compound: {
        const auto parts = static_cast<std::uint32_t>(data.at_rest->tree().part_count());
        io_writer.write(parts);
        for (std::uint32_t part = 0; part < parts; ++part) {
            write_polytope(data.at_rest->tree().part(part), io_writer);
            const boxwood::Pose pose = data.at_rest->body_from_part(part);
            for (glm::length_t column = 0; column < 3; ++column)
                io_writer.write(detail::to_api(pose.linear[column]));
            io_writer.write(detail::to_api(pose.origin));
        }
        break;
    }
    case ShapeKind::sphere:
    case ShapeKind::capsule:
        write_points(data.solid->mesh().positions, io_writer);
        io_writer.write(data.radius);
        break;
    }
}

template <class SomeShape>
Result<Shape> as_shape(Result<SomeShape> shape) {
    if (!shape) return shape.error();
    return Shape(std::move(*shape));
}

Result<Shape> read_compound(Reader& io_reader) {
    const auto count = io_reader.read<std::uint32_t>();
    std::vector<Compound::Part> parts;
    for (std::uint32_t i = 0; i < count && io_reader.is_valid(); ++i) {
        Result<Convex> part = read_convex(io_reader);
        if (!part) return part.error();
        std::array<double, 9> columns{};
        for (double& number : columns) number = io_reader.read<double>();
        const Result<Pose> pose = Pose::from_column_major(columns, io_reader.read_point());
        if (!pose) return pose.error();
        parts.push_back({*part, *pose});
    }
    return as_shape(Compound::create(parts));
}

Result<Shape> read_shape(Reader& io_reader) {
    const auto kind = static_cast<ShapeKind>(std::min(io_reader.read<std::uint32_t>(), 255u));
    switch (kind) {
    case ShapeKind::mesh: {
        const std::vector<Point> positions = io_reader.read_array<Point>();
        const auto triangles = io_reader.read_array<std::array<std::uint32_t, 3>>();
        MeshOptions options;
        options.preset = static_cast<Preset>(std::min(io_reader.read<std::uint32_t>(), 255u));
        options.solid = io_reader.read_bool();
        options.max_rounding = io_reader.read<double>();
        return as_shape(Mesh::create(positions, triangles, options));
    }
    case ShapeKind::convex:
        return as_shape(read_convex(io_reader));
    case ShapeKind::compound:
        return read_compound(io_reader);
    case ShapeKind::sphere:
    case ShapeKind::capsule: {
        const std::vector<Point> ends = io_reader.read_array<Point>();
        const auto radius = io_reader.read<double>();
        if (ends.size() != 2) return Error{"a sphere or capsule must have two ends"};
        return kind == ShapeKind::sphere ? as_shape(Sphere::create(radius, ends[0]))
                                         : as_shape(Capsule::create(radius, ends[0], ends[1]));
    }
    }
    return Error{"is of an unknown kind"};
}

Result<Reader> open_world(const std::vector<std::byte>& bytes) {
    WorldHeader header;
    if (bytes.size() < sizeof header) return Error{"is not a Boxwood world file: it is too short"};
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != kWorldMagic) return Error{"is not a Boxwood world file"};
    if (header.byte_order != kWorldByteOrder)
        return Error{"was written on a machine with a different byte order"};
    if (header.version < kOldestWorldVersion || header.version > kWorldVersion)
        return Error{"has version " + std::to_string(header.version) +
                     "; this version of Boxwood reads versions " + std::to_string(kOldestWorldVersion) +
                     " to " + std::to_string(kWorldVersion)};
    const auto rest = std::span(bytes).subspan(sizeof header);
    if (rest.size() != header.size)
        return Error{"is damaged: it has " + std::to_string(bytes.size()) + " bytes instead of " +
                     std::to_string(sizeof header + header.size)};
    if (detail::checksum_of(rest.data(), rest.size()) != header.checksum)
        return Error{"is damaged: its checksum is wrong"};
    return Reader(rest, header.version);
}

struct StoredBody {
    World::NewBody body;
    Pose before; // at the last step
    bool has_moved = false;
};

Result<StoredBody> read_body(const std::vector<Shape>& shapes, Reader& io_reader) {
    const auto shape = io_reader.read<std::uint32_t>();
    const Result<Pose> pose = io_reader.read_pose(), before = io_reader.read_pose();
    if (!pose) return pose.error();
    if (!before) return before.error();
    BodyOptions options;
    options.is_fixed = io_reader.read_bool();
    options.groups = io_reader.read<std::uint32_t>();
    options.mask = io_reader.read<std::uint32_t>();
    options.margin = io_reader.read<double>();
    options.is_continuous = io_reader.read_bool();
    options.is_sensor = io_reader.read_bool();
    if (shape >= shapes.size()) return Error{"refers to an unknown shape"};
    const bool has_moved =
        io_reader.version() == 1 ? pose->columns() != before->columns() : io_reader.read_bool();
    return StoredBody{{shapes[shape], *pose, options}, *before, has_moved};
}

} // namespace

Status World::save(const std::string& path) const {
    const Content& own = content();
    Writer writer;
    writer.write(own.world.settings.mesh_query.mode == QueryMode::all);
    writer.write(own.wants_manifolds);
    writer.write(own.world.broad_phase_name());
    writer.write(own.world.narrow_phase_name());

    std::map<const detail::ShapeData*, std::uint32_t> numbers; // not iterated: the order of pointers varies
    std::vector<const Shape*> shapes;
    const std::vector<Body> all = bodies();
    std::vector<std::uint32_t> ordinals(own.records.size(), 0);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        ordinals[all[i].id] = i;
        const Shape& shape = *own.records[all[i].id].shape;
        if (numbers.emplace(&shape.data(), static_cast<std::uint32_t>(shapes.size())).second)
            shapes.push_back(&shape);
    }
    writer.write(std::uint64_t{shapes.size()});
    for (const Shape* shape : shapes) write_shape(*shape, writer);
    writer.write(std::uint64_t{all.size()});
    for (const Body& body : all) {
        const Content::Record& record = own.records[body.id];
        writer.write(numbers.at(&record.shape->data()));
        writer.write(record.pose);
        writer.write(record.pose_before);
        writer.write(record.options.is_fixed);
        writer.write(record.options.groups);
        writer.write(record.options.mask);
        writer.write(record.options.margin);
        writer.write(record.options.is_continuous);
        writer.write(record.options.is_sensor);
        writer.write(record.has_moved);
    }
    std::vector<std::array<std::uint32_t, 2>> contacts; // of bodies that still exist
    for (const ContactEvent& contact : own.contacts_before)
        if (contains(contact.a) && contains(contact.b))
            contacts.push_back({ordinals[contact.a.id], ordinals[contact.b.id]});
    writer.write_array(std::span<const std::array<std::uint32_t, 2>>(contacts));

    WorldHeader header;
    header.size = writer.bytes().size();
    header.checksum = detail::checksum_of(writer.bytes().data(), writer.bytes().size());
    std::vector<std::byte> bytes(sizeof header);
    std::memcpy(bytes.data(), &header, sizeof header);
    bytes.insert(bytes.end(), writer.bytes().begin(), writer.bytes().end());
    return detail::write_file(path, bytes);
}

Result<World> World::load(const std::string& path, std::shared_ptr<Executor> executor) {
    const auto fail = [&path](const std::string& message) { return Error{path + ": " + message}; };
    std::vector<std::byte> bytes;
    if (const Status status = detail::read_file(path, bytes); !status) return fail(status.error().message);
    Result<Reader> opened = open_world(bytes);
    if (!opened) return fail(opened.error().message);
    Reader& reader = *opened;

    World world(std::move(executor));
    Content& own = world.content();
    world.set_all_triangles(reader.read_bool());
    world.set_manifolds(reader.read_bool());
    if (const Status status = world.set_broad_phase(reader.read_text()); !status)
        return fail(status.error().message);
    if (const Status status = world.set_narrow_phase(reader.read_text()); !status)
        return fail(status.error().message);

    std::vector<Shape> shapes;
    const auto shape_count = reader.read<std::uint64_t>();
    for (std::uint64_t i = 0; i < shape_count && reader.is_valid(); ++i) {
        Result<Shape> shape = read_shape(reader);
        if (!shape) return fail("shape " + std::to_string(i) + ": " + shape.error().message);
        shapes.push_back(std::move(*shape));
    }
    std::vector<NewBody> added;
    std::vector<Pose> before;
    std::vector<char> has_moved;
    const auto body_count = reader.read<std::uint64_t>();
    for (std::uint64_t i = 0; i < body_count && reader.is_valid(); ++i) {
        Result<StoredBody> body = read_body(shapes, reader);
        if (!body) return fail("body " + std::to_string(i) + ": " + body.error().message);
        added.push_back(std::move(body->body));
        before.push_back(body->before);
        has_moved.push_back(body->has_moved ? 1 : 0);
    }
    const auto contacts = reader.read_array<std::array<std::uint32_t, 2>>();
    if (!reader.is_valid() || !reader.is_at_end())
        return fail("is damaged: the sizes of its arrays do not match the size of the file");
    const Result<std::vector<Body>> handles = world.add(added);
    if (!handles) return fail(handles.error().message);
    for (std::size_t i = 0; i < handles->size(); ++i) {
        const BodyId id = (*handles)[i].id;
        own.records[id].pose_before = before[i];
        if (has_moved[i] != 0) own.mark_moved(id);
    }
    for (const auto& [a, b] : contacts) {
        if (a >= handles->size() || b >= handles->size() || a >= b)
            return fail("is damaged: its contacts refer to unknown bodies");
        own.contacts_before.push_back({(*handles)[a], (*handles)[b]});
    }
    return world;
}

} // namespace boxwood::api
