#include "collision/hierarchy/build/build_top_down.hpp"

#include "tests/collision/hierarchy/builder_checks.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace boxwood {
namespace {

using oracle::box_at;
using oracle::draw_boxes;
using oracle::expect_sound;
using oracle::Random;

Bvh2<Aabb> build(std::span<const Aabb> boxes, const TopDownConfig& config = {}) {
    SerialExecutor serial;
    return build_top_down(boxes, config, serial);
}

TEST(BuildTopDownTest, the_list_is_halved_if_a_rule_leaves_one_side_empty) {
    const std::vector<Aabb> identical(1000, Aabb{{1, 2, 3}, {4, 5, 6}});
    std::vector<Aabb> nested; // all boxes have the same center
    for (int i = 0; i < 1000; ++i)
        nested.push_back({glm::vec3(-1.0f - float(i)), glm::vec3(1.0f + float(i))});
    for (const SplitRule rule : {SplitRule::midpoint, SplitRule::object_median, SplitRule::mean,
                                 SplitRule::least_overlap, SplitRule::principal_axis}) {
        EXPECT_LE(measure_quality(build(identical, {rule, 1})).max_depth, 10u);
        // with least_overlap, one child may get two thirds of the boxes
        const std::uint32_t deepest = rule == SplitRule::least_overlap ? 17u : 10u;
        EXPECT_LE(measure_quality(build(nested, {rule, 1})).max_depth, deepest);
    }
}

TEST(BuildTopDownTest, the_spatial_median_separates_halving_points_one_by_one) {
    const std::vector<Aabb> boxes = oracle::make_halving_points(60);
    EXPECT_EQ(measure_quality(build(boxes)).max_depth, 59u);
    EXPECT_EQ(measure_quality(build(boxes, {SplitRule::object_median, 1})).max_depth, 6u);
}

TEST(BuildTopDownTest, nested_intervals_stay_within_the_depth_bound) {
    const auto count = static_cast<int>(test::choose_effort(100000, 1000000));
    const std::vector<Aabb> boxes = oracle::make_nested_intervals(count);
    const Bvh2<Aabb> tree = build(boxes);
    expect_sound(tree, boxes, 1);
    EXPECT_GT(measure_quality(tree).max_depth, kMaxRuleDepth); // deep enough that halving replaces the rule
}

TEST(BuildTopDownTest, MedianIsBalancedAndTheRulesDiffer) {
    Random random(2);
    const std::vector<Aabb> boxes = draw_boxes(random, 1024, 0.01);
    const HierarchyQuality median = measure_quality(build(boxes, {SplitRule::object_median, 1}));
    EXPECT_EQ(median.max_depth, 10u);
    EXPECT_EQ(median.leaf_depth_variance, 0.0);
    EXPECT_GT(measure_quality(build(boxes, {SplitRule::midpoint, 1})).leaf_depth_variance, 0.0);

    // A split at the middle of the box isolates the outlier at once, a split at the median makes equal halves, and the
    // mean lies between these two positions.
    std::vector<Aabb> line;
    for (int i = 0; i < 9; ++i) line.push_back(box_at(float(i)));
    line.push_back(box_at(100.0f));
    const auto size_of_left = [&](SplitRule rule) {
        const Bvh2<Aabb> tree = build(line, {rule, 1});
        std::size_t size = 0;
        for (const Aabb& box : line) size += tree.nodes[tree.nodes[0].first].volume.contains(box);
        return size;
    };
    EXPECT_EQ(size_of_left(SplitRule::midpoint), 9u);
    EXPECT_EQ(size_of_left(SplitRule::object_median), 5u);
    EXPECT_EQ(size_of_left(SplitRule::mean), 9u);
    line.push_back(box_at(-90.0f));
    EXPECT_EQ(size_of_left(SplitRule::midpoint), 7u); // -90, 0 to 4, and 5: the middle goes left
}

// If the centers of several items tie at the median, the items with the lowest indices go left, also if all items are
// identical.
TEST(BuildTopDownTest, ties_at_the_median_go_left_by_index) {
    const auto primitives_below = [](const Bvh2<Aabb>& tree, std::uint32_t node) {
        std::vector<std::uint32_t> found, stack{node};
        while (!stack.empty()) {
            const std::uint32_t at = stack.back();
            stack.pop_back();
            if (tree.is_leaf(at)) {
                const auto in_leaf = tree.primitives_of(at);
                found.insert(found.end(), in_leaf.begin(), in_leaf.end());
            } else {
                stack.insert(stack.end(), {tree.child(at, 0), tree.child(at, 1)});
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    };
    for (const std::uint32_t count : {2u, 7u, 16u, 101u}) {
        const std::vector<Aabb> identical(count, Aabb{{1, 2, 3}, {4, 5, 6}});
        const Bvh2<Aabb> tree = build(identical, {SplitRule::object_median, 1});
        std::vector<std::uint32_t> expected(count / 2);
        std::iota(expected.begin(), expected.end(), 0u);
        EXPECT_EQ(primitives_below(tree, tree.child(tree.root(), 0)), expected);
    }
    std::vector<Aabb> line; // 1 4 4 1 4 4 9 4 9 9: three of the five at 4 go left
    for (const float x : {1.0f, 4.0f, 4.0f, 1.0f, 4.0f, 4.0f, 9.0f, 4.0f, 9.0f, 9.0f})
        line.push_back(box_at(x));
    const Bvh2<Aabb> tree = build(line, {SplitRule::object_median, 1});
    EXPECT_EQ(primitives_below(tree, tree.child(tree.root(), 0)),
              (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

// The center of a primitive's extent, not its lower end, decides to which side the primitive goes. A center exactly at
// the middle of the node's box goes left.
TEST(BuildTopDownTest, sides_are_decided_by_the_middle_of_the_extent) {
    const std::vector<Aabb> boxes{{{0, 0, 0}, {1, 0, 0}}, {{4, 0, 0}, {6, 0, 0}}, {{3, 0, 0}, {10, 0, 0}}};
    const Bvh2<Aabb> tree = build(boxes);
    const auto& left = tree.nodes[tree.nodes[0].first].volume;
    EXPECT_EQ(left, (Aabb{{0, 0, 0}, {6, 0, 0}}));
}

// The oracle tries every split of the sorted list that the rule admits, and computes the boxes of both parts from
// scratch.
TEST(BuildTopDownTest, least_overlap_is_the_minimum_over_splits_of_at_most_two_to_one) {
    Random random(6);
    for (std::size_t round = 0; round < test::choose_effort(200, 20000); ++round) {
        const int count = 3 + static_cast<int>(random() % 40);
        std::vector<Aabb> boxes = draw_boxes(random, count, 0.4);
        for (Aabb& box : boxes) box.lower.x *= 5.0f, box.upper.x *= 5.0f; // the longest side is x
        for (Aabb& box : boxes)
            if (box.lower.x > box.upper.x) std::swap(box.lower.x, box.upper.x);
        const Bvh2<Aabb> tree = build(boxes, {SplitRule::least_overlap, 1});
        const Aabb& root = tree.nodes[0].volume;
        if (root.upper.x - root.lower.x < root.upper.y - root.lower.y ||
            root.upper.x - root.lower.x < root.upper.z - root.lower.z)
            continue;
        const auto overlap_of = [](const Aabb& left, const Aabb& right) {
            return std::max(0.0f, left.upper.x - right.lower.x);
        };
        std::sort(boxes.begin(), boxes.end(),
                  [](const Aabb& x, const Aabb& y) { return x.lower.x + x.upper.x < y.lower.x + y.upper.x; });
        float least = std::numeric_limits<float>::infinity();
        for (int left = 1; left < count; ++left) {
            if (2 * left < count - left || 2 * (count - left) < left) continue;
            Aabb a, b;
            for (int i = 0; i < count; ++i)
                (i < left ? a : b) = merge(i < left ? a : b, boxes[static_cast<std::size_t>(i)]);
            least = std::min(least, overlap_of(a, b));
        }
        const auto* children = &tree.nodes[tree.nodes[0].first];
        ASSERT_EQ(overlap_of(children[0].volume, children[1].volume), least);
    }
}

// The points lie along a diagonal. The principal axis follows the diagonal, but the axes of the box do not.
TEST(BuildTopDownTest, PrincipalAxisFollowsTheDirectionOfLargestSpread) {
    Random random(7);
    std::vector<Aabb> boxes;
    for (int i = 0; i < 200; ++i) {
        const auto along = static_cast<float>(oracle::draw(random, -1.0, 1.0)),
                   across = static_cast<float>(oracle::draw(random, -0.01, 0.01));
        boxes.push_back(box_at(along + across, along - across, across));
    }
    const Bvh2<Aabb> tree = build(boxes, {SplitRule::principal_axis, 1});
    const Aabb &left = tree.nodes[1].volume, &right = tree.nodes[2].volume;
    EXPECT_LT(std::min(left.upper.x, right.upper.x), 0.1f);
    EXPECT_GT(std::max(left.lower.x, right.lower.x), -0.1f);
}

} // namespace
} // namespace boxwood
