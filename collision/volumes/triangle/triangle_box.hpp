// What: does a triangle meet a box: 13 axes.
// Frame: both in one.
// Invariants: conservative, closed; in double, with a margin that covers its rounding, so gaps below 2^-44 of the
//     coordinates may be taken as contact.
// Degenerate input: triangles that are segments or points, flat boxes; the empty box meets nothing.
// Cost: about 15 ns.
// Source: RTR 16.9 and 16.13.5; [Akenine-Möller 2001].
// Oracle: a linear program for separation (corners of the box against the triangle as a flat box's), exact clipping in the tests.
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/volumes/aabb.hpp"

namespace boxwood {

// The first axis that separates, in the order X Y Z, the triangle's normal, X x edge 0, 1, 2, Y x ..., Z x ...;
// -1: they meet.
int find_separating_axis(const Triangle& triangle, const Aabb& box);

// The same for corners given about the center of a box, along its axes, each off by at most `margin` along any axis.
// Requires half extents that are not negative.
int find_separating_axis(const Triangle64& corners, const glm::dvec3& half, double margin);

inline bool overlap(const Triangle& triangle, const Aabb& box) {
    return find_separating_axis(triangle, box) < 0;
}

} // namespace boxwood
