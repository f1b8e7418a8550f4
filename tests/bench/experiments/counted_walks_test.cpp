#include "bench/experiments/box_tree/counted_walks.hpp"

#include "collision/hierarchy/box_tree/build_box_tree.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

// A traversal with numbers that count their operations visits the same pairs as the traversal with Float4. The paper's
// operation count is the maximum for one step of A plus one step of B.
template <OverlapTest kTest>
void expect_counts(std::uint64_t per_pair, double vectors) {
    const TumblingModel model = make_tumbling(all_models()[1], 400, 5);
    const BoxTree tree = build_box_tree(make_primitive_boxes(model.mesh.view()), {}).tree;
    const counted::WalkCounts counts = counted::count_walk<kTest>(tree, model.poses);
    const ExperimentRun untimed;
    const WalkCost real = walk_all<kTest>(tree, model.poses, untimed,
                                          [](const auto& steps) { return BoxStepTest<kTest>(steps); });
    EXPECT_EQ(counts.volume_tests, real.volume_tests);
    EXPECT_EQ(counts.leaf_pairs, real.leaf_pairs);
    EXPECT_EQ(counts.of[0].steps + counts.of[1].steps + model.poses.size(), real.volume_tests);
    EXPECT_GT(counts.of[0].steps, 1000u);
    EXPECT_EQ(counts.most_per_pair(), per_pair);
    EXPECT_LE(counts.per_pair(), static_cast<double>(per_pair));
    EXPECT_DOUBLE_EQ(counts.vectors_per_pair(), vectors);
}

TEST(CountedWalksTest, the_most_operations_per_pair_equal_those_of_the_paper) {
    expect_counts<OverlapTest::aabb_of_obb>(11, 2 * 2 * 3);
    expect_counts<OverlapTest::sat_lite>(22, 2 * 3 * 3);
    expect_counts<OverlapTest::sat>(58, 2 * 8 * 3);
}

} // namespace
} // namespace boxwood
