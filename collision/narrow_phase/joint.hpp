// What: a hinge between a part and its parent, and the set of points that a point can reach by it.
// Frame: the parent's (suffix _p). Units: angles in radians, lengths as in the scene.
// Invariants: after check_joint the numbers are finite, the axis is a unit vector, lower <= upper.
// Degenerate input: check_joint names what is not finite, an axis of no length, limits in the wrong order.
// Cost: turn_about() takes one sine and cosine; cover_arc() gives at most 2 + 2 pi / kArcStep points.
// Oracle: tests/parts/hull_tree_test.cpp turns vertices and looks whether hulls hold them.
#pragma once

#include "collision/core/pose.hpp"

#include <string_view>
#include <vector>

namespace boxwood {

struct Joint {
    glm::dvec3 point_p{0.0};          // any point of the axis
    glm::dvec3 axis_p{0.0, 0.0, 1.0}; // a positive angle turns counter-clockwise seen from its tip
    double lower = 0.0, upper = 0.0;  // limits of the angle
};

inline constexpr double kMaxJointAngle = 1e4; // beyond it, sine and cosine lose digits of the angle
inline constexpr double kArcStep = 0.5;       // radians per piece of a covered arc: 3.3 % too wide at most

// Makes the axis a unit vector; `what` begins the message ("part 3").
Status check_joint(Joint& io_joint, std::string_view what);

// The angle is finite and within the joint's limits.
Status check_angle(const Joint& joint, double angle, std::string_view what);

// The angle nearest to 0 within the limits.
double rest_angle(const Joint& joint);

// Maps the parent's frame to itself: the turn by `angle` about the joint's axis.
Pose turn_about(const Joint& joint, double angle);

// Appends points whose convex hull holds the point at every angle of the joint.
void cover_arc(const Joint& joint, const glm::dvec3& point_p, std::vector<glm::dvec3>& io_points_p);

} // namespace boxwood
