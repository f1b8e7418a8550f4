// What: the answer of a query between two meshes.
// Frame: points are in the world; triangles are numbered as in the meshes.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/query/query_counters.hpp"

#include <vector>

#include <glm/vec3.hpp>

namespace boxwood {

struct QueryResult {
    bool intersects = false;
    std::vector<PrimitivePair> pairs; // all: every intersecting pair, sorted; any: one of them or none
    // distance, within: the distance of the closest triangles, or for `within` of some triangles within max_distance;
    // infinite if there are none. The distance is 0 iff the meshes intersect; both points then coincide.
    double distance = 0.0;
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    PrimitivePair closest; // the triangles that hold the two points; kNone if there are none
    QueryCounters counters;
};

} // namespace boxwood
