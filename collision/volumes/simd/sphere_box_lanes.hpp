// What: tests N spheres against N boxes at once, lane by lane or all against all.
// Frame: all in the same frame.
// Invariants: each lane is bitwise the result of overlaps_in_float. Unused lanes of boxes contain the empty box, which
//     no sphere with a radius below 2^64 overlaps (larger squares overflow). Unused lanes of spheres have the radius
//     NaN and overlap nothing. A NaN coordinate does not separate.
// Cost: 5 ns for 4 lanes, branch-free.
// Source: [Ericson 2005] section 4.4 on SIMD; RTR 16.13.2.
// Departs from the source: the number of lanes is a parameter. Tests all against all by rotating the lanes of the
//     boxes.
// Oracle: overlaps_in_float.
#pragma once

#include "collision/volumes/swept/sphere_box.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

namespace boxwood {

template <std::size_t N>
struct SphereLanes {
    std::array<std::array<float, N>, 3> center{}; // per axis
    std::array<float, N> radius;

    SphereLanes() { radius.fill(std::numeric_limits<float>::quiet_NaN()); }

    void set(std::size_t lane, const Sphere& sphere) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            center[axis][lane] = sphere.center[static_cast<int>(axis)];
        radius[lane] = sphere.radius;
    }
};

template <std::size_t N>
struct BoxColumns {
    std::array<std::array<float, N>, 3> lower, upper; // per axis

    BoxColumns() {
        for (std::size_t lane = 0; lane < N; ++lane) set(lane, Aabb{});
    }
    void set(std::size_t lane, const Aabb& box) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            lower[axis][lane] = box.lower[static_cast<int>(axis)];
            upper[axis][lane] = box.upper[static_cast<int>(axis)];
        }
    }
};

// Tests one pair in float, as each lane does. Requires a non-empty sphere.
inline bool overlaps_in_float(const Sphere& sphere, const Aabb& box) {
    float squared = 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
        const float below = box.lower[axis] - sphere.center[axis],
                    above = sphere.center[axis] - box.upper[axis];
        const float e = (below > 0.0f ? below : 0.0f) + (above > 0.0f ? above : 0.0f);
        squared += e * e;
    }
    return squared <= sphere.radius * sphere.radius;
}

namespace detail {

// boxes: the columns of lower ends on the three axes, then the columns of upper ends. Columns need not be aligned.
template <std::size_t N>
std::uint32_t find_overlaps(const SphereLanes<N>& spheres, const std::array<const float*, 6>& boxes) {
#if defined(__GNUC__)
    typedef float Floats __attribute__((vector_size(sizeof(float) * N)));
    typedef std::int32_t Verdicts __attribute__((vector_size(sizeof(float) * N)));
    Floats squared = {}, radius;
    const Floats zero = {};
    std::memcpy(&radius, spheres.radius.data(), sizeof(radius));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Floats center, lower, upper;
        std::memcpy(&center, spheres.center[axis].data(), sizeof(center));
        std::memcpy(&lower, boxes[axis], sizeof(lower));
        std::memcpy(&upper, boxes[axis + 3], sizeof(upper));
        const Floats below = lower - center, above = center - upper;
        const Floats e = (below > zero ? below : zero) + (above > zero ? above : zero);
        squared += e * e;
    }
    const Verdicts verdicts = squared <= radius * radius;
    std::array<std::int32_t, N> is_overlapping;
    std::memcpy(is_overlapping.data(), &verdicts, sizeof(is_overlapping));
    std::uint32_t bits = 0;
    for (std::size_t lane = 0; lane < N; ++lane) bits |= is_overlapping[lane] ? 1u << lane : 0u;
    return bits;
#else
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < N; ++i) {
        const Sphere sphere{{spheres.center[0][i], spheres.center[1][i], spheres.center[2][i]},
                            spheres.radius[i]};
        const Aabb box{{boxes[0][i], boxes[1][i], boxes[2][i]}, {boxes[3][i], boxes[4][i], boxes[5][i]}};
        bits |= overlaps_in_float(sphere, box) ? 1u << i : 0u;
    }
    return bits;
#endif
}

} // namespace detail

// Bit i: sphere i overlaps box i. N is 4, 8 or 16.
template <std::size_t N>
std::uint32_t find_overlaps(const SphereLanes<N>& spheres, const BoxColumns<N>& boxes) {
    return detail::find_overlaps<N>(spheres,
                                    {boxes.lower[0].data(), boxes.lower[1].data(), boxes.lower[2].data(),
                                     boxes.upper[0].data(), boxes.upper[1].data(), boxes.upper[2].data()});
}

// Bit j of entry i: sphere i overlaps box j.
template <std::size_t N>
std::array<std::uint32_t, N> find_all_overlaps(const SphereLanes<N>& spheres, const BoxColumns<N>& boxes) {
    std::array<std::array<float, 2 * N>, 6> twice; // each column twice: reading from k rotates it by k lanes
    for (std::size_t c = 0; c < 6; ++c) {
        const auto& column = c < 3 ? boxes.lower[c] : boxes.upper[c - 3];
        std::copy(column.begin(), column.end(), twice[c].begin());
        std::copy(column.begin(), column.end(), twice[c].begin() + N);
    }
    std::array<std::uint32_t, N> overlaps{};
    for (std::size_t k = 0; k < N; ++k) {
        const std::uint32_t bits = detail::find_overlaps<N>(
            spheres, {&twice[0][k], &twice[1][k], &twice[2][k], &twice[3][k], &twice[4][k], &twice[5][k]});
        for (std::size_t i = 0; i < N; ++i) overlaps[i] |= ((bits >> i) & 1u) << ((i + k) % N);
    }
    return overlaps;
}

} // namespace boxwood
