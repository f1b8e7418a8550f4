// What: the hull of posed points, with a bound on what rounding to float and merging of faces left outside.
// Frame: one frame for all points.
// Invariants: every point lies within `error bound` of the hull.
// Degenerate input: points for which no hull is found get their bounding box, widened where it is flat, and cut off at
//                   kMaxCoordinate: the error bound covers what is beyond.
// Cost: the hull, and O(points * faces) for the bound.
// Oracle: tests/parts/hull_hierarchy_test.cpp.
#pragma once

#include "collision/narrow_phase/compound/hull_hierarchy.hpp"

#include <span>

namespace boxwood {

// Requires at least one point, and finite ones; `inner_error_bound`: how far things may lie outside of the points' own hull.
ErrorBoundedHull make_error_bounded_hull(std::span<const glm::dvec3> points, double inner_error_bound,
                                         HullFunction make_hull);

// With a polytope that is nearly their hull.
ErrorBoundedHull measure_error_bound(Polytope near_hull, std::span<const glm::dvec3> points,
                                     double inner_error_bound);

} // namespace boxwood
