#include "collision/hierarchy/build/build_lbvh.hpp"

#include "tests/collision/hierarchy/builder_checks.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

using oracle::Random;

// Computes the Morton code from its definition: halves the cube around the centers once per level, along each axis.
std::uint64_t code_by_halving(glm::dvec3 low, double side, const glm::dvec3& p) {
    std::uint64_t code = 0;
    for (std::uint32_t level = 0; level < kMortonBitsPerAxis; ++level) {
        side *= 0.5;
        for (int axis = 0; axis < 3; ++axis) {
            const bool is_upper = p[axis] >= low[axis] + side;
            if (is_upper) low[axis] += side;
            code = code << 1 | (is_upper ? 1u : 0u);
        }
    }
    return code;
}

TEST(BuildLbvhTest, SortedMortonCodesMatchRepeatedHalvingOfTheCube) {
    Random random(1);
    const auto count = static_cast<int>(test::choose_effort(5000, 500000));
    const std::vector<Aabb> boxes = oracle::draw_boxes(random, count, 0.1);
    Aabb middles;
    for (const Aabb& box : boxes) middles = merge(middles, {box.lower + box.upper, box.lower + box.upper});
    SerialExecutor serial;
    const LargeArray<MortonKey> keys = sort_along_curve(boxes, serial);
    ASSERT_EQ(keys.size(), boxes.size());
    ASSERT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    std::vector<bool> is_seen(boxes.size(), false);
    int differing = 0;
    for (const MortonKey key : keys) {
        ASSERT_FALSE(is_seen[key.primitive()]);
        is_seen[key.primitive()] = true;
        const Aabb& box = boxes[key.primitive()];
        differing += key.code() != code_by_halving(glm::dvec3(middles.lower),
                                                   static_cast<double>(middles.longest_side()),
                                                   glm::dvec3(box.lower + box.upper));
    }
    // codes can differ only for centers that rounding moves across the border of a cell
    EXPECT_LT(differing, count / 100);
}

TEST(BuildLbvhTest, SplitsAtTheHighestDifferingBit) {
    Random random(2);
    for (std::size_t round = 0; round < test::choose_effort(200, 20000); ++round) {
        const std::vector<Aabb> boxes = oracle::draw_boxes(random, 2 + static_cast<int>(random() % 60), 0.01);
        SerialExecutor serial;
        const Bvh2<Aabb> tree = build_lbvh(boxes, {}, serial);
        std::vector<std::uint64_t> codes(boxes.size());
        for (const MortonKey key : sort_along_curve(boxes, serial)) codes[key.primitive()] = key.code();
        // No code below the left child is larger than a code below the right child. Within a child, codes differ in no
        // higher bit than within the node.
        for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
            if (tree.is_leaf(node)) continue;
            std::vector<std::uint64_t> below[2];
            for (unsigned side = 0; side < 2; ++side) {
                std::vector<std::uint32_t> stack{tree.child(node, side)};
                while (!stack.empty()) {
                    const std::uint32_t next = stack.back();
                    stack.pop_back();
                    if (tree.is_leaf(next))
                        below[side].push_back(codes[tree.primitives_of(next)[0]]);
                    else
                        stack.insert(stack.end(), {tree.child(next, 0), tree.child(next, 1)});
                }
            }
            const auto [least_left, most_left] = std::minmax_element(below[0].begin(), below[0].end());
            const auto [least_right, most_right] = std::minmax_element(below[1].begin(), below[1].end());
            ASSERT_LE(*most_left, *least_right);
            ASSERT_LE(*least_left ^ *most_left, *least_left ^ *most_right);
            ASSERT_LE(*least_right ^ *most_right, *least_left ^ *most_right);
        }
    }
}

} // namespace
} // namespace boxwood
