// What: tests N pairs of spheres, boxes or k-DOPs at once, lane by lane. Also tests one pair of boxes with a single
//     vector comparison.
// Frame: all volumes are in the same frame; k-DOPs can be translated relative to each other.
// Invariants: each lane gives the result of the scalar test that the function's comment names, by the same operations
//     in the same order. Unused lanes of boxes and k-DOPs contain the empty volume, which overlaps nothing. Unused
//     lanes of spheres have the radius NaN, which overlaps nothing. A NaN coordinate does not separate boxes.
// Cost: branch-free; two vector comparisons per axis for boxes, k/2 intervals for k-DOPs.
// Source: RTR 16.13.1, 16.13.3, 16.13.4; [Ericson 2005] section 4.2 (negated maxima).
// Departs from the source: the number of lanes is a parameter.
// Oracle: the scalar tests.
#pragma once

#include "collision/volumes/kdop.hpp"
#include "collision/volumes/simd/sphere_box_lanes.hpp"
#include "collision/volumes/swept/sphere.hpp"

#include <cstdint>

namespace boxwood {
namespace detail {

// Loops over lanes use no intrinsics because compilers vectorize each statement to one instruction.
template <std::size_t N>
using Lanes = std::array<float, N>;

template <std::size_t N>
std::uint32_t bits_of(const std::array<std::uint32_t, N>& is_separated) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < N; ++i) bits |= is_separated[i] != 0 ? 0u : 1u << i;
    return bits;
}

} // namespace detail

// Tests one pair in float, as each lane does. Requires non-empty spheres. Without overflow and underflow, rounding can
// change the result only if the distance and the sum of the radii differ by less than 10^-6 of the distance.
inline bool overlaps_in_float(const Sphere& a, const Sphere& b) {
    const float x = a.center.x - b.center.x, y = a.center.y - b.center.y, z = a.center.z - b.center.z,
                r = a.radius + b.radius;
    return (x * x + y * y) + z * z <= r * r;
}

// Bit i: sphere i of a overlaps sphere i of b, as in overlaps_in_float.
template <std::size_t N>
std::uint32_t find_overlaps(const SphereLanes<N>& a, const SphereLanes<N>& b) {
    std::array<std::uint32_t, N> is_separated;
    for (std::size_t i = 0; i < N; ++i) {
        const float x = a.center[0][i] - b.center[0][i], y = a.center[1][i] - b.center[1][i],
                    z = a.center[2][i] - b.center[2][i], r = a.radius[i] + b.radius[i];
        is_separated[i] = (x * x + y * y) + z * z <= r * r ? 0 : 1;
    }
    return detail::bits_of(is_separated);
}

// Bit i: box i of a overlaps box i of b. Boxes are disjoint iff a_min > b_max or b_min > a_max on some axis, so NaN
// separates nothing. Without NaN, the result equals overlap(Aabb, Aabb).
template <std::size_t N>
std::uint32_t find_overlaps(const BoxColumns<N>& a, const BoxColumns<N>& b) {
    std::array<std::uint32_t, N> is_separated{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < N; ++i)
            is_separated[i] |= static_cast<std::uint32_t>(a.lower[axis][i] > b.upper[axis][i]) |
                               static_cast<std::uint32_t>(b.lower[axis][i] > a.upper[axis][i]);
    return detail::bits_of(is_separated);
}

// N k-DOPs in columns; a lane that was never set contains the empty DOP.
template <int K, std::size_t N>
struct KdopColumns {
    std::array<detail::Lanes<N>, K / 2> lower, upper; // per direction

    KdopColumns() {
        for (std::size_t lane = 0; lane < N; ++lane) set(lane, Kdop<K>{});
    }
    void set(std::size_t lane, const Kdop<K>& dop) {
        for (std::size_t i = 0; i < K / 2; ++i) {
            lower[i][lane] = dop.lower[i];
            upper[i][lane] = dop.upper[i];
        }
    }
};

// Returns the components of the translation along each direction, which are added to both ends of the slabs of the
// translated k-DOPs. They are computed in float, so the caller must enlarge the intervals by their rounding error.
template <int K>
std::array<float, K / 2> project_translation(const glm::vec3& t) {
    std::array<float, K / 2> shifts{};
    for (std::size_t i = 0; i < K / 2; ++i) {
        const auto& n = Kdop<K>::kDirections[i];
        shifts[i] = (static_cast<float>(n[0]) * t.x + static_cast<float>(n[1]) * t.y) +
                    static_cast<float>(n[2]) * t.z;
    }
    return shifts;
}

// Tests one pair in float, as each lane does; b is translated by `shifts`.
template <int K>
bool overlap_translated(const Kdop<K>& a, const Kdop<K>& b, const std::array<float, K / 2>& shifts) {
    for (std::size_t i = 0; i < K / 2; ++i)
        if (a.lower[i] > b.upper[i] + shifts[i] || b.lower[i] + shifts[i] > a.upper[i]) return false;
    return true;
}

// Bit i: DOP i of a overlaps DOP i of b translated by `shifts`, as in overlap_translated.
template <int K, std::size_t N>
std::uint32_t find_overlaps(const KdopColumns<K, N>& a, const KdopColumns<K, N>& b,
                            const std::array<float, K / 2>& shifts) {
    std::array<std::uint32_t, N> is_separated{};
    for (std::size_t k = 0; k < K / 2; ++k)
        for (std::size_t i = 0; i < N; ++i)
            is_separated[i] |= static_cast<std::uint32_t>(a.lower[k][i] > b.upper[k][i] + shifts[k]) |
                               static_cast<std::uint32_t>(b.lower[k][i] + shifts[k] > a.upper[k][i]);
    return detail::bits_of(is_separated);
}

// A box as [min, -max]: one vector comparison of six numbers then decides overlap.
struct NegatedBox {
    std::array<float, 8> ends{}; // two unused
    explicit NegatedBox(const Aabb& box)
        : ends{box.lower.x, box.lower.y, box.lower.z, 0.0f, -box.upper.x, -box.upper.y, -box.upper.z, 0.0f} {}
};

// Gives the result of overlap(Aabb, Aabb): a_min <= b_max and -a_max <= -b_min, lane by lane.
inline bool overlap(const NegatedBox& a, const NegatedBox& b) {
    std::uint32_t is_separated = 0;
    for (std::size_t i = 0; i < 8; ++i)
        is_separated |= static_cast<std::uint32_t>(a.ends[i] > -b.ends[(i + 4) % 8]);
    return is_separated == 0;
}

} // namespace boxwood
