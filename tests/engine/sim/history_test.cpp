// After the program steps back, measurements are assigned to the right frames.
#include "engine/sim/history.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TimedFrame timed(std::uint64_t frame, double ms = 1.0) {
    TimedFrame one{frame, {}, {}};
    one.times[Phase::narrow] = ms;
    return one;
}

std::vector<std::uint64_t> numbers(const TimeHistory& times) {
    std::vector<std::uint64_t> list;
    for (const TimedFrame& frame : times.frames()) list.push_back(frame.frame);
    return list;
}

TEST(TimeHistoryTest, displayed_frame_is_the_frame_that_is_shown) {
    TimeHistory times(100);
    EXPECT_EQ(times.displayed_frame(), nullptr);
    for (std::uint64_t frame = 1; frame <= 5; ++frame) times.push(timed(frame, static_cast<double>(frame)));
    EXPECT_EQ(times.shown(), 5u);
    times.show(3);
    ASSERT_NE(times.displayed_frame(), nullptr);
    EXPECT_EQ(times.displayed_frame()->frame, 3u);
    EXPECT_EQ(times.displayed_frame()->times[Phase::narrow], 3.0);
    EXPECT_EQ(times.frames().size(), 5u) << "later frames must be kept";
    times.show(0);
    EXPECT_EQ(times.displayed_frame(), nullptr) << "frame 0 was not timed";
}

TEST(TimeHistoryTest, has_every_frame_once_and_in_order) {
    TimeHistory times(4);
    for (std::uint64_t frame = 1; frame <= 6; ++frame) times.push(timed(frame));
    EXPECT_EQ(numbers(times), (std::vector<std::uint64_t>{3, 4, 5, 6}));
    times.show(4);
    times.push(timed(5, 9.0));
    EXPECT_EQ(numbers(times), (std::vector<std::uint64_t>{3, 4, 5}));
    EXPECT_EQ(times.displayed_frame()->times[Phase::narrow], 9.0);
}

} // namespace
} // namespace boxwood
