#include "collision/core/pose.hpp"

#include "collision/core/normalized.hpp"

#include <cmath>
#include <cstdio>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

bool is_finite(const glm::dvec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

double largest_abs(const glm::dvec3& v) {
    return std::fmax(std::fabs(v.x), std::fmax(std::fabs(v.y), std::fabs(v.z)));
}

double smallest_abs(const glm::dvec3& v) {
    return std::fmin(std::fabs(v.x), std::fmin(std::fabs(v.y), std::fabs(v.z)));
}

// Scales by the largest component, because the squares of components can overflow or underflow.
double norm(const glm::dquat& q) {
    const double largest =
        std::fmax(std::fmax(std::fabs(q.w), std::fabs(q.x)), std::fmax(std::fabs(q.y), std::fabs(q.z)));
    const double w = q.w / largest, x = q.x / largest, y = q.y / largest, z = q.z / largest;
    return largest * std::sqrt(w * w + x * x + y * y + z * z);
}

} // namespace

Pose operator*(const Pose& a_from_b, const Pose& b_from_c) {
    return {a_from_b.linear * b_from_c.linear, a_from_b * b_from_c.origin};
}

Pose inverse(const Pose& a_from_b) {
    const glm::dmat3 linear = glm::inverse(a_from_b.linear);
    return {linear, -(linear * a_from_b.origin)};
}

Status check_transform(const Transform& transform, const char* what) {
    const auto fail = [what](const char* message) { return Error{std::string(what) + ": " + message}; };
    const glm::dquat& q = transform.q;
    if (!std::isfinite(q.w) || !std::isfinite(q.x) || !std::isfinite(q.y) || !std::isfinite(q.z))
        return fail("rotation q has a number that is not finite");
    if (q.w == 0.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0)
        return fail("rotation q is the zero quaternion");
    if (!is_finite(transform.t)) return fail("translation t has a number that is not finite");
    if (largest_abs(transform.t) > kMaxTranslation) return fail("translation t is beyond 1e15");
    if (!is_finite(transform.s)) return fail("scale s has a number that is not finite");
    if (smallest_abs(transform.s) == 0.0) return fail("a component of scale s is 0");
    if (smallest_abs(transform.s) < kMinScale || largest_abs(transform.s) > kMaxScale)
        return fail("scale s is outside 1e-9 to 1e9");
    return ok();
}

Pose make_pose(const Transform& transform) {
    const glm::dquat unit = normalized(transform.q);
    const glm::dquat q = unit / norm(unit);
    glm::dmat3 linear = glm::mat3_cast(q);
    linear[0] *= transform.s.x;
    linear[1] *= transform.s.y;
    linear[2] *= transform.s.z;
    return {linear, transform.t};
}

Status check_pose(const Pose& pose, const char* what) {
    const auto fail = [what](const char* message) { return Error{std::string(what) + ": pose " + message}; };
    const glm::dmat3& m = pose.linear;
    // A sum propagates NaN and infinity.
    double sum = 0.0, largest = 0.0;
    for (const glm::dvec3& v : {m[0], m[1], m[2], pose.origin}) {
        const glm::dvec3 size = glm::abs(v);
        sum += (size.x + size.y) + size.z;
        largest = std::max({largest, size.x, size.y, size.z});
    }
    if (!std::isfinite(sum)) return fail("has a number that is not finite");
    if (largest > kMaxPoseEntry) return fail("has a number beyond 1e18");
    if (!is_determinant_regular(glm::determinant(m)))
        return fail("is singular, or its determinant is too small for a double");
    return ok();
}

} // namespace boxwood
