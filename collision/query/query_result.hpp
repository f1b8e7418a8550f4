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

// Which mesh lies inside the other mesh, if the other mesh is a solid and the surfaces have no common point. A mesh
// counts as inside if one of its shells is inside, so each of two solids can lie inside the other.
enum class Nesting : std::uint8_t { none, a_in_b, b_in_a, both };
inline constexpr std::array<std::string_view, 4> kNestingNames{"none", "a in b", "b in a",
                                                               "a in b and b in a"};

struct QueryResult {
    // True if the surfaces have a common point, or if one mesh is a solid and the other mesh lies inside it.
    bool intersects = false;
    Nesting nesting = Nesting::none; // also none if the surfaces have a common point
    // For all: every intersecting pair, sorted. For any: one intersecting pair, if there is any. Empty for distance and
    // within, and if one mesh lies inside the other without a common point of the surfaces.
    std::vector<PrimitivePair> pairs;
    // For any and all: not computed (0). For distance: the distance of the closest triangles, within
    // QueryRequest::tolerance. For within: the distance of some pair within max_distance. For distance and within: 0
    // iff the meshes intersect, and both points then coincide; infinite if no pair is within max_distance. In every
    // mode, if a mesh lies inside a solid without a common point of the surfaces, both points are a vertex of the inner
    // mesh, and `closest` is kNone.
    double distance = 0.0;
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    PrimitivePair closest; // the triangles that contain the two points; kNone if there are none
    QueryCounters counters;
};

} // namespace boxwood
