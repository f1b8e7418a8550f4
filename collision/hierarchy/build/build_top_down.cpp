#include "collision/hierarchy/build/build_top_down.hpp"

#include "collision/hierarchy/build/build_items.hpp"
#include "collision/hierarchy/simd/split_kernels.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace boxwood {
namespace {

Split halve_in_current_order(const ItemRange& range) {
    return {range.items.size() / 2, false};
}

// If one part would be empty, halves the items in their current order. They are still in `items`, because
// split_at_plane() and split_into_spare() write only to `spare`.
Split split_at(const ItemRange& range, int axis, float twice_coordinate) {
    const auto is_right = [=](const BuildItem& item) { return item.twice_center(axis) > twice_coordinate; };
    // SplitPlane sends items at the border to the right, so the border is the float after twice_coordinate. step_if()
    // requires +0 instead of -0.
    const Split chosen =
        is_measured_in_lanes(range)
            ? split_at_plane(range, {axis, 0.0f, 1.0f, step_if(true, twice_coordinate + 0.0f, true)})
            : split_into_spare(range, is_right);
    const bool is_one_empty = chosen.left_count == 0 || chosen.left_count == range.items.size();
    return is_one_empty ? halve_in_current_order(range) : chosen;
}

float find_mean(const ItemRange& range, int axis) {
    double sum = 0.0;
    for (const BuildItem& item : range.items) sum += static_cast<double>(item.twice_center(axis));
    return static_cast<float>(sum / static_cast<double>(range.items.size()));
}

// Sorts the items and considers all splits that give each side at least a third of them. Chooses the split with the
// smallest overlap of the children on the axis, and among ties the most balanced one.
Split split_at_least_overlap(const ItemRange& range, int axis) {
    const std::span<BuildItem> items = range.items;
    const std::size_t count = items.size(), first = (count + 2) / 3, last = count - first;
    std::sort(items.begin(), items.end(), [axis](const BuildItem& x, const BuildItem& y) {
        const float middle_x = x.twice_center(axis), middle_y = y.twice_center(axis);
        return middle_x != middle_y ? middle_x < middle_y : x.primitive < y.primitive;
    });
    // For each possible right part, stores its lower end in the spare slot of its first item.
    float lowest = items[count - 1].lower[axis];
    for (std::size_t i = count; i-- > first;) {
        lowest = std::min(lowest, items[i].lower[axis]);
        range.spare[i].lower[axis] = lowest;
    }
    float highest = items[0].upper[axis], least_overlap = 0.0f;
    std::size_t best = 0, best_skew = 0;
    for (std::size_t left = 1; left <= last; ++left) {
        highest = std::max(highest, items[left - 1].upper[axis]);
        if (left < first) continue;
        const float overlap = std::max(0.0f, highest - range.spare[left].lower[axis]);
        const std::size_t skew = left > count - left ? 2 * left - count : count - 2 * left;
        if (best != 0 && (overlap > least_overlap || (overlap == least_overlap && skew >= best_skew)))
            continue;
        least_overlap = overlap;
        best = left;
        best_skew = skew;
    }
    return {best, false};
}

glm::dvec3 twice_middle_of(const BuildItem& item) {
    return {static_cast<double>(item.twice_center(0)), static_cast<double>(item.twice_center(1)),
            static_cast<double>(item.twice_center(2))};
}

// The direction of the largest spread of centers, by power iteration on their covariance. Incomplete convergence
// affects only the quality of the split.
glm::dvec3 find_principal_axis(const ItemRange& range, const glm::dvec3& mean) {
    constexpr int kRounds = 12;
    glm::dmat3 covariance(0.0);
    for (const BuildItem& item : range.items) {
        const glm::dvec3 d = twice_middle_of(item) - mean;
        covariance += glm::dmat3(d.x * d, d.y * d, d.z * d);
    }
    glm::dvec3 axis(0.0);
    axis[find_longest_axis(range.bounds.twice_centers)] = 1.0;
    for (int round = 0; round < kRounds; ++round) {
        const glm::dvec3 next = covariance * axis;
        const double length = std::max(std::fabs(next.x), std::max(std::fabs(next.y), std::fabs(next.z)));
        if (!(length > 0.0)) break;
        axis = next / length;
    }
    return axis;
}

Split split_along_principal_axis(const ItemRange& range) {
    glm::dvec3 sum(0.0);
    for (const BuildItem& item : range.items) sum += twice_middle_of(item);
    const glm::dvec3 mean = sum / static_cast<double>(range.items.size());
    const glm::dvec3 axis = find_principal_axis(range, mean);
    const Split chosen = split_into_spare(
        range, [&](const BuildItem& item) { return glm::dot(twice_middle_of(item) - mean, axis) > 0.0; });
    const bool is_one_empty = chosen.left_count == 0 || chosen.left_count == range.items.size();
    return is_one_empty ? halve_in_current_order(range) : chosen;
}

} // namespace

Split split_by_rule(SplitRule rule, const ItemRange& range) {
    const int axis = find_longest_axis(range.bounds.box);
    if (range.depth >= kMaxRuleDepth) return split_at_median(range, axis);
    switch (rule) {
    case SplitRule::object_median:
        return split_at_median(range, axis);
    case SplitRule::mean:
        return split_at(range, axis, find_mean(range, axis));
    case SplitRule::least_overlap:
        return split_at_least_overlap(range, axis);
    case SplitRule::principal_axis:
        return split_along_principal_axis(range);
    case SplitRule::midpoint:
        break;
    }
    return split_at(range, axis, range.bounds.box.lower[axis] + range.bounds.box.upper[axis]);
}

Bvh2<Aabb> build_top_down(std::span<const Aabb> primitive_boxes, const TopDownConfig& config,
                          Executor& executor) {
    require_build_input(primitive_boxes, config.leaf_size);
    const auto split = [&](const ItemRange& range) { return split_by_rule(config.rule, range); };
    return TopDownBuilder(primitive_boxes, config.leaf_size, split, executor).build();
}

} // namespace boxwood
