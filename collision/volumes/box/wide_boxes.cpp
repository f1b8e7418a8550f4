#include "collision/volumes/box/wide_boxes.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

constexpr int kSteps = 255;

float side(float origin, float step, int q) {
    return origin + static_cast<float>(q) * step;
}

// Returns a step for which the last grid line reaches `upper`; it is no larger than necessary, except for rounding.
float find_step(float origin, float upper) {
    const double range = static_cast<double>(upper) - static_cast<double>(origin);
    float step = round_up(range / kSteps);
    while (side(origin, step, kSteps) < upper) step = step_if(true, step, true);
    return step;
}

// Returns the number of grid steps between two coordinates, rounded down and clamped to [0, kSteps]; 0 if the step is
// 0.
int count_steps(float from, float to, float step) {
    if (!(step > 0.0f)) return 0;
    const double steps = (static_cast<double>(to) - static_cast<double>(from)) / static_cast<double>(step);
    return static_cast<int>(std::clamp(steps, 0.0, static_cast<double>(kSteps)));
}

std::uint8_t find_line_below(float origin, float step, float bound) {
    int q = count_steps(origin, bound, step);
    while (q > 0 && side(origin, step, q) > bound) --q;
    return static_cast<std::uint8_t>(q);
}
std::uint8_t find_line_above(float origin, float step, float bound) {
    int q = count_steps(origin, bound, step);
    while (side(origin, step, q) < bound) ++q;
    return static_cast<std::uint8_t>(q);
}

} // namespace

WideBoxes WideBoxes::make(std::span<const Aabb> boxes) {
    Aabb all;
    for (const Aabb& box : boxes) all = merge(all, box);
    WideBoxes wide;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<glm::length_t>(axis);
        wide.origin[axis] = all.lower[k];
        wide.step[axis] = find_step(all.lower[k], all.upper[k]);
        for (std::size_t lane = 0; lane < boxes.size(); ++lane) {
            wide.lower[axis][lane] = find_line_below(all.lower[k], wide.step[axis], boxes[lane].lower[k]);
            wide.upper[axis][lane] = find_line_above(all.lower[k], wide.step[axis], boxes[lane].upper[k]);
        }
    }
    return wide;
}

} // namespace boxwood
