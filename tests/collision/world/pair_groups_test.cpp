#include "collision/world/pairs/pair_groups.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace boxwood {
namespace {

CollisionWorld make_crowded_world(std::size_t count) {
    const std::shared_ptr<Shape> shape = make_shape(test::polytope_of(test::sphere(6, 4)));
    std::vector<BodyDesc> bodies(count, BodyDesc{shape, {}});
    for (std::size_t i = 0; i < count; ++i) bodies[i].transform.t = {0.01 * static_cast<double>(i), 0.0, 0.0};
    CollisionWorld world;
    EXPECT_TRUE(world.add_bodies(bodies));
    return world;
}

std::set<BodyPair> pairs_of(CollisionWorld& io_world) {
    StepOutput out;
    EXPECT_TRUE(io_world.step(out));
    std::set<BodyPair> pairs;
    for (const PairResult& pair : out.pairs) pairs.insert(pair.bodies);
    return pairs;
}

TEST(PairGroupsTest, setting_groups_equals_setting_each_pair_in_every_broad_phase) {
    const std::vector<BodyId> odd{9, 1, 3, 5, 7}, some{2, 3, 4, 9};
    for (const std::string_view name : list_broad_phases())
        for (const bool enabled : {false, true}) {
            CollisionWorld world = make_crowded_world(12), model = make_crowded_world(12);
            for (CollisionWorld* one : {&world, &model}) {
                ASSERT_TRUE(one->set_broad_phase(name));
                one->set_all_pairs_enabled(!enabled);
            }
            ASSERT_TRUE(set_pairs_enabled(world, odd, some, enabled));
            for (const BodyId a : odd)
                for (const BodyId b : some) {
                    if (a == b) continue;
                    ASSERT_TRUE(model.set_pair_enabled(a, b, enabled));
                }
            const std::set<BodyPair> pairs = pairs_of(world);
            EXPECT_EQ(pairs, pairs_of(model)) << name;
            EXPECT_EQ(pairs.contains({1, 3}), enabled);
            EXPECT_EQ(pairs.contains({1, 5}), !enabled) << "both in the first group only";
            EXPECT_EQ(world.pair_filter().exception_count(), model.pair_filter().exception_count());
        }
}

TEST(PairGroupsTest, invalid_groups_are_rejected_and_change_nothing) {
    CollisionWorld world = make_crowded_world(4);
    const Status refused =
        set_pairs_enabled(world, std::vector<BodyId>{0, 1}, std::vector<BodyId>{2, 7}, false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "body 7: does not exist");
    EXPECT_EQ(world.pair_filter().exception_count(), 0u);
    const std::vector<BodyId> many(4000, 0);
    EXPECT_FALSE(set_pairs_enabled(world, many, many, false)) << "16 million pairs";
    EXPECT_TRUE(set_pairs_enabled(world, {}, many, false));
}

TEST(PairGroupsTest, groups_of_1000_bodies_disable_all_pairs) {
    CollisionWorld world = make_crowded_world(1000);
    std::vector<BodyId> all(1000);
    std::iota(all.begin(), all.end(), BodyId{0});
    ASSERT_TRUE(set_pairs_enabled(world, all, all, false));
    EXPECT_EQ(world.pair_filter().exception_count(), 499500u);
    EXPECT_TRUE(pairs_of(world).empty());
}

} // namespace
} // namespace boxwood
