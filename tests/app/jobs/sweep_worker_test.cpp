// A sweep on a background thread: its partial results, and cancellation.
#include "app/jobs/sweep_worker.hpp"
#include "app/jobs/thread_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace boxwood {
namespace {

Sweep small_sweep(int frames = 20) {
    Sweep sweep = make_sweep(*find_graph(3), SweepSize::quick);
    sweep.base.bodies = 30;
    sweep.points.resize(2);
    sweep.warm_frames = 2;
    sweep.frames = frames;
    return sweep;
}
Sweep endless_sweep() {
    return small_sweep(100'000'000);
}

std::size_t measured(const SweepResult& result) {
    return static_cast<std::size_t>(std::count_if(result.samples.begin(), result.samples.end(),
                                                  [](const Sample& sample) { return sample.is_measured; }));
}

TEST(SweepWorker, measures_what_a_run_in_the_frame_would) {
    SweepWorker worker;
    EXPECT_FALSE(worker.is_running());
    worker.start(small_sweep());
    std::size_t seen = 0;
    std::optional<SweepResult> last;
    while (worker.is_running() || !last || !last->is_complete()) {
        if (std::optional<SweepResult> outcome = worker.take_result()) {
            EXPECT_GT(measured(*outcome), seen); // each result is returned once
            seen = measured(*outcome);
            last = std::move(outcome);
        }
        std::this_thread::yield();
    }
    worker.wait();
    EXPECT_EQ(worker.progress(), 1.0);
    EXPECT_GT(worker.seconds(), 0.0);
    EXPECT_FALSE(worker.take_error());
    SweepRun run(small_sweep(), nullptr);
    while (!run.is_done()) ASSERT_TRUE(run.advance());
    for (std::size_t i = 0; i < run.result().samples.size(); ++i) {
        EXPECT_EQ(last->samples[i].state_hash, run.result().samples[i].state_hash);
        EXPECT_EQ(last->samples[i][Measure::swaps], run.result().samples[i][Measure::swaps]);
    }
}

TEST(SweepWorker, cancel_stops_in_the_middle_of_a_run) {
    SweepWorker worker;
    worker.start(endless_sweep());
    while (worker.progress() <= 0.0) std::this_thread::yield();
    worker.cancel();
    EXPECT_FALSE(worker.is_running());
    EXPECT_LT(worker.progress(), 1.0);
    EXPECT_FALSE(worker.take_result()); // no run was completed
    const double seconds = worker.seconds();
    EXPECT_EQ(worker.seconds(), seconds); // the clock stops with the sweep
}

TEST(SweepWorker, a_new_start_replaces_what_runs_and_an_end_needs_no_cancel) {
    SweepWorker worker;
    worker.start(endless_sweep());
    worker.start(small_sweep());
    worker.wait();
    const std::optional<SweepResult> outcome = worker.take_result();
    ASSERT_TRUE(outcome);
    EXPECT_TRUE(outcome->is_complete());
    worker.start(endless_sweep()); // the destructor cancels it
}

TEST(SweepWorker, a_scene_that_cannot_be_made_is_told) {
    Sweep sweep = small_sweep();
    sweep.points.front() = 99.0;
    SweepWorker worker;
    worker.start(sweep);
    worker.wait();
    const std::optional<Error> error = worker.take_error();
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("density"), std::string::npos);
    EXPECT_FALSE(worker.take_error());
}

TEST(ThreadClock, counts_work_and_not_waiting) {
    const double start = thread_milliseconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    const double waited = thread_milliseconds() - start;
    volatile double sum = 0.0;
    for (int i = 0; i < 3'000'000; ++i) sum = sum + 1.0;
    const double worked = thread_milliseconds() - start - waited;
    EXPECT_GE(waited, 0.0);
    EXPECT_LT(waited, 30.0);
    EXPECT_GT(worked, 0.0);
}

} // namespace
} // namespace boxwood
