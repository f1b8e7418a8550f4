// What: tests whether a triangle and a volume overlap. This test separates more pairs than the test of two volumes, in
//     which a volume around the triangle replaces the triangle.
// Frame: both in the frame of the volume.
// Invariants: conservative and closed: may_meet() is false only if the triangle is disjoint from the convex hull of the
//     points that the volume was fitted to, even if each corner of the triangle moves by up to `margin`.
// Degenerate input: triangles that are segments or points; empty volumes overlap nothing; an infinite or NaN margin
//     separates nothing.
// Cost: boxes: 13 axes and the rotation into their frame; k-DOPs: k/2 intervals and the triangle's normal; spheres,
//     capsules and RSSs: the distance of two triangles, once or twice. Not optimized.
// Source: RTR 17.3.2 (the leaf's triangle against the inner node's volume); RTR 16.9 (13 axes).
// Oracle: tests/contracts/triangle_volume_test.cpp: triangles that share a point with the hull of the fitted points;
//     for spheres and capsules, also the distance of the closest points. For boxes, also the oracle of
//     triangle_box.hpp.
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
