#include "app/labs/multi_body/view/walk_player.hpp"

#include "app/labs/selection.hpp"
#include "engine/workloads/multi_body.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

// Pairs whose boxes do not overlap have no result in the frame.
TEST(FeatureWalkPlayer, a_cached_walk_without_a_result_starts_where_the_world_starts_a_new_pair) {
    MultiBodyParams params;
    params.bodies = 12;
    params.faces = 40;
    Result<Simulation> simulation = make_multi_body(params);
    ASSERT_TRUE(simulation);
    step(*simulation, nullptr);
    FeatureWalkPlayer player;
    player.start = FeatureWalkStart::cached;
    int compared = 0, not_at_vertex_0 = 0;
    for (const WarmStart choice : {WarmStart::stored, WarmStart::random}) {
        simulation->world.settings.start = choice;
        for (BodyId b = 1; b < 12; ++b) {
            const BodyPair pair{0, b};
            if (find_pair(simulation->output, pair)) continue;
            StepOutput asked;
            ASSERT_TRUE(simulation->world.query_pair(pair.a, pair.b, asked));
            player.update(*simulation, pair);
            ASSERT_FALSE(player.is_empty());
            EXPECT_EQ(player.replay().steps.front().features, asked.pairs.front().start);
            ++compared;
            not_at_vertex_0 += asked.pairs.front().start.a.index > 0 || asked.pairs.front().start.b.index > 0;
        }
    }
    EXPECT_GT(compared, 10);
    EXPECT_GT(not_at_vertex_0, 10);
}

TEST(FeatureWalkPlayer, a_cached_walk_of_a_disabled_pair_starts_at_vertex_0) {
    MultiBodyParams params;
    params.bodies = 2;
    Result<Simulation> simulation = make_multi_body(params);
    ASSERT_TRUE(simulation);
    ASSERT_TRUE(simulation->world.set_pair_enabled(0, 1, false));
    step(*simulation, nullptr);
    FeatureWalkPlayer player;
    player.start = FeatureWalkStart::cached;
    player.update(*simulation, BodyPair{0, 1});
    ASSERT_FALSE(player.is_empty());
    EXPECT_EQ(player.replay().steps.front().features,
              (FeaturePair{{FeatureKind::vertex, 0}, {FeatureKind::vertex, 0}}));
}

} // namespace
} // namespace boxwood
