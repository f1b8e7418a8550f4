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
    // distance, within: of the closest triangles, or of some within max_distance; infinite where there are none. The distance
    // is 0 iff the meshes intersect; both points are then the same.
    double distance = 0.0;
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    PrimitivePair closest; // the triangles of the two points; kNone: there are none
    QueryCounters counters;
};

} // namespace boxwood
