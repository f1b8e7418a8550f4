// What: the motion of a node relative to its parent, with one degree of freedom (its position): revolute or prismatic.
// Frame: the parent's (suffix _p). Units: positions are radians if revolute, lengths as in the scene if prismatic.
// Invariants: after check_joint the numbers are finite, the axis is a unit vector, lower <= upper.
// Degenerate input: check_joint returns an Error that names the fault: a non-finite number, a zero axis, limits in the
//                   wrong order.
// Cost: pose_at() takes one sine and cosine; cover_path() gives at most 2 + 2 pi / kArcStep points.
// Oracle: tests/parts/hull_hierarchy_test.cpp moves vertices and checks that the hulls contain them.
#pragma once

#include "collision/core/pose.hpp"

#include <string_view>
#include <vector>

namespace boxwood {

enum class JointKind : std::uint8_t { revolute, prismatic };

struct Joint {
    glm::dvec3 point_p{0.0};          // any point of the axis; unused by a prismatic joint
    glm::dvec3 axis_p{0.0, 0.0, 1.0}; // counter-clockwise seen from its tip, or translation towards it
    double lower = 0.0, upper = 0.0;  // limits of the position
    JointKind kind = JointKind::revolute;
};

inline constexpr double kMaxJointPosition = 1e4; // beyond it, sine and cosine lose digits of the angle
inline constexpr double kArcStep = 0.5;          // radians per piece of a covered arc: 3.3 % too wide at most

// Normalizes the axis; `what` begins the error message ("part 3").
Status check_joint(Joint& io_joint, std::string_view what);

// Checks that the position is finite and within the joint's limits.
Status check_position(const Joint& joint, double position, std::string_view what);

// The position nearest to 0 within the limits.
double rest_position(const Joint& joint);

// Maps the parent's frame to itself: the rotation about the joint's axis, or the translation along it.
Pose pose_at(const Joint& joint, double position);

// Appends points whose convex hull contains the point at every position of the joint.
void cover_path(const Joint& joint, const glm::dvec3& point_p, std::vector<glm::dvec3>& io_points_p);

} // namespace boxwood
