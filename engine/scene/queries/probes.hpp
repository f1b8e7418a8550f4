// What: reads files of rays and of points, with one JSON object per line. A ray is {"id": 0, "origin": [x,y,z],
//       "direction": [x,y,z], "max_t": 10}; a point is {"id": 0, "p": [x,y,z], "within": 0.1}.
// Frame: the frame of the queried mesh.
// Units: lengths of the mesh; max_t is in units of the direction's length.
// Invariants: every ray and point is usable for a query. max_t and within default to infinity, id to the index of the
//     line among the lines that are not blank, counted from 0.
// Degenerate input: the Error names file, line and reason: a missing or unknown key, a number that is not finite, a
//                   coordinate beyond 1e18, a direction of 0, a negative limit, a duplicate id.
#pragma once

#include "collision/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

namespace boxwood {

struct GivenRay {
    std::int64_t id = 0;
    glm::dvec3 origin{0.0}, direction{0.0};
    double max_t = std::numeric_limits<double>::infinity();
};

struct GivenPoint {
    std::int64_t id = 0;
    glm::dvec3 position{0.0};
    double within = std::numeric_limits<double>::infinity();
};

inline constexpr std::uint64_t kMaxProbesBytes = std::uint64_t{2} << 30;

// A path of "-" is standard input.
Result<std::vector<GivenRay>> read_rays(const std::filesystem::path& path);
Result<std::vector<GivenPoint>> read_points(const std::filesystem::path& path);

// Parse text in memory; `source` replaces the file name in errors.
Result<std::vector<GivenRay>> parse_rays(std::string_view text, const std::string& source);
Result<std::vector<GivenPoint>> parse_points(std::string_view text, const std::string& source);

} // namespace boxwood
