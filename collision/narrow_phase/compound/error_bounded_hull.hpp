// What: the convex hull of transformed points, with a bound on how far rounding to float and merging of faces leave
//       points outside.
// Frame: one frame for all points.
// Invariants: every point lies within error_bound of the hull.
// Degenerate input: if no hull of the points is found, the result is their bounding box, widened if it is flat and
//                   clipped at kMaxCoordinate; the error bound covers points beyond it.
// Cost: the hull, and O(points * faces) for the bound.
// Oracle: tests/parts/hull_hierarchy_test.cpp.
#pragma once

#include "collision/narrow_phase/compound/hull_hierarchy.hpp"

#include <span>

namespace boxwood {

// Requires at least one point, all finite. `inner_error_bound`: how far geometry may lie outside the hull of the
// points.
ErrorBoundedHull make_error_bounded_hull(std::span<const glm::dvec3> points, double inner_error_bound,
                                         HullFunction make_hull);

// The same with a polytope that approximates their hull.
ErrorBoundedHull measure_error_bound(Polytope near_hull, std::span<const glm::dvec3> points,
                                     double inner_error_bound);

} // namespace boxwood
