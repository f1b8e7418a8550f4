// What: writes the answers of `boxwood query` as a NumPy file (.npy), a structured array with one record per query.
// Units: the same as in the lines of JSON; `us` is in microseconds.
// Invariants: numbers are little-endian and records are packed. The mode determines the fields; without times, `us` is
//             omitted. `inside`, `status`, `location` and `of` are numbers, see docs/pair.md. A missing value is NaN, a
//             missing triangle is -1, and a distance beyond the limit is infinite.
// Source: NEP 1, "A simple file format for NumPy arrays".
#pragma once

#include "collision/query/query_result.hpp"
#include "engine/scene/queries/results.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <glm/vec3.hpp>

namespace boxwood {

inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
inline const glm::dvec3 kNoPoint{kNoNumber};

// An answer of --mode any, distance or within.
struct TrianglesRecord {
    const ResultLine& line;
};
struct DepthRecord {
    std::int64_t id = 0;
    bool intersects = false;
    Nesting nesting = Nesting::none;
    bool of_regions = false; // field `of`: 0 polytopes, 1 regions
    double depth = kNoNumber;
    glm::dvec3 normal = kNoPoint;
    std::array<glm::dvec3, 2> points{kNoPoint, kNoPoint};
    bool unique = false; // for polytopes only
    double us = 0.0;

    bool has_depth() const { return !std::isnan(depth); }
};
struct TimeRecord {
    std::int64_t id = 0;
    std::uint8_t status = 0; // ImpactStatus
    double time = kNoNumber, distance = kNoNumber;
    glm::dvec3 normal = kNoPoint;
    std::array<glm::dvec3, 2> points{kNoPoint, kNoPoint};
    std::array<std::int64_t, 2> triangles{-1, -1};
    double tolerance = 0.0, us = 0.0;
};
struct RayRecord {
    std::int64_t id = 0;
    bool hit = false;
    double t = kNoNumber;
    std::int64_t triangle = -1;
    glm::dvec3 point = kNoPoint, normal = kNoPoint;
    bool front = false;
    double us = 0.0;
};
struct PointRecord {
    std::int64_t id = 0;
    bool found = false;
    double distance = kNoNumber;
    std::int64_t triangle = -1;
    glm::dvec3 point = kNoPoint;
    std::int8_t location = -1; // -1: the mesh is a surface
    double us = 0.0;
};

// The heading of a file with `count` records. Empty if answers of the mode contain lists of variable length, which
// cannot be stored in records.
std::string npy_heading(std::string_view mode, std::size_t count, bool with_times);

void append_record(std::string& out_bytes, std::string_view mode, const TrianglesRecord& record,
                   bool with_times);
void append_record(std::string& out_bytes, const DepthRecord& record, bool with_times);
void append_record(std::string& out_bytes, const TimeRecord& record, bool with_times);
void append_record(std::string& out_bytes, const RayRecord& record, bool with_times);
void append_record(std::string& out_bytes, const PointRecord& record, bool with_times);

} // namespace boxwood
