// What: the 3x4 matrices of a capture as poses, and how a wrong relative pose came about.
#pragma once

#include "collision/core/pose.hpp"
#include "engine/capture/records/fields.hpp"

#include <string>

namespace boxwood::judge {

// Twelve numbers, row by row; none: the identity. Another number, one that is not finite, and a singular matrix set
// out_error.
Pose pose_from(const capture::Reals& numbers, std::string& out_error);
capture::Reals numbers_of(const Pose& pose);

// The same scale applied after the rotation instead of before it.
Pose with_scale_outside(const Pose& pose);

// The largest difference of two poses over points of length `reach`.
double difference(const Pose& a, const Pose& b, double reach);

// What relation the pose that was used has to the one expected: "it is the inverse of that", and so on; empty if none
// is known.
std::string explain_difference(const Pose& used, const Pose& expected, const Pose& world_from_a,
                               const Pose& world_from_b, double reach, double error);

} // namespace boxwood::judge
