#include "app/shell/frame_log.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

namespace boxwood {
namespace {

namespace fs = std::filesystem;

class FrameLogTest : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() /
                  ("boxwood_frame_log_" +
                   std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }
    TimedFrame draw_frame() {
        TimedFrame frame;
        frame.frame = ++drawn_;
        for (double& ms : frame.times.ms) ms = std::exponential_distribution<double>(3.0)(random_);
        frame.counters.pairs = std::uniform_int_distribution<std::uint64_t>(0, 9000)(random_);
        frame.counters.swaps = std::uniform_int_distribution<std::uint64_t>(0, 1ull << 40)(random_);
        frame.counters.contacts = 7;
        return frame;
    }
    fs::path report() const { return folder_ / "report.json"; }

    fs::path folder_;
    std::mt19937_64 random_{5};
    std::uint64_t drawn_ = 0;
};

void expect_same(const Result<Summary>& found, std::vector<double> values) {
    ASSERT_TRUE(found) << found.error().message;
    const Summary expected = summarize(std::move(values));
    EXPECT_EQ(found->min, expected.min);
    EXPECT_EQ(found->median, expected.median);
    EXPECT_EQ(found->p95, expected.p95);
    EXPECT_EQ(found->max, expected.max);
}

// Covers frames only in memory, only in the file (complete blocks), and in the file with a remainder in memory.
TEST_F(FrameLogTest, summaries_equal_those_of_all_frames_bit_for_bit) {
    for (const std::size_t count : {0u, 1u, 2u, 1000u, 4096u, 4097u, 20000u}) {
        FrameLog log;
        TimeHistory all(count + 1);
        std::vector<double> pairs, swaps, contacts;
        for (std::size_t i = 0; i < count; ++i) {
            const TimedFrame frame = draw_frame();
            log.push(frame, report());
            all.push(frame);
            pairs.push_back(static_cast<double>(frame.counters.pairs));
            swaps.push_back(static_cast<double>(frame.counters.swaps));
            contacts.push_back(static_cast<double>(frame.counters.contacts));
            EXPECT_EQ(log.last_counters().list(), frame.counters.list());
        }
        std::vector<double> steps, updates;
        for (const TimedFrame& frame : all.frames()) {
            steps.push_back(step_milliseconds(frame.times));
            updates.push_back(frame.times.ms[0]);
        }
        EXPECT_EQ(log.frame_count(), count);
        expect_same(log.summarize_column(0), updates);
        expect_same(log.summarize_column(FrameLog::kStep), steps);
        const auto column_of = [](std::string_view name) {
            return FrameLog::kFirstCounter +
                   static_cast<std::size_t>(std::ranges::find(kCounterNames, name) - kCounterNames.begin());
        };
        expect_same(log.summarize_column(column_of("pairs")), pairs);
        expect_same(log.summarize_column(column_of("swaps")), swaps);
        expect_same(log.summarize_column(column_of("contacts")), contacts);
        EXPECT_TRUE(fs::is_empty(folder_)) << "the log file must not be visible in the folder";
    }
}

TEST_F(FrameLogTest, after_clear_only_later_frames_count) {
    FrameLog log;
    for (std::size_t i = 0; i < 5000; ++i) log.push(draw_frame(), report());
    log.clear();
    const TimedFrame frame = draw_frame();
    log.push(frame, report());
    EXPECT_EQ(log.frame_count(), 1u);
    expect_same(log.summarize_column(0), {frame.times.ms[0]});
}

TEST_F(FrameLogTest, a_log_in_a_missing_folder_is_an_error) {
    FrameLog log;
    const fs::path missing = folder_ / "missing" / "report.json";
    for (std::size_t i = 0; i < 5000; ++i) log.push(draw_frame(), missing);
    const Result<Summary> summary = log.summarize_column(0);
    ASSERT_FALSE(summary);
    EXPECT_NE(summary.error().message.find(missing.string()), std::string::npos);
}

// A report to standard output or to a device has no folder in which the log file could be created.
TEST_F(FrameLogTest, a_report_to_standard_output_or_a_device_also_has_a_log) {
    for (const char* path : {"-", "/dev/null"}) {
        FrameLog log;
        for (std::size_t i = 0; i < 5000; ++i) log.push(draw_frame(), path);
        EXPECT_TRUE(log.summarize_column(0));
    }
}

} // namespace
} // namespace boxwood
