// What: the motion of a body over one step, for continuous queries: constant linear velocity of a center and constant
//       angular velocity about it (a screw motion if both are parallel).
// Frame: velocities are in world space, per step; time runs from 0 to 1.
// Invariants: at(0) equals `start` in every bit. The scale and shear of the linear part do not change, because at()
//             only multiplies it by a rotation from the left. For the motion that between() returns, at(1) is the end
//             pose within rounding, and the rotation is in the direction of the smaller angle.
// Degenerate input: between() returns a motion at rest for equal poses. For a rotation by 180 degrees, the direction of
//             rotation is unspecified.
// Source: [Mirtich 1996b] for the motion of conservative advancement; [Rodrigues 1840] for the rotation.
#pragma once

#include "collision/core/pose.hpp"

namespace boxwood {

struct RigidMotion {
    Pose start;                  // world_from_body at time 0
    glm::dvec3 center_body{0.0}; // the point that moves on a line, in the body's frame
    glm::dvec3 velocity_w{0.0};  // of the center: its displacement from time 0 to time 1
    glm::dvec3 rotation_w{0.0};  // angular velocity: axis times angle in radians from time 0 to time 1

    // world_from_body at time t.
    Pose at(double t) const;

    static RigidMotion at_rest(const Pose& pose) { return {pose, {}, {}, {}}; }
    // Requires poses whose linear parts differ only by a rotation, as for a rigid body (check_motion_ends).
    static RigidMotion between(const Pose& start, const Pose& end,
                               const glm::dvec3& center_body = glm::dvec3(0.0));
};

// Returns an Error, prefixed by `what`, if check_pose rejects a pose, or if the linear part of `end` is not a rotation
// times the linear part of `start`, within 1e-6.
Status check_motion_ends(const Pose& start, const Pose& end, const char* what);
// Returns an Error, prefixed by `what`, if check_pose rejects the start pose, or if a component of the center or of a
// velocity is not finite or exceeds kMaxPoseEntry.
Status check_motion(const RigidMotion& motion, const char* what);

} // namespace boxwood
