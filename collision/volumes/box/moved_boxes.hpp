// What: stores up to eight boxes inside a parent box. Each face takes one byte: its distance from the parent's face.
// Frame: the boxes' own.
// Units: a move is a number of steps; a step is 2^-8 of the parent's side.
// Invariants: the box of lane k, as returned by box(), contains the box that it was made from and lies inside the
//     parent box. All code that computes the box of a lane uses the float operations of box(). Empty lanes are 0.
// Degenerate input: the step is 0 along a flat axis. The lengths of the parent's sides can exceed the largest float.
// Cost: 48 bytes for eight boxes. Up to rounding, a face is loose by at most 1/256 of the parent's side, and by half as
//     much on average.
// Source: [Zachmann 2002] for boxes as moves of their parent's faces; [Mahovsky 2006] for moves in bytes.
// Oracle: tests/collision/hierarchy/box_tree8_test.cpp.
#pragma once

#include "collision/volumes/aabb.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace boxwood {

struct MovedBoxes {
    static constexpr std::size_t kLanes = 8;
    static constexpr std::uint8_t kMaxSteps = 255;
    using Lanes = std::array<std::uint8_t, kLanes>;

    std::array<Lanes, 3> lower{}, upper{}; // [axis][lane]; inward moves of the parent's lower and upper faces

    // Each end is scaled before the subtraction, so the step is finite for any finite box.
    static float step_of(float lower, float upper) { return upper * 0x1p-8f - lower * 0x1p-8f; }

    // Sets the moves of one lane: each face of the parent moves inwards by as many whole steps as find_steps() returns.
    // Requires that the parent contains the box.
    void set(std::size_t lane, const Aabb& parent, const Aabb& box) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<glm::length_t>(axis);
            const float step = step_of(parent.lower[k], parent.upper[k]);
            lower[axis][lane] = find_steps(parent.lower[k], box.lower[k], step, 1.0f);
            upper[axis][lane] = find_steps(parent.upper[k], box.upper[k], step, -1.0f);
        }
    }

    Aabb box(std::size_t lane, const Aabb& parent) const {
        Aabb box;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<glm::length_t>(axis);
            const float step = step_of(parent.lower[k], parent.upper[k]);
            box.lower[k] = parent.lower[k] + static_cast<float>(lower[axis][lane]) * step;
            box.upper[k] = parent.upper[k] - static_cast<float>(upper[axis][lane]) * step;
        }
        return box;
    }

  private:
    // Returns the largest number of steps after which `end` has not passed `tight`, or one step less; 0 if the parent
    // is flat or the step is NaN.
    static std::uint8_t find_steps(float end, float tight, float step, float sign) {
        const float wanted = sign * (tight - end) / step;
        auto steps = static_cast<std::uint8_t>(wanted >= 0.0f ? std::min(wanted, float{kMaxSteps}) : 0.0f);
        while (steps > 0 && !(sign * (tight - (end + sign * (static_cast<float>(steps) * step))) >= 0.0f))
            --steps;
        return steps;
    }
};
static_assert(sizeof(MovedBoxes) == 48);

} // namespace boxwood
