// What: the polytope that is the convex hull of points.
// Frame: that of the points.
// Invariants: the vertices are points. Every point lies within `farthest_outside` of the polytope; it is the rounding of
//     floats unless features are too small for a polytope of float coordinates: then points nearer to each other than a
//     grid's cell count as one, of the finest grid that works.
// Degenerate input: fewer than 4 points, a point that is not finite or beyond kMaxCoordinate, points in one plane, and points
//     of which no grid of up to 1/4096 of the extent makes a polytope are Errors.
// Cost: the hull, and the check of a polytope, O(vertices x faces).
// Source: [Barber 1996]; convex_hull.hpp.
// Oracle: tests/collision/geometry/hull_polytope_test.cpp.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <span>

namespace boxwood {

struct HullPolytope {
    Polytope polytope;
    double farthest_outside = 0.0; // bound on the distance of a point above a face
};
Result<HullPolytope> make_hull_polytope(std::span<const glm::vec3> points);

} // namespace boxwood
