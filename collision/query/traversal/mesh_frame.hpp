// What: maps world points to the frame of a mesh, with a bound on the error, to test them against the boxes of its
//     hierarchy.
// Frame: mesh_from_world is the inverse of the linear part of the pose.
// Invariants: let x be the exact position of a triangle's point in the mesh's frame. Let y be its world position, which
//     is the convex combination of the world vertices (pose * p in double). If the coordinates of y have absolute
//     values of at most `bound`, map(y), computed in double, differs from x by at most error_at(bound) along each axis.
//     This also holds for the points of a ray whose origin and direction are mapped, if the coordinates of the origin
//     have absolute values of at most `bound`.
// Degenerate input: for a nearly singular pose, the error is large or is_usable() is false; all boxes are then visited.
// Source: forward error analysis by residuals as in [Higham 2002] section 14.1.
// Oracle: ray_cast_test and closest_point_test, at scales and positions from 1e-9 to 1e15.
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
        : mesh_from_world_(glm::inverse(world_from_mesh.linear))
        , size_(abs_of(mesh_from_world_))
        , origin_(world_from_mesh.origin) {
        constexpr double kUnit = 0x1p-53;
        const glm::dvec3 corner = farthest_corner(bounds);
        const glm::dmat3 absolute = abs_of(world_from_mesh.linear);
        farthest_w_ = absolute * corner + abs_of(origin_);
        sides_w_ = absolute * (glm::dvec3(bounds.upper) - glm::dvec3(bounds.lower));
        const glm::dmat3 residual = abs_of(mesh_from_world_ * world_from_mesh.linear - glm::dmat3(1.0));
        error_ = residual * corner + (8.0 * kUnit) * ((size_ * absolute) * corner) +
                 (kRoundings * kUnit) * (size_ * (farthest_w_ + abs_of(origin_)));
        const double sum = (error_.x + error_.y) + error_.z + glm::determinant(mesh_from_world_) * 0.0;
        is_usable_ = std::isfinite(sum);
    }

    bool is_usable() const { return is_usable_; }
    glm::dvec3 map(const glm::dvec3& point_w) const { return mesh_from_world_ * (point_w - origin_); }
    glm::dvec3 map_direction(const glm::dvec3& direction_w) const { return mesh_from_world_ * direction_w; }
    // Error bound of map() for points whose coordinates have absolute values of at most bound_w.
    glm::dvec3 error_at(const glm::dvec3& bound_w) const {
        return error_ + (kRoundings * 0x1p-53) * (size_ * bound_w);
    }
    // Upper bounds on the absolute world coordinates of all vertices.
    const glm::dvec3& farthest_w() const { return farthest_w_; }
    // The sides of a world box around the bounds, except for rounding.
    const glm::dvec3& sides_w() const { return sides_w_; }

  private:
    // Twice the number of roundings in world vertices, differences, products and sums.
    static constexpr double kRoundings = 32.0;

    glm::dmat3 mesh_from_world_;
    glm::dmat3 size_; // absolute values of mesh_from_world_
    glm::dvec3 origin_;
    glm::dvec3 farthest_w_{0.0}, sides_w_{0.0}, error_{0.0};
    bool is_usable_ = false;
};

} // namespace boxwood::detail
