// What: stores up to eight boxes, quantized to bytes. Each side of a box lies on a grid of 255 steps over the box that
//     encloses all of them.
// Frame: the boxes' own.
// Invariants: the box of lane k, as returned by box(), contains the box that it was made from. All code that reads side
//     q of an axis computes origin + q * step, with two float roundings; only the kernels of simd/ray_boxes.hpp use
//     other operations, and enlarge their intervals to cover the difference. The bytes of unused lanes are 0.
// Degenerate input: the step is 0 along a flat axis. If the boxes span more than the largest float, the grid ends at
//     infinity.
// Cost: 72 bytes for eight boxes. Up to rounding, a side moves outwards by at most 1/255 of the enclosing box's extent,
//     and by half of this on average.
// Source: [Ylitie 2017] section 3 for boxes on a grid per node.
// Departs from the source: a step can be any float, not only a power of two, so the grid ends where the boxes end.
// Oracle: tests/collision/volumes/wide_boxes_test.cpp.
#pragma once

#include "collision/volumes/aabb.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace boxwood {

struct WideBoxes {
    static constexpr std::size_t kLanes = 8;
    using Lanes = std::array<std::uint8_t, kLanes>;

    std::array<float, 3> origin{}, step{};
    std::array<Lanes, 3> lower{}, upper{}; // [axis][lane]

    // Requires 1 to kLanes non-empty boxes.
    static WideBoxes make(std::span<const Aabb> boxes);

    Aabb box(std::size_t lane) const {
        Aabb box;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<glm::length_t>(axis);
            box.lower[k] = origin[axis] + static_cast<float>(lower[axis][lane]) * step[axis];
            box.upper[k] = origin[axis] + static_cast<float>(upper[axis][lane]) * step[axis];
        }
        return box;
    }
};
static_assert(sizeof(WideBoxes) == 72);

} // namespace boxwood
