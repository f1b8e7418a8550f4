// What: the descend rule, which selects the node of an overlapping pair that a traversal opens.
// Invariants: swapping the two objects and their poses does not change which nodes are opened, nor in which order. A
//     query therefore visits the same pairs of leaves in the same order for both orders of the operands.
// Source: [van den Bergen 1997] section 3 (opening the larger volume removes more volume from later tests); RTR 17.3.2
//     (alternating, which needs no computation, and opening both).
// Departs from the source: ties are broken by area, then by longest side, then by the content of the operands
//     (is_a_first). Ties are common because flat boxes have no volume.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/query/query_request.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>

#include <glm/matrix.hpp>

namespace boxwood {

// A type with the measures of a node that the rule compares, in local units.
template <class S>
concept Sized = requires(const S& of) {
    { of.volume() } -> std::same_as<float>;
    { of.half_area() } -> std::same_as<float>;
    { of.longest_side() } -> std::same_as<float>;
};

class DescentRule {
  public:
    // `is_a_first` breaks the remaining ties. With Descent::alternating, it is true if A is opened at even depths. A
    // caller that swaps the operands must negate it.
    DescentRule(const Pose& world_from_a, const Pose& world_from_b, bool is_a_first,
                Descent descent = Descent::larger_volume)
        : is_a_first_(is_a_first)
        , descent_(descent) {
        const double volume_a = std::fabs(glm::determinant(world_from_a.linear));
        const double volume_b = std::fabs(glm::determinant(world_from_b.linear));
        const double larger = std::max(volume_a, volume_b);
        volume_scale_a_ = static_cast<float>(volume_a / larger);
        volume_scale_b_ = static_cast<float>(volume_b / larger);
        // For a ratio of 1, avoids the cube root. Poses without scale, the most common ones, give this ratio.
        side_scale_a_ = volume_scale_a_ == 1.0f ? 1.0f : std::cbrt(volume_scale_a_);
        side_scale_b_ = volume_scale_b_ == 1.0f ? 1.0f : std::cbrt(volume_scale_b_);
    }

    // True if the node of A is opened. Has no meaning if a node is a leaf. `depth` is the number of descents from the
    // roots.
    template <Sized V>
    bool opens_a(const V& a, const V& b, std::uint32_t depth) const {
        if (descent_ == Descent::alternating) return (depth % 2 == 0) == is_a_first_;
        if (descent_ == Descent::longest_extent) {
            const float longest_a = a.longest_side() * side_scale_a_,
                        longest_b = b.longest_side() * side_scale_b_;
            if (longest_a != longest_b) return longest_a > longest_b;
        }
        const float volume_a = a.volume() * volume_scale_a_, volume_b = b.volume() * volume_scale_b_;
        return volume_a != volume_b ? volume_a > volume_b : opens_a_if_tied(a, b);
    }
    // True for Descent::larger_volume. Some traversals (bvh8_traversal.hpp) then compare the volumes of the nodes
    // themselves and call opens_a() only for ties.
    bool is_by_volume() const { return descent_ == Descent::larger_volume; }
    float volume_scale_a() const { return volume_scale_a_; }
    float volume_scale_b() const { return volume_scale_b_; }
    bool opens_both() const { return descent_ == Descent::simultaneous; }
    bool is_a_first() const { return is_a_first_; }

  private:
    template <Sized V>
    bool opens_a_if_tied(const V& a, const V& b) const {
        const float area_a = a.half_area() * (side_scale_a_ * side_scale_a_),
                    area_b = b.half_area() * (side_scale_b_ * side_scale_b_);
        if (area_a != area_b) return area_a > area_b;
        const float longest_a = a.longest_side() * side_scale_a_,
                    longest_b = b.longest_side() * side_scale_b_;
        if (longest_a != longest_b) return longest_a > longest_b;
        return is_a_first_;
    }

    float side_scale_a_ = 1.0f, side_scale_b_ = 1.0f; // mean scales, relative to the larger one
    float volume_scale_a_ = 1.0f, volume_scale_b_ = 1.0f;
    bool is_a_first_ = true;
    Descent descent_ = Descent::larger_volume;
};

} // namespace boxwood
