#include "collision/hierarchy/dynamic_tree.hpp"

#include "collision/hierarchy/build/build_insertion.hpp"
#include "tests/collision/hierarchy/builder_checks.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace boxwood {
namespace {

using oracle::Random;
using test::choose_effort;

Aabb draw_box(Random& random, double size) {
    return oracle::draw_boxes(random, 1, size)[0];
}

// Checks the links in both directions, the heights, boxes and items of the whole tree. Returns the sum of the sizes.
template <class Size>
Size expect_sound_tree(const DynamicTreeOf<Size>& tree, const std::map<std::uint32_t, Aabb>& box_of_item) {
    Size total;
    std::map<std::uint32_t, Aabb> seen;
    std::vector<std::uint32_t> stack;
    if (!tree.is_empty()) {
        stack.push_back(tree.root());
        EXPECT_EQ(tree.node(tree.root()).parent, DynamicTree::kNone);
    }
    while (!stack.empty()) {
        const std::uint32_t id = stack.back();
        stack.pop_back();
        const auto& node = tree.node(id);
        total = total + Size::of(node.box);
        if (node.is_leaf()) {
            EXPECT_TRUE(seen.emplace(node.item, node.box).second) << "in two leaves: " << node.item;
            continue;
        }
        EXPECT_EQ(node.height, 1 + std::max(tree.node(node.left).height, tree.node(node.right).height));
        EXPECT_EQ(node.box, merge(tree.node(node.left).box, tree.node(node.right).box));
        for (const std::uint32_t child : {node.left, node.right}) {
            EXPECT_EQ(tree.node(child).parent, id);
            stack.push_back(child);
        }
    }
    EXPECT_EQ(seen, box_of_item);
    EXPECT_EQ(tree.leaf_count(), box_of_item.size());
    return total;
}

void expect_near(const VolumeThenArea& x, const VolumeThenArea& y) {
    ASSERT_NEAR(x.volume, y.volume, 1e-9 * (1.0 + y.volume));
    ASSERT_NEAR(x.half_area, y.half_area, 1e-9 * (1.0 + y.half_area));
}
void expect_near(const AreaThenLength& x, const AreaThenLength& y) {
    ASSERT_NEAR(x.half_area, y.half_area, 1e-9 * (1.0 + y.half_area));
    ASSERT_NEAR(x.length, y.length, 1e-9 * (1.0 + y.length));
}

template <class Size>
class DynamicTreeOfTest : public testing::Test {};
using Sizes = testing::Types<VolumeThenArea, AreaThenLength>;
TYPED_TEST_SUITE(DynamicTreeOfTest, Sizes);

TYPED_TEST(DynamicTreeOfTest, after_every_operation_the_total_equals_a_recomputation) {
    Random random(1);
    for (const InsertSearch search : {InsertSearch::greedy, InsertSearch::branch_and_bound})
        for (const bool rotates : {false, true}) {
            DynamicTreeOf<TypeParam> tree(search, rotates);
            std::map<std::uint32_t, std::uint32_t> leaf_of;
            std::map<std::uint32_t, Aabb> boxes;
            std::uint32_t next = 0;
            for (std::size_t step = 0; step < choose_effort(400, 20000); ++step) {
                // leaves are removed only in 40 of 100 steps, then as often as inserted
                const std::uint64_t choice = random() % (step % 100 < 60 ? 4 : 6);
                if (leaf_of.empty() || choice < 2) {
                    boxes[next] = draw_box(random, 0.2);
                    leaf_of[next] = tree.insert(boxes[next], next);
                    ++next;
                } else {
                    const auto at =
                        std::next(leaf_of.begin(), static_cast<std::ptrdiff_t>(random() % leaf_of.size()));
                    if (choice < 4) {
                        boxes[at->first] = draw_box(random, 0.2);
                        tree.reinsert(at->second, boxes[at->first]);
                    } else {
                        tree.remove(at->second);
                        boxes.erase(at->first);
                        leaf_of.erase(at);
                    }
                }
                ASSERT_NO_FATAL_FAILURE(expect_near(tree.total(), expect_sound_tree(tree, boxes)));
                if (this->HasFailure()) return;
            }
        }
}

// The cost of pairing a new leaf with this node: the size of the union of their boxes, plus the growth of the
// ancestors.
VolumeThenArea cost_at(const DynamicTree& tree, std::uint32_t node, const Aabb& box) {
    VolumeThenArea cost = size_of_both(tree.node(node).box, box);
    for (std::uint32_t up = tree.node(node).parent; up != DynamicTree::kNone; up = tree.node(up).parent)
        cost = cost + (size_of_both(tree.node(up).box, box) - size_of(tree.node(up).box));
    return cost;
}

TEST(DynamicTreeTest, branch_and_bound_finds_a_place_of_minimum_cost) {
    Random random(2);
    for (std::size_t round = 0; round < choose_effort(20, 200); ++round) {
        DynamicTree best(InsertSearch::branch_and_bound);
        std::vector<std::uint32_t> nodes;
        for (std::uint32_t i = 0; i < 200; ++i) {
            const Aabb box = draw_box(random, round % 2 == 0 ? 0.05 : 0.4);
            if (i > 0) {
                double least = std::numeric_limits<double>::infinity();
                nodes.assign(1, best.root());
                while (!nodes.empty()) {
                    const std::uint32_t node = nodes.back();
                    nodes.pop_back();
                    least = std::min(least, cost_at(best, node, box).volume);
                    if (!best.node(node).is_leaf())
                        nodes.insert(nodes.end(), {best.node(node).left, best.node(node).right});
                }
                ASSERT_NEAR(cost_at(best, best.find_sibling(box), box).volume, least, 1e-12 * (1.0 + least));
            }
            best.insert(box, i);
        }
    }
}

TEST(DynamicTreeTest, greedy_total_volume_is_within_30_percent_of_branch_and_bound) {
    Random random(3);
    double greedy = 0.0, best = 0.0;
    for (std::size_t round = 0; round < choose_effort(10, 100); ++round) {
        const std::vector<Aabb> boxes = oracle::draw_boxes(random, 300, 0.05);
        DynamicTree by_greed(InsertSearch::greedy), by_search(InsertSearch::branch_and_bound);
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            by_greed.insert(boxes[i], i);
            by_search.insert(boxes[i], i);
        }
        greedy += by_greed.total().volume;
        best += by_search.total().volume;
    }
    EXPECT_LT(best, 1.05 * greedy);
    EXPECT_LT(greedy, 1.3 * best);
}

