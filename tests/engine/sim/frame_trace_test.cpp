#include "engine/sim/frame_trace.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace boxwood {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

void expect_values(const FrameTrace& trace, const std::vector<float>& expected) {
    ASSERT_EQ(trace.values().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::isnan(expected[i]))
            EXPECT_TRUE(std::isnan(trace.values()[i])) << i;
        else
            EXPECT_EQ(trace.values()[i], expected[i]) << i;
    }
}

TEST(FrameTraceTest, every_frame_has_one_entry_also_frames_without_a_value) {
    FrameTrace trace(100);
    trace.note(5, 1.0f);
    trace.note(6, kNothing);
    trace.note(7, 3.0f);
    trace.note(10, 4.0f);
    expect_values(trace, {1.0f, kNothing, 3.0f, kNothing, kNothing, 4.0f});
    EXPECT_EQ(trace.count_known(), 3u);
}

TEST(FrameTraceTest, noting_a_frame_again_replaces_its_value_and_drops_later_frames) {
    FrameTrace trace(100);
    for (std::uint64_t frame = 1; frame <= 4; ++frame) trace.note(frame, static_cast<float>(frame));
    trace.note(4, 40.0f);
    expect_values(trace, {1.0f, 2.0f, 3.0f, 40.0f});
    trace.note(2, 20.0f);
    expect_values(trace, {1.0f, 20.0f});
    trace.note(0, 7.0f);
    expect_values(trace, {7.0f});
}

TEST(FrameTraceTest, the_oldest_frames_are_dropped) {
    FrameTrace trace(3);
    for (std::uint64_t frame = 1; frame <= 5; ++frame) trace.note(frame, static_cast<float>(frame));
    expect_values(trace, {3.0f, 4.0f, 5.0f});
    trace.note(1u << 30, 9.0f);
    expect_values(trace, {kNothing, kNothing, 9.0f});
}

} // namespace
} // namespace boxwood
