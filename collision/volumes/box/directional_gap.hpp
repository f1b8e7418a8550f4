// What: bounds the distance of two volumes from below, by their intervals along three orthogonal world directions, in
//     double. The bound is tight for objects that are far from each other or from the origins of their frames. It is
//     also tight under scales and shears that make a gap in either object's frame loose.
// Frame: the world. aim() sets the first direction: ideally from the nearest point of A to the nearest point of B.
// Invariants: a lower bound on the squared distance that triangle_distance.hpp computes between world triangles, with
//     vertices pose * p in double. With u = 2^-53, poses (L, o) and farthest points p, each gap along a unit direction
//     n has an error of at most |n| . (7 u (|o_a| + |o_b|) + 2^-45 (|L_a| p_a + |L_b| p_b)). It consists of the
//     rounding of pose * p, of n . (o_b - o_a) and of the intervals. More than twice this error is subtracted. The
//     factor kRoundedDown covers the deviation of the directions from orthogonality and the rounding of the triangle
//     distance. The error therefore depends on the sizes of the meshes and on ulps of the largest world coordinate, but
//     not on the distance between the meshes.
// Degenerate input: any finite poses, including singular ones; a zero or non-finite direction is replaced by the x
//     axis.
// Cost: 25 ns for two boxes, 60 ns for two oriented boxes, 120 ns for two k-DOPs; aim() takes 60 ns.
// Source: separating directions as in [Gottschalk 1996]; error analysis as in relative_pose.hpp.
// Oracle: tests/contracts/volume_contract_test.cpp; tests/contracts/distance_sweep_test.cpp.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/volumes/volume_interval.hpp"

#include <array>

namespace boxwood {

// An orthonormal basis in columns; the first column is along n.
glm::dmat3 directions_along(const glm::dvec3& n);

class DirectionalGap {
  public:
    // bounds_* contain all points that the volumes were fitted to. Aims from the center of bounds_a to the center of
    // bounds_b.
    DirectionalGap(const Pose& world_from_a, const Pose& world_from_b, const Aabb& bounds_a,
                   const Aabb& bounds_b);

    void aim(const glm::dvec3& from_a_to_b);

    template <Volume V>
    double find_squared(const V& a, const V& b) const {
        double squared = 0.0;
        for (const Direction& along : directions_) squared += find_squared_along(along, a, b);
        return kRoundedDown * squared;
    }

    // Returns whether the bound for two volumes or triangles exceeds `squared`. The first direction alone decides most
    // pairs.
    template <class V>
    bool are_beyond(const V& a, const V& b, double squared) const {
        double sum = 0.0;
        for (const Direction& along : directions_) {
            sum += find_squared_along(along, a, b);
            if (kRoundedDown * sum > squared) return true;
        }
        return false;
    }

    // For the two intervals along a unit vector n: the gap between them (0 if they overlap; no error bound is
    // subtracted) and the sum of their lengths.
    struct Along {
        double gap = 0.0, width = 0.0;
    };
    Along measure_along(const glm::dvec3& n, const Aabb& a, const Aabb& b) const;
    const glm::dvec3& aimed() const { return aimed_; } // the first direction

  private:
    static constexpr double kRoundedDown = 1.0 - 0x1p-46;

    // A world unit vector n expressed in both frames: n . (pose * p) = in . p + n . origin.
    struct Direction {
        glm::dvec3 in_a{0.0}, in_b{0.0};
        double offset = 0.0; // n . (origin_b - origin_a)
        double error_bound = 0.0;
    };
    Direction make_direction(const glm::dvec3& n) const;
    template <class V>
    static double find_squared_along(const Direction& along, const V& a, const V& b) {
        const VolumeInterval of_a = interval_along(a, along.in_a), of_b = interval_along(b, along.in_b);
        const double gap =
            std::max((along.offset + of_b.lower) - of_a.upper, of_a.lower - (along.offset + of_b.upper)) -
            along.error_bound;
        return gap > 0.0 ? gap * gap : 0.0;
    }

    glm::dmat3 linear_a_, linear_b_;
    glm::dvec3 offset_;   // from A's origin to B's, in the world
    glm::dvec3 rounding_; // bounds the error of a gap, per world axis
    glm::dvec3 aimed_{1.0, 0.0, 0.0};
    std::array<Direction, 3> directions_;
};

} // namespace boxwood
