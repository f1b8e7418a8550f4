// What: computes the convex hull of points as a polytope.
// Frame: the frame of the points.
// Invariants: the vertices are some of the points. No point is more than `farthest_outside` above the plane of a face;
//             at a sharp edge, the distance from the polytope can be larger. `farthest_outside` is only a rounding
//             error of float coordinates, unless features are too small for a polytope with such coordinates. In that
//             case, points are merged: the hull is computed from one point per cell of a grid. Grids are tried from
//             fine to coarse, each with cells 4 times as wide as the one before, until one gives a polytope.
// Degenerate input: returns an Error for fewer than 4 or more than 2^30 points, for a point that is not finite or
//             beyond kMaxCoordinate, for points in one plane, and for points that give no polytope even with grid cells
//             of 1/4096 of the diagonal of their bounding box.
// Cost: the hull takes O(n log n) expected time, and the check of the polytope O(vertices x faces).
// Source: [Barber 1996]; convex_hull.hpp.
// Oracle: tests/collision/geometry/hull_polytope_test.cpp.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <span>

namespace boxwood {

struct HullPolytope {
    Polytope polytope;
    double farthest_outside = 0.0; // maximum distance of a point above the plane of a face
};
Result<HullPolytope> make_hull_polytope(std::span<const glm::vec3> points);

} // namespace boxwood
