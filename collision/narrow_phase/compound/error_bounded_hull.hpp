// What: computes the convex hull of points as a polytope. Rounding to float and merging of faces can leave points
//     outside it; an error bound limits how far.
// Frame: any frame; all points are in the same one.
// Invariants: no point is farther than error_bound from the hull.
// Degenerate input: if the hull function fails, the result is the bounding box of the points, widened on every side.
//     The margin is a thousandth of the diagonal or, if larger, of the distance of the lower or upper corner from the
//     origin. The box is clipped at kMaxCoordinate, and the error bound covers the points beyond it.
// Cost: one call of the hull function, and O(points * faces) time for the bound.
// Oracle: tests/parts/hull_hierarchy_test.cpp.
#pragma once

#include "collision/narrow_phase/compound/hull_hierarchy.hpp"

#include <span>

namespace boxwood {

// Requires at least one point; all points must be finite. `inner_error_bound` is the largest distance by which the
// represented geometry extends beyond the exact hull of the points.
ErrorBoundedHull make_error_bounded_hull(std::span<const glm::dvec3> points, double inner_error_bound,
                                         HullFunction make_hull);

// Measures the error bound of a polytope that approximates the hull of the points.
ErrorBoundedHull measure_error_bound(Polytope approximate_hull, std::span<const glm::dvec3> points,
                                     double inner_error_bound);

} // namespace boxwood
