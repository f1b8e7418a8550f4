#include "collision/narrow_phase/joint.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

bool is_finite(const glm::dvec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

} // namespace

Status check_joint(Joint& io_joint, std::string_view what) {
    const auto fail = [what](const char* why) { return Error{std::string(what) + ": " + why}; };
    if (!is_finite(io_joint.point_p)) return fail("the point of the joint is not finite");
    const double length = glm::length(io_joint.axis_p);
    if (!std::isfinite(length) || length == 0.0)
        return fail("the axis of the joint is not finite or has no length");
    if (!(std::fabs(io_joint.lower) <= kMaxJointAngle && std::fabs(io_joint.upper) <= kMaxJointAngle))
        return fail("the limits of the joint are not finite or beyond 10000 radians");
    if (io_joint.lower > io_joint.upper) return fail("the lower limit of the joint is above the upper one");
    io_joint.axis_p /= length;
    return ok();
}

Status check_angle(const Joint& joint, double angle, std::string_view what) {
    if (angle >= joint.lower && angle <= joint.upper) return ok(); // false for what is not a number
    return Error{std::string(what) + ": angle " + std::to_string(angle) + " is outside " +
                 std::to_string(joint.lower) + " to " + std::to_string(joint.upper) + " radians"};
}

double rest_angle(const Joint& joint) {
    return std::clamp(0.0, joint.lower, joint.upper);
}

Pose turn_about(const Joint& joint, double angle) {
    const glm::dquat turn(std::cos(0.5 * angle), std::sin(0.5 * angle) * joint.axis_p);
    const glm::dmat3 linear = glm::mat3_cast(turn);
    return {linear, joint.point_p - linear * joint.point_p};
}

// The ends of the arc, and where the tangents at the ends of its pieces meet: all of the arc lies on the inner
// side of those tangents.
void cover_arc(const Joint& joint, const glm::dvec3& point_p, std::vector<glm::dvec3>& io_points_p) {
    const double range = std::min(joint.upper - joint.lower, 2.0 * std::numbers::pi);
    const int pieces = static_cast<int>(std::ceil(range / kArcStep));
    io_points_p.push_back(turn_about(joint, joint.lower) * point_p);
    if (pieces == 0) return;
    io_points_p.push_back(turn_about(joint, joint.upper) * point_p);
    const double step = range / pieces;
    const glm::dvec3 on_axis_p =
        joint.point_p + glm::dot(point_p - joint.point_p, joint.axis_p) * joint.axis_p;
    const glm::dvec3 where_tangents_meet_p = on_axis_p + (point_p - on_axis_p) / std::cos(0.5 * step);
    for (int piece = 0; piece < pieces; ++piece)
        io_points_p.push_back(turn_about(joint, joint.lower + (piece + 0.5) * step) * where_tangents_meet_p);
}

} // namespace boxwood
