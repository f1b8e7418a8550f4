// What: converts the 3x4 matrices of a capture to poses, and explains wrong relative poses.
#pragma once

#include "collision/core/pose.hpp"
#include "engine/capture/records/fields.hpp"

#include <string>

namespace boxwood::judge {

// Reads twelve numbers, row by row. An empty array gives the identity. Sets out_error for a different count, a number
// that is not finite, or a singular matrix.
Pose pose_from(const capture::Reals& numbers, std::string& out_error);
capture::Reals numbers_of(const Pose& pose);

// A pose that applies the scale of `pose` after the rotation instead of before it. Has this meaning only if the columns
// of the linear map are perpendicular.
Pose with_scale_after_rotation(const Pose& pose);

// An upper bound of the distance between a * p and b * p for all points p whose coordinates are in [-reach, reach].
double difference(const Pose& a, const Pose& b, double reach);

// Describes the known mistake that turns the expected pose into the pose that was used, such as "it is the inverse:
// ...". Empty if no known mistake does.
std::string explain_difference(const Pose& used, const Pose& expected, const Pose& world_from_a,
                               const Pose& world_from_b, double reach, double error);

} // namespace boxwood::judge
