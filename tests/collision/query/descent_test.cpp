#include "collision/query/traversal/descent.hpp"

#include "collision/volumes/all_volumes.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

Aabb box_of(float x, float y, float z) {
    return {{0, 0, 0}, {x, y, z}};
}

Pose scaled_by(double x, double y, double z) {
    return make_pose({{1, 0, 0, 0}, {}, {x, y, z}});
}

TEST(DescentTest, the_larger_world_volume_is_opened) {
    const DescentRule rule(Pose{}, Pose{}, false);
    EXPECT_TRUE(rule.opens_a(box_of(2, 2, 2), box_of(1, 1, 7), 0));
    EXPECT_FALSE(rule.opens_a(box_of(2, 2, 2), box_of(1, 1, 9), 0));

    const DescentRule scaled(scaled_by(2, 1, 1), scaled_by(-1, 3, 1), false); // volumes scaled by 2 and 3
    EXPECT_TRUE(scaled.opens_a(box_of(2, 2, 2), box_of(1, 1, 5), 0));
    EXPECT_FALSE(scaled.opens_a(box_of(2, 2, 2), box_of(1, 1, 6), 0));
}

TEST(DescentTest, ties_are_broken_by_area_then_length_then_is_a_first) {
    for (const bool is_a_first : {false, true}) {
        const DescentRule rule(Pose{}, Pose{}, is_a_first);
        EXPECT_TRUE(rule.opens_a(box_of(3, 3, 0), box_of(8, 1, 0), 0));
        EXPECT_FALSE(rule.opens_a(box_of(8, 1, 0), box_of(3, 3, 0), 0));
        EXPECT_TRUE(rule.opens_a(box_of(3, 0, 0), box_of(0, 2, 0), 0));
        EXPECT_FALSE(rule.opens_a(box_of(0, 2, 0), box_of(3, 0, 0), 0));
        EXPECT_EQ(rule.opens_a(box_of(1, 2, 3), box_of(3, 1, 2), 0), is_a_first);
        EXPECT_EQ(rule.opens_a(box_of(0, 0, 0), box_of(0, 0, 0), 0), is_a_first);
    }
}

TEST(DescentTest, longest_extent_opens_the_longer_node_and_alternating_takes_turns) {
    const DescentRule extent(Pose{}, Pose{}, false, Descent::longest_extent);
    EXPECT_FALSE(extent.opens_a(box_of(2, 2, 2), box_of(1, 1, 7), 0));
    // the extents tie, so the volumes decide
    EXPECT_TRUE(extent.opens_a(box_of(7, 2, 2), box_of(1, 1, 7), 0));
    const DescentRule scaled(scaled_by(4, 4, 4), Pose{}, false, Descent::longest_extent);
    EXPECT_TRUE(scaled.opens_a(box_of(2, 2, 2), box_of(1, 1, 7), 0));
    for (const bool is_a_first : {false, true}) {
        const DescentRule turns(Pose{}, Pose{}, is_a_first, Descent::alternating);
        for (std::uint32_t depth = 0; depth < 6; ++depth)
            EXPECT_EQ(turns.opens_a(box_of(9, 9, 9), box_of(1, 1, 1), depth), (depth % 2 == 0) == is_a_first);
    }
}

TEST(DescentTest, SwappingTheObjectsOpensTheSameNode) {
    oracle::Random random(1);
    for (int i = 0; i < 10000; ++i) {
        const Pose pose_a = scaled_by(oracle::draw(random, 0.1, 2), oracle::draw(random, 0.1, 2), 1.0);
        const Pose pose_b = i % 2 == 0 ? pose_a : oracle::draw_pose(random, 1.0);
        const auto side = [&] { return static_cast<float>(random() % 3); };
        const Aabb a = box_of(side(), side(), side()), b = box_of(side(), side(), side());
        const bool is_a_first = random() % 2 == 0;
        for (const Descent descent : {Descent::larger_volume, Descent::longest_extent, Descent::alternating})
            for (const std::uint32_t depth : {0u, 3u})
                ASSERT_NE(DescentRule(pose_a, pose_b, is_a_first, descent).opens_a(a, b, depth),
                          DescentRule(pose_b, pose_a, !is_a_first, descent).opens_a(b, a, depth));
    }
}

} // namespace
} // namespace boxwood
