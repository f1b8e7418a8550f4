// What: the hull of posed points, with a bound on what rounding to float and merging of faces left outside.
// Frame: one frame for all points.
// Invariants: every point lies within `slack` of the hull.
// Degenerate input: points for which no hull is found get their bounding box, widened where it is flat, and cut off at
//                   kMaxCoordinate: the slack covers what is beyond.
// Cost: the hull, and O(points * faces) for the bound.
// Oracle: tests/parts/hull_tree_test.cpp.
#pragma once

#include "collision/narrow_phase/hull_tree.hpp"

#include <span>

namespace boxwood {

// Requires at least one point, and finite ones; `inner_slack`: how far things may lie outside of the points' own hull.
SlackHull make_slack_hull(std::span<const glm::dvec3> points, double inner_slack, HullFunction make_hull);

// With a polytope that is nearly their hull.
SlackHull measure_slack(Polytope near_hull, std::span<const glm::dvec3> points, double inner_slack);

} // namespace boxwood
