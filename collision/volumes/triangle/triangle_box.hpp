// What: the overlap test of a triangle and a box: SAT with 13 axes.
// Frame: both in the same frame.
// Invariants: conservative and closed. Computed in double, with a margin that covers the rounding, so gaps below 2^-44
//     of the coordinates can be reported as overlap.
// Degenerate input: triangles that are segments or points, flat boxes; the empty box overlaps nothing.
// Cost: about 15 ns.
// Source: RTR 16.9 and 16.13.5; [Akenine-Möller 2001].
// Oracle: tests/collision/volumes/sphere_box_test.cpp: the largest gap over all candidate planes, with the triangle as
//     a box with coincident corners (tests/oracles/separation.hpp).
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/volumes/aabb.hpp"

namespace boxwood {

// Returns the first separating axis, in the order X Y Z, the triangle's normal, X x edge 0, 1, 2, Y x ..., Z x ...; -1
// if the triangle and the box overlap, 0 for the empty box.
int find_separating_axis(const Triangle& triangle, const Aabb& box);

// For corners relative to the center of a box, along its axes. Each corner can have an error of up to `margin` along
// any axis. Requires non-negative half extents.
int find_separating_axis(const Triangle64& corners, const glm::dvec3& half, double margin);

inline bool overlap(const Triangle& triangle, const Aabb& box) {
    return find_separating_axis(triangle, box) < 0;
}

} // namespace boxwood
