#include "collision/core/rigid_motion.hpp"

#include <cmath>
#include <string>

namespace boxwood {
namespace {

// The rotation about the direction of a vector by its length in radians.
glm::dmat3 rotation_by(const glm::dvec3& rotation) {
    const double angle = glm::length(rotation);
    if (!(angle > 0.0)) return glm::dmat3(1.0);
    const glm::dvec3 k = rotation / angle;
    const double s = std::sin(angle), half = std::sin(0.5 * angle);
    const double versine = 2.0 * half * half; // 1 - cos, without cancellation
    // I + s K + (1 - c) (k k^T - I); column-major.
    return {1.0 - versine * (k.y * k.y + k.z * k.z), versine * k.x * k.y + s * k.z,
            versine * k.x * k.z - s * k.y,           versine * k.x * k.y - s * k.z,
            1.0 - versine * (k.x * k.x + k.z * k.z), versine * k.y * k.z + s * k.x,
            versine * k.x * k.z + s * k.y,           versine * k.y * k.z - s * k.x,
            1.0 - versine * (k.x * k.x + k.y * k.y)};
}

// The rotation from the linear part of the start to the linear part of the end. Requires that the map between them is
// a rotation, up to the tolerance of check_motion_ends().
glm::dquat rotation_between(const Pose& start, const Pose& end) {
    return glm::normalize(glm::quat_cast(end.linear * glm::inverse(start.linear)));
}

glm::dvec3 rotation_vector(glm::dquat q) {
    if (q.w < 0.0) q = -q;
    const glm::dvec3 axis(q.x, q.y, q.z);
    const double sine = glm::length(axis);
    if (!(sine > 0.0)) return glm::dvec3(0.0);
    return axis * (2.0 * std::atan2(sine, q.w) / sine);
}

bool is_within_limits(const glm::dvec3& v) {
    return std::fabs(v.x) <= kMaxPoseEntry && std::fabs(v.y) <= kMaxPoseEntry &&
           std::fabs(v.z) <= kMaxPoseEntry;
}

} // namespace

Pose RigidMotion::at(double t) const {
    if (t == 0.0) return start;
    const glm::dvec3 rotation = t * rotation_w;
    const glm::dmat3 linear =
        rotation == glm::dvec3(0.0) ? start.linear : rotation_by(rotation) * start.linear;
    // The center moves on a line. Without rotation, the offset is exactly 0.
    const glm::dvec3 offset = start.linear * center_body - linear * center_body;
    return {linear, (start.origin + t * velocity_w) + offset};
}

RigidMotion RigidMotion::between(const Pose& start, const Pose& end, const glm::dvec3& center_body) {
    RigidMotion motion{start, center_body, {}, {}};
    if (start.linear != end.linear) motion.rotation_w = rotation_vector(rotation_between(start, end));
    motion.velocity_w = (end.origin - start.origin) + (end.linear * center_body - start.linear * center_body);
    return motion;
}

Status check_motion_ends(const Pose& start, const Pose& end, const char* what) {
    if (Status status = check_pose(start, what); !status)
        return Error{status.error().message + " (at the start)"};
    if (Status status = check_pose(end, what); !status)
        return Error{status.error().message + " (at the end)"};
    constexpr double kTolerance = 1e-6;
    if (!is_rigid({end.linear * glm::inverse(start.linear), glm::dvec3(0.0)}, kTolerance))
        return Error{std::string(what) +
                     ": the poses at the start and at the end differ by more than a rotation and a "
                     "translation"};
    return ok();
}

Status check_motion(const RigidMotion& motion, const char* what) {
    if (Status status = check_pose(motion.start, what); !status) return status;
    if (!is_within_limits(motion.center_body))
        return Error{std::string(what) + ": the center of the motion is not finite or is beyond 1e18"};
    if (!is_within_limits(motion.velocity_w))
        return Error{std::string(what) + ": the velocity is not finite or is beyond 1e18"};
    if (!is_within_limits(motion.rotation_w))
        return Error{std::string(what) + ": the angular velocity is not finite or is beyond 1e18"};
    return ok();
}

} // namespace boxwood
