#include "collision/volumes/relative_pose.hpp"

#include "collision/volumes/simd/relation_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace boxwood {

RelativePose relate_poses(const Pose& world_from_a, const Pose& world_from_b, const glm::dvec3& farthest_a,
                          const glm::dvec3& farthest_b) {
    return list_relation_kernels().front().relate_poses(world_from_a, world_from_b, farthest_a, farthest_b);
}

// Let l_i be the lengths of the columns of P and c_ij the cosines between them. Then 2 |c_ij l_i v_i l_j v_j| is at
// most |c_ij| (l_i^2 v_i^2 + l_j^2 v_j^2) (Gershgorin, on normalized columns). The smallest eigenvalue of the 3x3
// matrix of cosines is at least 4 det / trace^2. If shear makes a weight from the first bound smaller than this value,
// all three weights use this value.
std::array<double, 3> bound_squared_norm(const glm::dmat3& p) {
    constexpr double kRounding = 1e-14; // of a cosine, and of the determinant of normalized columns
    std::array<double, 3> squares{}, weights{};
    glm::dmat3 unit;
    for (int i = 0; i < 3; ++i) {
        squares[static_cast<std::size_t>(i)] = glm::dot(p[i], p[i]);
        unit[i] = p[i] / std::sqrt(squares[static_cast<std::size_t>(i)]);
    }
    const double xy = std::fabs(glm::dot(unit[0], unit[1])) + kRounding,
                 yz = std::fabs(glm::dot(unit[1], unit[2])) + kRounding,
                 zx = std::fabs(glm::dot(unit[2], unit[0])) + kRounding;
    std::array<double, 3> shares{1.0 - (xy + zx), 1.0 - (xy + yz), 1.0 - (yz + zx)};
    const double volume = std::max(std::fabs(glm::determinant(unit)) - kRounding, 0.0);
    const double eigenvalue = 4.0 / 9.0 * volume * volume;
    if (!(std::min(shares[0], std::min(shares[1], shares[2])) >= eigenvalue)) shares.fill(eigenvalue);
    for (std::size_t i = 0; i < 3; ++i) {
        weights[i] = shares[i] * (1.0 - kRounding) * squares[i];
        if (!(weights[i] > 0.0)) weights[i] = 0.0; // also replaces NaN
    }
    return weights;
}

double bound_stretch(const glm::dmat3& m) {
    const glm::dmat3 gram = abs_of(glm::transpose(m) * m);
    const double row_sum = largest_of(gram * glm::dvec3(1.0)), trace = gram[0][0] + gram[1][1] + gram[2][2];
    return std::sqrt(std::min(row_sum, trace)) * (1.0 + 0x1p-45);
}

AffineRelation make_affine_relation(const Pose& world_from_a, const Pose& world_from_b, const Aabb& bounds_a,
                                    const Aabb& bounds_b, OverlapTest test) {
    constexpr double kReach = 16.0; // volumes extend beyond their points by less than 16 times their size
    constexpr double kRounding = 0x1p-43; // exceeds the relative rounding error of any test in double
    constexpr double kSimilar = 0x1p-46;
    const glm::dvec3 farthest_a = farthest_corner(bounds_a), farthest_b = farthest_corner(bounds_b);
    const RelativePose pose = relate_poses(world_from_a, world_from_b, farthest_a, farthest_b);

    AffineRelation relation{.m = pose.m, .t = pose.t, .test = test};
    relation.stretch = bound_stretch(pose.m);
    const glm::dmat3 gram = glm::transpose(pose.m) * pose.m;
    const double squared_scale = (gram[0][0] + gram[1][1] + gram[2][2]) / 3.0;
    const glm::dmat3 defect = abs_of(gram - glm::dmat3(squared_scale));
    relation.is_similar = largest_of(defect * glm::dvec3(1.0)) <= kSimilar * squared_scale;
    relation.scale = std::sqrt(squared_scale);
    const double reach =
        glm::length(farthest_a) + glm::length(pose.t) + relation.stretch * glm::length(farthest_b);
    relation.error_bound = (glm::length(pose.displacement) + kReach * kRounding * reach) * (1.0 + kRounding);
    const std::array<double, 3> weights = bound_squared_norm(world_from_a.linear);
    relation.squared_world_scale = std::min(weights[0], std::min(weights[1], weights[2])) * (1.0 - kRounding);
    return relation;
}

} // namespace boxwood
