// Mesh::save and Mesh::load. A file has a header, the positions, the triangles, and the nodes and primitives of the
// hierarchy for contacts if that is built. Each array is stored as in memory, little-endian. The checksum covers the
// complete file; its own field counts as 0.
#include "collision/api/detail/file_bytes.hpp"
#include "collision/api/detail/shape_data.hpp"
#include "collision/api/mesh.hpp"
#include "collision/geometry/mesh_checks.hpp"
#include "collision/query/stored_bvh8.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

namespace boxwood::api {
namespace {

using detail::MeshReader;
using detail::MeshState;
using detail::ShapeData;
using detail::Slot;

constexpr std::array<char, 8> kMagic{'B', 'W', 'M', 'E', 'S', 'H', '\n', '\x1a'};
constexpr std::uint32_t kVersion = 1, kByteOrder = 0x01020304;
constexpr std::uint32_t kNoHierarchy = 0xFFFFFFFF;
static_assert(std::endian::native == std::endian::little, "files have the little-endian layout of memory");

struct Header {
    std::array<char, 8> magic = kMagic;
    std::uint32_t version = kVersion, byte_order = kByteOrder;
    std::uint64_t checksum = 0;
    std::uint64_t vertices = 0, triangles = 0, nodes = 0, primitives = 0;
    std::uint16_t preset = 0, is_solid = 0;
    std::uint32_t slot = kNoHierarchy, leaf_count = 0, node_bytes = sizeof(WideNode);
};
static_assert(std::is_trivially_copyable_v<Header> && sizeof(Header) == 72);

std::uint64_t checksum_of(Header header, const std::byte* body, std::size_t body_bytes) {
    header.checksum = 0;
    const auto bytes = std::bit_cast<std::array<std::byte, sizeof(Header)>>(header);
    return detail::checksum_of(body, body_bytes, detail::checksum_of(bytes.data(), bytes.size()));
}

template <class T>
void append(const std::vector<T>& array, std::vector<std::byte>& io_bytes) {
    const auto* const first = reinterpret_cast<const std::byte*>(array.data());
    io_bytes.insert(io_bytes.end(), first, first + array.size() * sizeof(T));
}

// Sets the unused bytes after the last member of each node to 0, so that equal meshes give equal files.
void clear_padding(std::byte* io_nodes, std::size_t count) {
    constexpr std::size_t kEnd = offsetof(WideNode, leaves) + 1;
    for (std::size_t i = 0; i < count; ++i)
        std::memset(io_nodes + i * sizeof(WideNode) + kEnd, 0, sizeof(WideNode) - kEnd);
}

// Reads consecutive arrays. Requires that the file is large enough.
class ArrayReader {
  public:
    explicit ArrayReader(const std::byte* bytes)
        : at_(bytes) {}
    template <class T>
    void read(std::uint64_t count, std::vector<T>& out) {
        out.resize(static_cast<std::size_t>(count));
        if (count > 0) std::memcpy(static_cast<void*>(out.data()), at_, out.size() * sizeof(T));
        at_ += out.size() * sizeof(T);
    }

