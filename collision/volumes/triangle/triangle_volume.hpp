// What: may a triangle meet a volume: the real triangle, where a test of two volumes compares what bounds it.
// Frame: both in that of the volume.
// Invariants: conservative and closed: false only if the triangle, each corner moved by up to `margin`, meets none of
//     the points that the volume was fitted to.
// Degenerate input: triangles that are segments or points; empty volumes meet nothing; a margin that is infinite or no
//     number separates nothing.
// Cost: boxes 13 axes and the turn into their frame; k-DOPs k/2 intervals and the triangle's normal; spheres, segments
//     and rectangles the distance of two triangles, once or twice: a study, not a fast path.
// Source: RTR 17.3.2 (the leaf's triangle against the inner node's volume); RTR 16.9 (13 axes).
// Oracle: tests/contracts/triangle_volume_test.cpp: points of both brought to one place; a linear program for separation for boxes.
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

// Of a volume that has none of its own: the box around it.
template <Volume V>
bool may_meet(const Triangle64& triangle, const V& volume, double margin) {
    return may_meet(triangle, volume.bounds(), margin);
}

} // namespace boxwood
