#include "app/jobs/sweep_job.hpp"
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

void start(SweepJob& job, Sweep sweep) {
    job.start([sweep = std::move(sweep)](SweepJob::Control& control) { return run_sweep(sweep, control); });
}

TEST(SweepJob, gives_the_states_and_swaps_of_a_run_on_the_calling_thread) {
    SweepJob job;
    EXPECT_FALSE(job.is_busy());
    start(job, small_sweep());
    std::size_t seen = 0;
    std::optional<SweepResult> last;
    std::optional<Status> end;
    while (!end || !last || !last->is_complete()) {
        EXPECT_TRUE(end || job.is_busy());
        if (std::optional<SweepResult> outcome = job.take_partial()) {
            EXPECT_GT(measured(*outcome), seen);
            seen = measured(*outcome);
            last = std::move(outcome);
        }
        if (!end) end = job.take_result();
        std::this_thread::yield();
    }
    EXPECT_FALSE(job.is_busy());
    EXPECT_EQ(job.progress(), 1.0);
    EXPECT_GT(job.seconds(), 0.0);
    EXPECT_TRUE(*end);
    SweepRun run(small_sweep(), nullptr);
    while (!run.is_done()) ASSERT_TRUE(run.advance());
    for (std::size_t i = 0; i < run.result().samples.size(); ++i) {
        EXPECT_EQ(last->samples[i].state_hash, run.result().samples[i].state_hash);
        EXPECT_EQ(last->samples[i][Measure::swaps], run.result().samples[i][Measure::swaps]);
    }
}

TEST(SweepJob, cancel_stops_within_a_run) {
    SweepJob job;
    start(job, endless_sweep());
    while (job.progress() <= 0.0) std::this_thread::yield();
    job.cancel();
    EXPECT_FALSE(job.is_busy());
    EXPECT_LT(job.progress(), 1.0);
    EXPECT_FALSE(job.take_partial()); // no measurement run was complete
    const double seconds = job.seconds();
    EXPECT_EQ(job.seconds(), seconds); // the clock stopped with the sweep
}

TEST(SweepJob, start_replaces_a_running_sweep_and_the_destructor_cancels_it) {
    SweepJob job;
    start(job, endless_sweep());
    start(job, small_sweep());
    job.wait();
    const std::optional<SweepResult> outcome = job.take_partial();
    ASSERT_TRUE(outcome);
    EXPECT_TRUE(outcome->is_complete());
    ASSERT_TRUE(job.take_result());
    start(job, endless_sweep()); // the destructor cancels it
}

TEST(SweepJob, scene_that_cannot_be_made_is_an_error) {
    Sweep sweep = small_sweep();
    sweep.points.front() = 99.0;
    SweepJob job;
    start(job, sweep);
    job.wait();
    const std::optional<Status> end = job.take_result();
    ASSERT_TRUE(end);
    ASSERT_FALSE(*end);
    EXPECT_NE(end->error().message.find("density"), std::string::npos);
    EXPECT_FALSE(job.take_result());
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