  private:
    const std::byte* at_;
};

// The number of bytes after the header, or an Error if a count exceeds the limits of a mesh.
Result<std::uint64_t> body_size(const Header& header) {
    if (header.vertices > kMaxVertices || header.triangles > kMaxTriangles ||
        header.nodes > 2 * kMaxTriangles || header.primitives > kMaxTriangles)
        return Error{"is damaged: its header gives more elements than a mesh can have"};
    return header.vertices * sizeof(glm::vec3) + header.triangles * sizeof(TriangleIndices) +
           header.nodes * sizeof(WideNode) + header.primitives * sizeof(std::uint32_t);
}

Result<Header> read_header(const std::vector<std::byte>& bytes) {
    Header header;
    if (bytes.size() < sizeof header) return Error{"is not a Boxwood mesh file: it is too short"};
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != kMagic) return Error{"is not a Boxwood mesh file"};
    if (header.byte_order != kByteOrder) return Error{"was written on a machine with a different byte order"};
    if (header.version != kVersion)
        return Error{"has version " + std::to_string(header.version) +
                     "; this version of Boxwood reads version " + std::to_string(kVersion)};
    if (header.node_bytes != sizeof(WideNode))
        return Error{"is damaged: its header gives " + std::to_string(header.node_bytes) +
                     " bytes per node instead of " + std::to_string(sizeof(WideNode))};
    const Result<std::uint64_t> size = body_size(header);
    if (!size) return size.error();
    if (bytes.size() != sizeof header + *size)
        return Error{"is damaged: it has " + std::to_string(bytes.size()) + " bytes instead of " +
                     std::to_string(sizeof header + *size)};
    if (checksum_of(header, bytes.data() + sizeof header, static_cast<std::size_t>(*size)) != header.checksum)
        return Error{"is damaged: its checksum is wrong"};
    if (header.preset > static_cast<std::uint16_t>(Preset::small_memory) || header.is_solid > 1)
        return Error{"is damaged: its header has unknown options"};
    return header;
}

} // namespace

Status Mesh::save(const std::string& path) const {
    const MeshReader state(data());
    Header header;
    header.preset = static_cast<std::uint16_t>(data().preset.load());
    header.is_solid = data().is_solid ? 1 : 0;
    header.vertices = state->positions.size();
    header.triangles = state->triangles->size();
    std::vector<std::byte> body;
    append(state->positions, body);
    append(*state->triangles, body);
    const Slot slot = detail::contact_slot(data().preset.load());
    const AnyHierarchy* const tree = state->trees[static_cast<std::size_t>(slot)].get();
    if (const Bvh8* const wide = tree ? find_bvh8(*tree) : nullptr) {
        header.slot = static_cast<std::uint32_t>(slot);
        header.nodes = wide->nodes.size();
        header.primitives = wide->primitives.size();
        header.leaf_count = wide->leaf_count;
        const std::size_t first = body.size();
        append(wide->nodes, body);
        clear_padding(body.data() + first, wide->nodes.size());
        append(wide->primitives, body);
    }
    header.checksum = checksum_of(header, body.data(), body.size());
    std::vector<std::byte> bytes(sizeof header);
    std::memcpy(bytes.data(), &header, sizeof header);
    bytes.insert(bytes.end(), body.begin(), body.end());
    return detail::write_file(path, bytes);
}

Result<Mesh> Mesh::load(const std::string& path) {
    const auto fail = [&path](const Error& error) { return Error{path + ": " + error.message}; };
    std::vector<std::byte> bytes;
    if (const Status status = detail::read_file(path, bytes); !status) return fail(status.error());
    const Result<Header> header = read_header(bytes);
    if (!header) return fail(header.error());
    ArrayReader arrays(bytes.data() + sizeof(Header));
    std::vector<glm::vec3> positions;
    std::vector<TriangleIndices> triangles;
    arrays.read(header->vertices, positions);
    arrays.read(header->triangles, triangles);
    Result<Mesh> mesh =
        create(positions, triangles, {static_cast<Preset>(header->preset), header->is_solid != 0});
    if (!mesh) return fail(mesh.error());
    if (header->slot == kNoHierarchy) return mesh;

    if (header->slot >= detail::kSlots || header->slot == static_cast<std::uint32_t>(Slot::oriented))
        return fail({"is damaged: its header has an unknown kind of hierarchy"});
    const auto slot = static_cast<Slot>(header->slot);
    Bvh8 tree;
    arrays.read(header->nodes, tree.nodes);
    arrays.read(header->primitives, tree.primitives);
    tree.leaf_count = header->leaf_count;
    const MeshState& state = *mesh->data().mesh.load(); // no other thread can use the mesh yet
    Result<AnyHierarchy> adopted = adopt_bvh8(std::move(tree), detail::config_of(slot), state.view());
    if (!adopted) return fail({"hierarchy: " + adopted.error().message});
    state.trees[header->slot].build([&] { return std::move(*adopted); });
    return mesh;
}

} // namespace boxwood::api
