// What: tests whether a triangle and a volume overlap. It is tighter than a test of two volumes, which replaces the
//     triangle by its volume.
// Frame: both in the frame of the volume.
// Invariants: conservative and closed: false only if the triangle, with each corner moved by up to `margin`, is
//     disjoint from the points that the volume was fitted to.
// Degenerate input: triangles that are segments or points; empty volumes overlap nothing; an infinite or NaN margin
//     separates nothing.
// Cost: boxes: 13 axes and the rotation into their frame; k-DOPs: k/2 intervals and the triangle's normal; spheres,
//     capsules and RSSs: the distance of two triangles, once or twice. Not optimized.
// Source: RTR 17.3.2 (the leaf's triangle against the inner node's volume); RTR 16.9 (13 axes).
// Oracle: tests/contracts/triangle_volume_test.cpp: one point of the triangle is moved to a point of the volume; the
//     distance of the closest points for spheres and capsules. triangle_box.hpp for boxes.
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/volumes/all_volumes.hpp"

namespace boxwood {

bool may_meet(const Triangle64& triangle, const Aabb& box, double margin);
bool may_meet(const Triangle64& triangle, const Obb& box, double margin);
bool may_meet(const Triangle64& triangle, const Sphere& sphere, double margin);
bool may_meet(const Triangle64& triangle, const Capsule& swept, double margin);
bool may_meet(const Triangle64& triangle, const Rss& swept, double margin);
template <int K>
bool may_meet(const Triangle64& triangle, const Kdop<K>& dop, double margin);
inline bool may_meet(const Triangle64& triangle, const ObbHull& hull, double margin) {
    return may_meet(triangle, hull.box, margin);
}
inline bool may_meet(const Triangle64& triangle, const ObbRss& both, double margin) {
    return may_meet(triangle, both.box, margin);
}

// Fallback for volumes without their own overload: tests the bounding box.
template <Volume V>
bool may_meet(const Triangle64& triangle, const V& volume, double margin) {
    return may_meet(triangle, volume.bounds(), margin);
}

} // namespace boxwood
