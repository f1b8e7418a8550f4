#include "app/cli/query/answer_records.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

namespace boxwood {
namespace {

static_assert(std::endian::native == std::endian::little);

// Each overload visits the fields of a record in file order, both for the heading and for the bytes.

template <class Visit>
void visit_fields(const TrianglesRecord& record, std::string_view mode, Visit&& visit) {
    const ResultLine& line = record.line;
    visit("id", line.id);
    visit("intersects", line.intersects);
    visit("inside", static_cast<std::uint8_t>(line.nesting));
    if (mode == "within") visit("within", line.is_within.value_or(false));
    if (mode == "any") {
        visit("volume_tests", line.volume_tests);
        visit("primitive_tests", line.primitive_tests);
        return;
    }
    const ClosestPoints closest = line.closest.value_or(ClosestPoints{});
    const bool is_beyond = closest.distance == std::numeric_limits<double>::infinity();
    visit("distance", closest.distance);
    visit("points", is_beyond ? std::array{kNoPoint, kNoPoint} : closest.points_w);
    visit("volume_tests", line.volume_tests);
    visit("primitive_tests", line.primitive_tests);
}

template <class Visit>
void visit_fields(const DepthRecord& record, Visit&& visit) {
    visit("id", record.id);
    visit("intersects", record.intersects);
    visit("inside", static_cast<std::uint8_t>(record.nesting));
    visit("of", static_cast<std::uint8_t>(record.of_regions ? 1 : 0));
    visit("depth", record.depth);
    visit("normal", record.normal);
    visit("points", record.points);
    visit("unique", record.unique);
}

template <class Visit>
void visit_fields(const TimeRecord& record, Visit&& visit) {
    visit("id", record.id);
    visit("status", record.status);
    visit("time", record.time);
    visit("distance", record.distance);
    visit("normal", record.normal);
    visit("points", record.points);
    visit("triangles", record.triangles);
    visit("tolerance", record.tolerance);
}

template <class Visit>
void visit_fields(const RayRecord& record, Visit&& visit) {
    visit("id", record.id);
    visit("hit", record.hit);
    visit("t", record.t);
    visit("triangle", record.triangle);
    visit("point", record.point);
    visit("normal", record.normal);
    visit("front", record.front);
}

template <class Visit>
void visit_fields(const PointRecord& record, Visit&& visit) {
    visit("id", record.id);
    visit("found", record.found);
    visit("distance", record.distance);
    visit("triangle", record.triangle);
    visit("point", record.point);
    visit("location", record.location);
}

struct AppendBytes {
    std::string& out;

    template <class T>
    void operator()(const char*, const T& value) const {
        static_assert(std::is_trivially_copyable_v<T>);
        std::array<char, sizeof(T)> bytes{};
        std::memcpy(bytes.data(), &value, sizeof(T));
        out.append(bytes.data(), bytes.size());
    }
};

// Appends the NumPy description of each field: ('distance', '<f8'), ('points', '<f8', (2, 3)), ...
struct AppendDescriptions {
    std::string& out;

    void operator()(const char* name, const bool&) const { add(name, "|b1"); }
    void operator()(const char* name, const std::uint8_t&) const { add(name, "|u1"); }
    void operator()(const char* name, const std::int8_t&) const { add(name, "|i1"); }
    void operator()(const char* name, const std::int64_t&) const { add(name, "<i8"); }
    void operator()(const char* name, const std::uint64_t&) const { add(name, "<u8"); }
    void operator()(const char* name, const double&) const { add(name, "<f8"); }
    void operator()(const char* name, const glm::dvec3&) const { add(name, "<f8", "(3,)"); }
    void operator()(const char* name, const std::array<glm::dvec3, 2>&) const { add(name, "<f8", "(2, 3)"); }
    void operator()(const char* name, const std::array<std::int64_t, 2>&) const { add(name, "<i8", "(2,)"); }

    void add(const char* name, const char* type, const char* shape = nullptr) const {
        out.append(out.empty() ? "(" : ", (")
            .append("'")
            .append(name)
            .append("', '")
            .append(type)
            .append("'");
        if (shape != nullptr) out.append(", ").append(shape);
        out.append(")");
    }
};

template <class Visit>
bool visit_fields_of(std::string_view mode, Visit&& visit) {
    const ResultLine line;
    if (mode == "any" || mode == "distance" || mode == "within")
        visit_fields(TrianglesRecord{line}, mode, visit);
    else if (mode == "depth")
        visit_fields(DepthRecord{}, visit);
    else if (mode == "time")
        visit_fields(TimeRecord{}, visit);
    else if (mode == "ray")
        visit_fields(RayRecord{}, visit);
    else if (mode == "point")
        visit_fields(PointRecord{}, visit);
    else
        return false;
    return true;
}

template <class Record>
void append(std::string& out_bytes, const Record& record, bool with_times) {
    const AppendBytes bytes{out_bytes};
    visit_fields(record, bytes);
    if (with_times) bytes("us", record.us);
}

} // namespace

std::string npy_heading(std::string_view mode, std::size_t count, bool with_times) {
    std::string fields;
    const AppendDescriptions describe{fields};
    if (!visit_fields_of(mode, describe)) return "";
    if (with_times) describe("us", double{});
    std::string header =
        "{'descr': [" + fields + "], 'fortran_order': False, 'shape': (" + std::to_string(count) + ",), }";
    // The file begins with the magic string, version 1.0 and the header length in two bytes. The header is padded so
    // that the data begin at a multiple of 64 bytes.
    constexpr std::size_t kBeforeHeader = 10, kAlignment = 64;
    header.append(kAlignment - 1 - (kBeforeHeader + header.size()) % kAlignment, ' ').append("\n");
    std::string heading = "\x93NUMPY";
    heading.append(
        {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)});
    return heading + header;
}

void append_record(std::string& out_bytes, std::string_view mode, const TrianglesRecord& record,
                   bool with_times) {
    const AppendBytes bytes{out_bytes};
    visit_fields(record, mode, bytes);
    if (with_times) bytes("us", record.line.us);
}
void append_record(std::string& out_bytes, const DepthRecord& record, bool with_times) {
    append(out_bytes, record, with_times);
}
void append_record(std::string& out_bytes, const TimeRecord& record, bool with_times) {
    append(out_bytes, record, with_times);
}
void append_record(std::string& out_bytes, const RayRecord& record, bool with_times) {
    append(out_bytes, record, with_times);
}
void append_record(std::string& out_bytes, const PointRecord& record, bool with_times) {
    append(out_bytes, record, with_times);
}

} // namespace boxwood
