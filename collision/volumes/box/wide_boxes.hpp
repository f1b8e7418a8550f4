// What: up to eight boxes as bytes: where each side lies on a grid of 255 steps over the box around them all.
// Frame: that of the boxes.
// Invariants: lane k's box, as box() has it, contains the box that it was made of; side q of an axis is
//     origin + q * step, two roundings in float, in every arithmetic that reads it. Lanes that hold nothing are 0.
// Degenerate input: flat boxes have a step of 0 there. A range beyond that of float ends at infinity.
// Cost: 72 bytes for eight boxes. A side moves by at most 1/255 of the range, on the mean half of that.
// Source: [Ylitie 2017] section 3 for boxes on a grid per node.
// Departs from the source: steps are any float, not powers of two, so that the grid ends where the boxes do.
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

    // Requires 1 to kLanes boxes that are not empty.
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
