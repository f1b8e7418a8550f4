#include "collision/narrow_phase/compound/joint.hpp"

#include "collision/core/normalized.hpp"
#include "collision/core/numbers/number_text.hpp"

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
    const auto fail = [what](const char* reason) { return Error{std::string(what) + ": " + reason}; };
    if (!is_finite(io_joint.point_p)) return fail("the point of the joint is not finite");
    if (!is_finite(io_joint.axis_p) || io_joint.axis_p == glm::dvec3(0.0))
        return fail("the axis of the joint is not finite or has no length");
    if (!(std::fabs(io_joint.lower) <= kMaxJointPosition && std::fabs(io_joint.upper) <= kMaxJointPosition))
        return fail("the limits of the joint are not finite, or not between -10000 and 10000");
    if (io_joint.lower > io_joint.upper) return fail("the lower limit of the joint is above the upper one");
    io_joint.axis_p = normalized(io_joint.axis_p);
    return ok();
}

Status check_position(const Joint& joint, double position, std::string_view what) {
    if (position >= joint.lower && position <= joint.upper) return ok(); // false for a NaN
    const bool is_revolute = joint.kind == JointKind::revolute;
    return Error{std::string(what) + (is_revolute ? ": angle " : ": position ") + number_text(position) +
                 " is outside " + range_text(joint.lower, joint.upper) + (is_revolute ? " radians" : "")};
}

double rest_position(const Joint& joint) {
    return std::clamp(0.0, joint.lower, joint.upper);
}

Pose pose_at(const Joint& joint, double position) {
    if (joint.kind == JointKind::prismatic) return {glm::dmat3(1.0), position * joint.axis_p};
    const glm::dquat rotation(std::cos(0.5 * position), std::sin(0.5 * position) * joint.axis_p);
    const glm::dmat3 linear = glm::mat3_cast(rotation);
    return {linear, joint.point_p - linear * joint.point_p};
}

// Appends both ends of the path. For an arc, also appends the points where the tangents at the ends of each piece
// intersect. The entire arc lies on the inner side of those tangents.
void cover_path(const Joint& joint, const glm::dvec3& point_p, std::vector<glm::dvec3>& io_points_p) {
    io_points_p.push_back(pose_at(joint, joint.lower) * point_p);
    if (joint.upper == joint.lower) return;
    io_points_p.push_back(pose_at(joint, joint.upper) * point_p);
    if (joint.kind == JointKind::prismatic) return;
    const double range = std::min(joint.upper - joint.lower, 2.0 * std::numbers::pi);
    const int pieces = static_cast<int>(std::ceil(range / kArcStep));
    const double step = range / pieces;
    const glm::dvec3 on_axis_p =
        joint.point_p + glm::dot(point_p - joint.point_p, joint.axis_p) * joint.axis_p;
    const glm::dvec3 tangent_intersection_p = on_axis_p + (point_p - on_axis_p) / std::cos(0.5 * step);
    for (int piece = 0; piece < pieces; ++piece)
        io_points_p.push_back(pose_at(joint, joint.lower + (piece + 0.5) * step) * tangent_intersection_p);
}

} // namespace boxwood
