// What: poses. `a_from_b` maps coordinates of frame b to frame a: p_a = a_from_b * p_b. In products, adjacent letters
//       match: a_from_c = a_from_b * b_from_c.
// Units: lengths as in the scene (meters in the labs); quaternions are dimensionless.
// Invariants: a Pose from make_pose is finite and invertible; `linear` is rotation times scale, column-major.
// Degenerate input: check_transform rejects non-finite numbers, the zero quaternion, and translations and scales
//                   outside the limits.
// Cost: applying a pose takes 9 multiplications and 9 additions in double.
// Source: RTR 3rd ed., section 4.1 (affine transforms); [Shoemake 1985] for quaternions.
#pragma once

#ifdef BOXWOOD_FACADE_NAMES
#error                                                                                                       \
    "this file uses the layer below: include collision/api/facade.hpp instead of boxwood/boxwood.hpp, and write boxwood::api::"
#endif
#define BOXWOOD_LAYER_BELOW // boxwood/boxwood.hpp declares different types with the same names

#include "collision/core/result.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

// The transform that a user sets. It scales first, then rotates, then translates. q need not be normalized.
struct Transform {
    glm::dquat q{1.0, 0.0, 0.0, 0.0}; // w, x, y, z in GLM's constructor
    glm::dvec3 t{0.0};
    glm::dvec3 s{1.0};
};

// The affine map that the algorithms use. It can shear, for example if it is a product of scaled poses.
struct Pose {
    glm::dmat3 linear{1.0};
    glm::dvec3 origin{0.0};
};

// All code transforms vertices to world space with this function, and every exact test uses the doubles that it
// returns. The order of operations is therefore part of the contract.
inline glm::dvec3 operator*(const Pose& a_from_b, const glm::dvec3& p_b) {
    const glm::dmat3& m = a_from_b.linear;
    const glm::dvec3& o = a_from_b.origin;
    return {((m[0].x * p_b.x + m[1].x * p_b.y) + m[2].x * p_b.z) + o.x,
            ((m[0].y * p_b.x + m[1].y * p_b.y) + m[2].y * p_b.z) + o.y,
            ((m[0].z * p_b.x + m[1].z * p_b.y) + m[2].z * p_b.z) + o.z};
}
inline glm::dvec3 operator*(const Pose& a_from_b, const glm::vec3& p_b) {
    return a_from_b * glm::dvec3(p_b);
}

// Returns a_from_c.
Pose operator*(const Pose& a_from_b, const Pose& b_from_c);

// Returns b_from_a, computed by the adjugate. Requires an invertible linear part.
Pose inverse(const Pose& a_from_b);

// The inverse of a rigid pose (rotation and translation only). Uses the transpose and takes a third of the time of
// inverse().
inline Pose inverse_rigid(const Pose& a_from_b) {
    const glm::dmat3 linear = glm::transpose(a_from_b.linear);
    return {linear, -(linear * a_from_b.origin)};
}

// Returns an Error, prefixed by `what` (for example "pose 12, a"), if `transform` has an invalid number. A transform is
// valid if every component is finite, |q| > 0, and, for each component of t and s, |t| <= kMaxTranslation and kMinScale
// <= |s| <= kMaxScale.
Status check_transform(const Transform& transform, const char* what);

inline constexpr double kMaxTranslation = 1e15; // beyond this, doubles are too coarse for most scenes
// With these limits, the relative scale of two bodies is 1e-18 to 1e18. Its square is in the range of float.
inline constexpr double kMinScale = 1e-9;
inline constexpr double kMaxScale = 1e9;

// Returns world_from_body. Normalizes q. Requires that check_transform(transform) is ok.
Pose make_pose(const Transform& transform);

// Returns an Error, prefixed by `what`, if queries cannot use `pose`: a number is not finite or exceeds kMaxPoseEntry,
// or is_determinant_regular rejects the determinant of the linear part. Nearly singular poses are accepted.
Status check_pose(const Pose& pose, const char* what);

inline constexpr double kMaxPoseEntry = 1e18;

// False for a determinant that is 0, subnormal or NaN. The reciprocal of a subnormal determinant can be infinite. A
// uniform scale below 2.8e-103 has a subnormal or zero determinant.
inline bool is_determinant_regular(double determinant) {
    return std::fabs(determinant) >= std::numeric_limits<double>::min();
}

// Whether the linear part is a rotation within `tolerance` (no scale, no shear, no mirror) and the origin is finite.
// Checks the lengths of the first two columns, the angle between them, and the third column against their cross
// product.
inline bool is_rigid(const Pose& pose, double tolerance = 1e-9) {
    const glm::dvec3 &x = pose.linear[0], &y = pose.linear[1], &z = pose.linear[2];
    const glm::dvec3 defect = glm::cross(x, y) - z;
    const double worst = std::max({std::fabs(glm::dot(x, x) - 1.0), std::fabs(glm::dot(y, y) - 1.0),
                                   std::fabs(glm::dot(x, y)), std::fabs(defect.x), std::fabs(defect.y),
                                   std::fabs(defect.z)});
    // A sum propagates NaN, which std::max can ignore.
    const double sum = (defect.x + defect.y) + defect.z + (pose.origin.x + pose.origin.y + pose.origin.z) * 0.0;
    return worst <= tolerance && sum - sum == 0.0;
}

} // namespace boxwood