TEST(DynamicTreeTest, rotations_and_shuffling_reduce_the_volume_on_average) {
    Random random(4);
    double plain = 0.0, rotated = 0.0, sorted = 0.0, shuffled = 0.0;
    SerialExecutor serial;
    const auto total = [](const Bvh2<Aabb>& tree) {
        double sum = 0.0;
        for (const auto& node : tree.nodes) sum += size_of(node.volume).volume;
        return sum;
    };
    for (std::size_t round = 0; round < choose_effort(8, 100); ++round) {
        std::vector<Aabb> boxes = oracle::draw_boxes(random, 600, 0.03);
        std::sort(boxes.begin(), boxes.end(),
                  [](const Aabb& x, const Aabb& y) { return x.lower.x < y.lower.x; });
        sorted += total(build_insertion(boxes, {.rotates = false}, serial));
        shuffled += total(build_insertion(boxes, {.is_shuffled = true, .rotates = false}, serial));
        plain +=
            total(build_insertion(boxes, {.is_shuffled = true, .seed = round, .rotates = false}, serial));
        rotated += total(build_insertion(boxes, {.is_shuffled = true, .seed = round}, serial));
    }
    EXPECT_LE(shuffled, sorted);
    EXPECT_LT(rotated, plain);
}

// Inputs that tend to produce chains: boxes nested in each other, inserted in both orders, and a sorted line.
TEST(DynamicTreeTest, nested_and_sorted_boxes_stay_shallow) {
    const auto count = static_cast<int>(choose_effort(3000, 100000));
    for (const int direction : {1, -1}) {
        DynamicTree nested, line;
        for (int i = 0; i < count; ++i) {
            const auto at = static_cast<float>(direction * i);
            nested.insert({glm::vec3(0.0f), glm::vec3(std::pow(1.0005f, at))}, static_cast<std::uint32_t>(i));
            line.insert(oracle::box_at(at), static_cast<std::uint32_t>(i));
        }
        const double levels = std::log2(static_cast<double>(count));
        EXPECT_LT(nested.node(nested.root()).height, 8.0 * levels);
        EXPECT_LT(line.node(line.root()).height, 8.0 * levels);
    }
}

TEST(DynamicTreeTest, FindsExactlyTheOverlappingLeaves) {
    Random random(5);
    const std::vector<Aabb> boxes = oracle::draw_boxes(random, 300, 0.1);
    DynamicTree tree;
    std::vector<std::uint32_t> stack;
    tree.find_overlapping(boxes[0], stack, [](std::uint32_t) { FAIL() << "the tree is empty"; });
    for (std::uint32_t i = 0; i < boxes.size(); ++i) tree.insert(boxes[i], i);
    for (std::size_t round = 0; round < choose_effort(200, 10000); ++round) {
        const Aabb box = draw_box(random, 0.2);
        std::vector<std::uint32_t> found, expected;
        const std::uint64_t tests =
            tree.find_overlapping(box, stack, [&](std::uint32_t item) { found.push_back(item); });
        for (std::uint32_t i = 0; i < boxes.size(); ++i)
            if (overlap(boxes[i], box)) expected.push_back(i);
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, expected);
        ASSERT_GE(tests, std::max<std::uint64_t>(1, 2 * found.size()) - 1);
        ASSERT_LT(tests, 2 * boxes.size());
    }
}

} // namespace
} // namespace boxwood
