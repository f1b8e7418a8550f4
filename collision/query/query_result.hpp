// What: the answer of a query between two meshes.
// Frame: points are in the world; triangles are numbered as in the meshes.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/query/query_counters.hpp"

#include <array>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

namespace boxwood {

// Which mesh lies inside the other, a solid, while their surfaces have no common point. For a mesh of several shells,
// one shell inside is sufficient, so two solids can each lie inside the other.
enum class Nesting : std::uint8_t { none, a_in_b, b_in_a, both };
inline constexpr std::array<std::string_view, 4> kNestingNames{"none", "a in b", "b in a",
                                                               "a in b and b in a"};

struct QueryResult {
    // True if the surfaces have a common point, or one mesh lies inside the other, a solid.
    bool intersects = false;
    Nesting nesting = Nesting::none; // also none if the surfaces have a common point
    // all: every intersecting pair, sorted; any: one intersecting pair, if there is any. Empty if one mesh lies inside
    // the other.
    std::vector<PrimitivePair> pairs;
    // distance: the distance of the closest triangles; within: the distance of some triangles within max_distance.
    // Infinite if there are none. The distance is 0 iff the meshes intersect; both points then coincide. If a mesh lies
    // inside a solid, both points are, in every mode, a vertex of the inner mesh, and `closest` is kNone.
    double distance = 0.0;
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    PrimitivePair closest; // the triangles with the two points; kNone if there are none
    QueryCounters counters;
};

} // namespace boxwood
