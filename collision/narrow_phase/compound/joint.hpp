// What: a revolute or prismatic joint: the motion of a node relative to its parent, with one degree of freedom, the
//     position of the joint.
// Frame: the frame of the parent (suffix _p).
// Units: positions are radians for revolute joints and lengths as in the scene for prismatic joints.
// Invariants: after check_joint the numbers are finite, the axis is a unit vector, and lower <= upper.
// Degenerate input: check_joint returns an Error that names the fault: a number that is not finite, a zero axis, a
//     limit beyond kMaxJointPosition, or a lower limit above the upper limit.
// Cost: for a revolute joint, pose_at() computes one sine and one cosine; cover_path() appends at most 15 points.
// Oracle: tests/parts/hull_hierarchy_test.cpp moves vertices and checks that the hulls contain them.
#pragma once

#include "collision/core/pose.hpp"

#include <string_view>
#include <vector>

namespace boxwood {

enum class JointKind : std::uint8_t { revolute, prismatic };

struct Joint {
    glm::dvec3 point_p{0.0};          // any point on the axis; not used by prismatic joints
    glm::dvec3 axis_p{0.0, 0.0, 1.0}; // of counter-clockwise rotation as seen from its tip, or of translation
    double lower = 0.0, upper = 0.0;  // limits of the position
    JointKind kind = JointKind::revolute;
};

// Limit of the positions of all joints. Beyond this angle, sine and cosine lose digits.
inline constexpr double kMaxJointPosition = 1e4;
// The maximum angle, in radians, of one piece of an arc that cover_path() covers. The cover extends beyond the arc by
// up to 3.3 % of the arc's radius.
inline constexpr double kArcStep = 0.5;

// Checks the joint and normalizes its axis. The error message begins with `what` ("node 3").
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
