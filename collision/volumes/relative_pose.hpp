// What: computes the relative pose of B in A's frame, a bound on its error, and bounds on how it scales lengths. The
//     pair transform of every volume type is computed from them.
// Frame: a_from_b maps B's frame to A's.
// Invariants: the ground truth consists of the world vertices pose * p, computed in double. If these vertices of both
//     objects are mapped back to A's frame exactly, the offset from a vertex p_a of A to a vertex p_b of B differs from
//     (m * p_b + t) - p_a by at most `displacement` per axis of A. Here, m and t count as exact. The bound includes the
//     rounding of pose * p for both objects. It also includes the error of the relative pose (by residuals, without
//     assuming an exact inverse).
// Degenerate input: a pose too close to singular makes the displacement infinite; then nothing is separated.
// Cost: 0.05 us with AVX2, once per object pair.
// Source: forward error analysis of a 3x3 inverse as in [Higham 2002] section 14.1.
// Oracle: tests/collision/volumes/relative_pose_test.cpp in long double.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/volumes/aabb.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {

struct RelativePose {
    glm::dmat3 m{1.0};
    glm::dvec3 t{0.0};
    glm::dvec3 displacement{0.0};
};

// farthest_*: bounds on |p|, per axis of the object's own frame, over all relevant points.
RelativePose relate_poses(const Pose& world_from_a, const Pose& world_from_b, const glm::dvec3& farthest_a,
                          const glm::dvec3& farthest_b);

// The componentwise absolute value. Clears the sign bit, while glm::abs compares.
inline glm::dvec3 abs_of(const glm::dvec3& v) {
    return {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)};
}
inline glm::dmat3 abs_of(const glm::dmat3& m) {
    return {abs_of(m[0]), abs_of(m[1]), abs_of(m[2])};
}
inline double largest_of(const glm::dvec3& v) {
    return std::max(v.x, std::max(v.y, v.z));
}

// The largest |p| of the corners, per axis.
inline glm::dvec3 farthest_corner(const Aabb& box) {
    const glm::dvec3 lower = abs_of(glm::dvec3(box.lower)), upper = abs_of(glm::dvec3(box.upper));
    return {std::max(lower.x, upper.x), std::max(lower.y, upper.y), std::max(lower.z, upper.z)};
}

// Returns weights w such that |p v|^2 >= sum w_i v_i^2 for all v. If p has no shear, the weights are the squared
// scales, up to rounding.
std::array<double, 3> bound_squared_norm(const glm::dmat3& p);

// Returns an upper bound on |m v| / |v|. If m scales uniformly, the bound is the scale, up to rounding.
double bound_stretch(const glm::dmat3& m);

// The pair transform of all volumes except AABBs and k-DOPs. Tests that use it compute in double precision. Real is
// double or a type that counts operations: the overlap tests are templates so that the counted code is the production
// code.
template <class Real>
struct AffineRelationOf {
    glm::mat<3, 3, Real> m{1.0};
    glm::vec<3, Real> t{0.0};
    Real error_bound = 0.0; // bounds the length of the displacement plus all rounding of a test in double
    Real stretch = 1.0;     // upper bound on |m v| / |v|
    Real scale = 1.0;       // scale of m, if is_similar
    bool is_similar = true; // m is a rotation, possibly mirrored, times scale, up to double rounding
    // A squared distance in A's frame, multiplied by this factor, is a lower bound on the squared world distance.
    Real squared_world_scale = 1.0;
    OverlapTest test = OverlapTest::sat;
};
using AffineRelation = AffineRelationOf<double>;

// Requires invertible poses. bounds_a and bounds_b must contain all points that the volumes were fitted to. The volumes
// must extend beyond these bounds by less than 16 times the size of the bounds.
AffineRelation make_affine_relation(const Pose& world_from_a, const Pose& world_from_b, const Aabb& bounds_a,
                                    const Aabb& bounds_b, OverlapTest test);

} // namespace boxwood
