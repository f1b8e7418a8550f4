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

// What lies inside a solid without a common point of the surfaces. A mesh of several shells may lie inside with some of
// them, so two solids may each lie inside the other.
enum class Nesting : std::uint8_t { none, a_in_b, b_in_a, both };
inline constexpr std::array<std::string_view, 4> kNestingNames{"none", "a in b", "b in a",
                                                               "a in b and b in a"};

struct QueryResult {
    // The surfaces have a common point, or one mesh lies inside the other, a solid.
    bool intersects = false;
    Nesting nesting = Nesting::none;  // none also if the surfaces have a common point
    std::vector<PrimitivePair> pairs; // all: every intersecting pair, sorted; any: one of them or none;
                                      // none if one mesh lies inside the other
    // distance, within: the distance of the closest triangles, or for `within` of some triangles within max_distance;
    // infinite if there are none. The distance is 0 iff the meshes intersect; both points then coincide. Of a mesh
    // inside a solid they are, in every mode, a vertex that lies inside, and `closest` is kNone.
    double distance = 0.0;
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    PrimitivePair closest; // the triangles that hold the two points; kNone if there are none
    QueryCounters counters;
};

} // namespace boxwood
