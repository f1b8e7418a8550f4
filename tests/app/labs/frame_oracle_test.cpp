#include "app/labs/multi_body/findings/frame_oracle.hpp"
#include "engine/workloads/multi_body.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

class FrameOracleTest : public ::testing::Test {
  protected:
    void SetUp() override {
        MultiBodyParams params;
        params.bodies = 30;
        params.density_percent = 20.0; // so that each frame has pairs
        Result<Simulation> made = make_multi_body(params);
        ASSERT_TRUE(made);
        simulation = std::move(*made);
    }
    std::optional<OracleStatus> status_after_step(bool may_skip, const PairResult* selected = nullptr) {
        step(simulation);
        oracle.note_new_frame();
        return oracle.update_status(simulation, selected, may_skip);
    }
    std::uint64_t checked_frames() const { return oracle.tally()->frames; }

    Simulation simulation;
    FrameOracle oracle;
};

TEST_F(FrameOracleTest, every_frame_is_checked_unless_it_may_be_skipped) {
    for (int i = 0; i < 20; ++i) EXPECT_EQ(status_after_step(false)->text.rfind("verified", 0), 0u);
    EXPECT_EQ(checked_frames(), 20u);
}

// At playback rates of 1, 2 and 8 steps per drawn frame.
TEST_F(FrameOracleTest, one_drawn_frame_per_interval_is_checked_and_the_others_show_its_status) {
    const int interval = FrameOracle::skipping_interval(simulation.world.bodies().size());
    EXPECT_EQ(interval, 16); // the smallest interval
    EXPECT_EQ(FrameOracle::skipping_interval(10'000), 62);
    for (const int steps : {1, 2, 8}) {
        oracle = FrameOracle();
        std::uint64_t last_checked = 0;
        std::string last_text;
        for (int drawn = 0; drawn < 4 * interval; ++drawn) {
            for (int i = 1; i < steps; ++i) step(simulation);
            const std::string text = status_after_step(true)->text;
            if (drawn % interval == 0) {
                EXPECT_EQ(text.rfind("verified", 0), 0u) << text;
                last_checked = simulation.frame;
                last_text = text;
            } else {
                EXPECT_EQ(text, "frame " + std::to_string(last_checked) + " " + last_text);
            }
        }
        EXPECT_EQ(checked_frames(), 4u);
    }
}

TEST_F(FrameOracleTest, a_skipped_frame_is_checked_if_it_stays_on_screen) {
    status_after_step(true);
    EXPECT_EQ(status_after_step(true)->text.rfind("frame ", 0), 0u);
    EXPECT_EQ(checked_frames(), 1u);
    EXPECT_EQ(oracle.update_status(simulation, nullptr)->text.rfind("verified", 0), 0u);
    EXPECT_EQ(checked_frames(), 2u);
}

TEST_F(FrameOracleTest, the_first_frame_after_a_restart_or_a_change_of_scope_is_checked) {
    status_after_step(true);
    oracle.forget_deferred();
    EXPECT_EQ(status_after_step(true)->text.rfind("verified", 0), 0u);
    SettingTable table;
    table.add(oracle.setting());
    ASSERT_TRUE(set_by_text(table, "oracle", "pair"));
    ASSERT_TRUE(set_by_text(table, "oracle", "all"));
    EXPECT_EQ(status_after_step(true)->text.rfind("verified", 0), 0u);
}

TEST_F(FrameOracleTest, a_selected_pair_is_checked_in_every_frame) {
    for (int i = 0; i < 10; ++i) {
        step(simulation);
        ASSERT_FALSE(simulation.output.pairs.empty());
        oracle.note_new_frame();
        oracle.update_status(simulation, &simulation.output.pairs.front(), true);
        EXPECT_TRUE(oracle.pair_verdict());
    }
    EXPECT_EQ(checked_frames(), 10u);
}

} // namespace
} // namespace boxwood
