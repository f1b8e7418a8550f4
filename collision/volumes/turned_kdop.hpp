// What: the k-DOP in the world around an object that has turned, in four ways: from all vertices of its hull, by climbing
//     on the hull from the last extremal vertices, from the corners of its box, and from sums of its own slabs.
// Frame: the hull, the box and the DOP in the object's own, the result in the world.
// Invariants: all contain pose * p of every vertex. Scan and climb give the same bits. Corners and sums contain the scan.
// Cost: per direction: the scan all vertices; the climb 1 + degree vertices at rest; corners 8; sums three ends.
// Source: [Klosowski 1998] section 4 (hull at the root, own vertices below), [Zachmann 1998] (sums); RTR 16.13.4.
// Departs from the source: pair queries do not need these: KdopRelation keeps the sums once per object pair, for every
//     node. They serve a k-DOP that is kept in the world, as a broad phase would.
// Oracle: the scan.
#pragma once

#include "collision/geometry/polytope/extremal_vertices.hpp"
#include "collision/volumes/kdop.hpp"

namespace boxwood {

// The extremal vertices of one body, three directions each.
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
