#include "engine/sim/crowding.hpp"

#include <algorithm>
#include <vector>

#include <glm/common.hpp>

namespace boxwood {
namespace {

// The axis with the largest extent of all boxes relative to the sum of their widths.
int widest_axis(const CollisionWorld& world) {
    glm::dvec3 lower(0.0), upper(0.0), widths(0.0);
    bool is_first = true;
    for (BodyId id = 0; id < world.boxes().size(); ++id) {
        if (!world.is_live(id)) continue;
        const glm::dvec3 low(world.boxes()[id].lower), high(world.boxes()[id].upper);
        lower = is_first ? low : glm::min(lower, low);
        upper = is_first ? high : glm::max(upper, high);
        widths += high - low;
        is_first = false;
    }
    int best = 0;
    for (int axis = 1; axis < 3; ++axis)
        if ((upper[axis] - lower[axis]) * widths[best] > (upper[best] - lower[best]) * widths[axis])
            best = axis;
    return best;
}

} // namespace

std::uint64_t count_overlapping_pairs(const CollisionWorld& world, std::uint64_t limit) {
    const std::span<const Aabb> boxes = world.boxes();
    const int axis = widest_axis(world);
    std::vector<BodyId> all, moving;
    for (BodyId id = 0; id < boxes.size(); ++id)
        if (world.is_live(id)) all.push_back(id);
    std::sort(all.begin(), all.end(),
              [&](BodyId p, BodyId q) { return boxes[p].lower[axis] < boxes[q].lower[axis]; });
    std::uint64_t count = 0;
    std::size_t moving_before = 0; // moving bodies up to and including the current body
    for (const BodyId id : all)
        if (!world.bodies()[id].is_fixed) moving.push_back(id);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool is_fixed = world.bodies()[all[i]].is_fixed;
        if (!is_fixed) ++moving_before;
        const std::vector<BodyId>& others = is_fixed ? moving : all;
        for (std::size_t k = is_fixed ? moving_before : i + 1; k < others.size(); ++k) {
            if (boxes[others[k]].lower[axis] > boxes[all[i]].upper[axis]) break;
            if (!overlap(boxes[all[i]], boxes[others[k]])) continue;
            if (!world.is_pair_enabled(make_pair_of(all[i], others[k]))) continue;
            if (++count >= limit) return count;
        }
    }
    return count;
}

} // namespace boxwood
