// What: maps world points to the frame of a mesh, with a bound on the error, to test them against the boxes of its
//     hierarchy.
// Invariants: let x be the exact position of a triangle's point in the mesh's frame. Let y be the same convex
//     combination of the triangle's world vertices, which are computed as pose * p in double. If the coordinates of y
//     have absolute values of at most bound_w, map(y), computed in double, differs from x by at most error_at(bound_w)
//     along each axis. The same bound holds for the difference between x and map(origin) + t * map_direction(direction)
//     if y = origin + t * direction and the coordinates of the origin also have absolute values of at most bound_w.
// Degenerate input: for a nearly singular pose, the error is large or is_usable() is false; all boxes are then visited.
// Source: forward error analysis by residuals as in [Higham 2002] section 14.1.
// Oracle: ray_cast_test and closest_point_test, at scales from 1e-9 to 300 and positions up to 1e15.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/volumes/aabb.hpp"
#include "collision/volumes/relative_pose.hpp"

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood::detail {

class MeshFrame {
  public:
    MeshFrame(const Pose& world_from_mesh, const Aabb& bounds)
        : inverse_(glm::inverse(world_from_mesh.linear))
        , abs_inverse_(abs_of(inverse_))
        , origin_(world_from_mesh.origin) {
        constexpr double kUnit = 0x1p-53;
        const glm::dvec3 corner = farthest_corner(bounds);
        const glm::dmat3 absolute = abs_of(world_from_mesh.linear);
        farthest_w_ = absolute * corner + abs_of(origin_);
        sides_w_ = absolute * (glm::dvec3(bounds.upper) - glm::dvec3(bounds.lower));
        const glm::dmat3 residual = abs_of(inverse_ * world_from_mesh.linear - glm::dmat3(1.0));
        error_ = residual * corner + (8.0 * kUnit) * ((abs_inverse_ * absolute) * corner) +
                 (kRoundings * kUnit) * (abs_inverse_ * (farthest_w_ + abs_of(origin_)));
        const double sum = (error_.x + error_.y) + error_.z + glm::determinant(inverse_) * 0.0;
        is_usable_ = std::isfinite(sum);
    }

    bool is_usable() const { return is_usable_; }
    glm::dvec3 map(const glm::dvec3& point_w) const { return inverse_ * (point_w - origin_); }
    glm::dvec3 map_direction(const glm::dvec3& direction_w) const { return inverse_ * direction_w; }
    // Error bound of map() for points whose coordinates have absolute values of at most bound_w.
    glm::dvec3 error_at(const glm::dvec3& bound_w) const {
        return error_ + (kRoundings * 0x1p-53) * (abs_inverse_ * bound_w);
    }
    // Upper bounds on the absolute world coordinates of all vertices.
    const glm::dvec3& farthest_w() const { return farthest_w_; }
    // The sides of a world box around the bounds, except for rounding.
    const glm::dvec3& sides_w() const { return sides_w_; }

  private:
    // At least twice the number of roundings on the way from p to map(y): 4 for a world vertex, 1 for the difference, 3
    // for the product.
    static constexpr double kRoundings = 32.0;

    glm::dmat3 inverse_;     // of the linear part of the pose
    glm::dmat3 abs_inverse_; // its absolute values
    glm::dvec3 origin_;
    glm::dvec3 farthest_w_{0.0}, sides_w_{0.0}, error_{0.0};
    bool is_usable_ = false;
};

} // namespace boxwood::detail
