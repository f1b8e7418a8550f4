// What: computes the world k-DOP of a rotated object in four ways: from all vertices of its hull; by hill climbing on
//     the hull from the previous extremal vertices; from the corners of its box; from sums of its own slabs.
// Frame: hull, box and DOP are in the object's own frame; the result is in the world.
// Invariants: all results contain pose * p for every vertex p. turn_by_climb gives the bits of turn_by_scan over the
//     vertices of the hull. The results of turn_by_corners and turn_by_sums contain the result of turn_by_scan.
// Cost: per slab, the scan reads all vertices, the climb 2 (1 + degree) vertices if the object is at rest, the corners
//     8 points, and the sums three slabs.
// Source: [Klosowski 1998] section 4 (hull at the root, own vertices below), [Zachmann 1998] (sums); RTR 16.13.4.
// Departs from the source: these functions serve k-DOPs in world space, for example in a broad phase. Pair queries do
//     not use them: KdopRelation computes the sums once per object pair, for all nodes.
// Oracle: the scan.
#pragma once

#include "collision/geometry/polytope/extremal_vertices.hpp"
#include "collision/volumes/kdop.hpp"

namespace boxwood {

// The cached extremal vertices of one body, for three directions at a time.
template <int K>
struct KdopClimbCache {
    std::array<ExtremalVertices, (K / 2 + 2) / 3> of_three{};
};

template <int K>
Kdop<K> turn_by_scan(std::span<const glm::vec3> points, const Pose& world_from_body);
template <int K>
Kdop<K> turn_by_climb(const Polytope& hull, const Pose& world_from_body, KdopClimbCache<K>& io_cache,
                      ClimbCounters& io_counters);
template <int K>
Kdop<K> turn_by_corners(const Aabb& box, const Pose& world_from_body);
template <int K>
Kdop<K> turn_by_sums(const Kdop<K>& dop, const Pose& world_from_body);

} // namespace boxwood
