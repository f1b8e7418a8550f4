#include "engine/deform/policies/policy_ranking.hpp"

#include "engine/deform/deforming_pair.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

DeformingPair make_pair_of(std::initializer_list<PolicyConfig> policies) {
    DeformingPairConfig config;
    config.motion = {find_deformer("tear"), 0.5, 40, 3};
    config.mesh = make_icosphere(3);
    config.obstacle = make_torus(0.9, 0.2, 10, 5);
    config.policies = policies;
    return std::move(*DeformingPair::make(config));
}

double g_time = 0.0; // a clock that advances by different but reproducible intervals

double next_reading() {
    g_time += 1.0 + 0.5 * static_cast<double>(static_cast<int>(g_time) % 7);
    return g_time;
}

TEST(PolicyStandingsTest, incremental_ranking_equals_that_of_summing_all_frames) {
    DeformingPair pair =
        make_pair_of({{"always", 0}, {"never", 0}, {"area", 1.1}, {"every", 3}, {"rotate", 0}});
    PolicyRanking standings;
    for (int frame = 0; frame < 20; ++frame) {
        ASSERT_TRUE(pair.run_frame(next_reading));
        standings.catch_up(pair.runs());
        ASSERT_EQ(standings.frames(), pair.frame_count());
        for (std::size_t i = 0; i < pair.runs().size(); ++i) {
            const PolicyRun& run = pair.runs()[i];
            const PolicyTotals all = sum_frames(run.config(), run.frames());
            ASSERT_EQ(standings.totals()[i].name, all.name);
            ASSERT_EQ(standings.totals()[i].total_ms(), all.total_ms());
            ASSERT_EQ(standings.totals()[i].volume_tests, all.volume_tests);
            ASSERT_EQ(standings.totals()[i].rebuilds, all.rebuilds);
            const auto slow = find_break_even(run.frames(), pair.runs()[1].frames());
            ASSERT_EQ(standings.pay_back(i).rebuilds().size(), slow.size());
            std::size_t paid = 0;
            for (std::size_t k = 0; k < slow.size(); ++k) {
                ASSERT_EQ(standings.pay_back(i).rebuilds()[k].paid_back, slow[k].paid_back);
                paid += slow[k].paid_back ? 1u : 0u;
            }
            ASSERT_EQ(standings.pay_back(i).paid(), paid);
        }
        ASSERT_EQ(standings.describe(), describe_policies(pair.runs()));
    }
    EXPECT_GT(standings.totals()[0].rebuilds, 10u);
}

// The definition: a rebuild is paid back in the first frame, from the rebuild on, in which the cumulative savings are
// at least those before the rebuild.
TEST(PolicyStandingsTest, a_rebuild_is_paid_back_when_savings_reach_those_before_it) {
    const std::vector<double> saved{0, 1, -4, -2, 0.5, -3, 0.7, 2, 1.5, 4};
    const std::vector<std::size_t> rebuilds{2, 5, 8};
    PayBack pay_back;
    for (std::size_t frame = 0; frame < saved.size(); ++frame) {
        pay_back.add_frame(saved[frame],
                           std::find(rebuilds.begin(), rebuilds.end(), frame) != rebuilds.end());
        for (std::size_t k = 0; k < pay_back.rebuilds().size(); ++k) {
            std::optional<std::size_t> expected;
            for (std::size_t i = rebuilds[k]; i <= frame && !expected; ++i)
                if (saved[i] >= saved[rebuilds[k] - 1]) expected = i;
            ASSERT_EQ(pay_back.rebuilds()[k].paid_back, expected) << frame << " " << k;
        }
    }
    EXPECT_EQ(pay_back.paid(), 3u);
}

} // namespace
} // namespace boxwood
