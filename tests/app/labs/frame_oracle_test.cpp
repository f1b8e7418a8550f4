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
        oracle.new_frame();
        return oracle.status(simulation, selected, may_skip);
    }
    std::uint64_t checked_frames() const { return oracle.tally()->frames; }

    Simulation simulation;
    FrameOracle oracle;
};

TEST_F(FrameOracleTest, every_frame_is_checked_unless_it_may_be_skipped) {
    for (int i = 0; i < 20; ++i) EXPECT_EQ(status_after_step(false)->text.rfind("verified", 0), 0u);
    EXPECT_EQ(checked_frames(), 20u);
}

TEST_F(FrameOracleTest, a_skipped_frame_shows_the_status_of_the_last_checked_one_and_its_number) {
    std::uint64_t last_checked = 0;
    std::string last_text;
    for (std::uint64_t i = 0; i < 4 * FrameOracle::kSkippingInterval; ++i) {
        const std::uint64_t before = i == 0 ? 0 : checked_frames();
        const std::string text = status_after_step(true)->text;
        if (checked_frames() > before) {
            EXPECT_TRUE(i == 0 || simulation.frame % FrameOracle::kSkippingInterval == 0);
            last_checked = simulation.frame;
            last_text = text;
        } else {
            EXPECT_EQ(text, "frame " + std::to_string(last_checked) + " " + last_text);
        }
    }
    EXPECT_GE(checked_frames(), 4u);
    EXPECT_LE(checked_frames(), 5u);
}

TEST_F(FrameOracleTest, a_frame_at_rest_is_checked_although_it_was_skipped_before) {
    do {
        status_after_step(true);
    } while (simulation.frame % FrameOracle::kSkippingInterval != 0);
    const std::uint64_t before = checked_frames();
    EXPECT_EQ(status_after_step(true)->text.rfind("frame ", 0), 0u);
    EXPECT_EQ(checked_frames(), before);
    EXPECT_EQ(oracle.status(simulation, nullptr)->text.rfind("verified", 0), 0u);
    EXPECT_EQ(checked_frames(), before + 1);
}

TEST_F(FrameOracleTest, a_selected_pair_is_checked_in_every_frame) {
    for (int i = 0; i < 10; ++i) {
        step(simulation);
        ASSERT_FALSE(simulation.output.pairs.empty());
        oracle.new_frame();
        oracle.status(simulation, &simulation.output.pairs.front(), true);
        EXPECT_TRUE(oracle.pair_verdict());
    }
    EXPECT_EQ(checked_frames(), 10u);
}

} // namespace
} // namespace boxwood
