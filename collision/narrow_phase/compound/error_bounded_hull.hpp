// What: the convex hull of transformed points, with a bound on the distance of points that are outside it due to
//     rounding to float and merging of faces.
// Frame: any; the same for all points.
// Invariants: the distance of every point from the hull is at most error_bound.
// Degenerate input: if the hull function fails, the result is the bounding box of the points, widened if it is flat and
//     clipped at kMaxCoordinate; the error bound covers the points beyond it.
// Cost: the hull function, and O(points * faces) time for the bound.
// Oracle: tests/parts/hull_hierarchy_test.cpp.
#pragma once

#include "collision/narrow_phase/compound/hull_hierarchy.hpp"

#include <span>

namespace boxwood {

// Requires at least one point; all points must be finite. `inner_error_bound` is the distance by which geometry can lie
// outside the hull of the points.
ErrorBoundedHull make_error_bounded_hull(std::span<const glm::dvec3> points, double inner_error_bound,
                                         HullFunction make_hull);

// Measures the error bound of a polytope that approximates the hull of the points.
ErrorBoundedHull measure_error_bound(Polytope near_hull, std::span<const glm::dvec3> points,
                                     double inner_error_bound);

} // namespace boxwood
