// The last of several calls of start() gives the result; cancelled work is notified and leaves no result; partial
// results arrive before the work ends.
#include "app/jobs/job.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace boxwood {
namespace {

using CountingJob = Job<int, int>;

int wait_for_cancel(CountingJob::Control& control) {
    while (!control.is_cancelled()) std::this_thread::yield();
    return -1;
}

TEST(JobTest, returns_the_result_once) {
    CountingJob job;
    EXPECT_FALSE(job.is_busy());
    EXPECT_EQ(job.seconds(), 0.0);
    job.start([] { return 7; });
    EXPECT_TRUE(job.is_busy());
    job.wait();
    EXPECT_TRUE(job.is_busy()) << "busy until the result is taken";
    EXPECT_EQ(job.take_result(), 7);
    EXPECT_FALSE(job.is_busy());
    EXPECT_FALSE(job.take_result());
    const double seconds = job.seconds();
    EXPECT_GT(seconds, 0.0);
    EXPECT_EQ(job.seconds(), seconds) << "the clock must stop when the work ends";
}

TEST(JobTest, last_of_many_starts_gives_the_result) {
    CountingJob job;
    for (int round = 0; round < 50; ++round) {
        job.start(wait_for_cancel);
        for (int i = 0; i < 20; ++i) job.start([i](CountingJob::Control&) { return i; });
        job.wait();
        EXPECT_EQ(job.take_result(), 19);
    }
}

TEST(JobTest, cancelled_work_leaves_no_results) {
    CountingJob job;
    job.start([](CountingJob::Control& control) {
        control.publish(1);
        wait_for_cancel(control);
        control.publish(2);
        control.set_progress(1.0);
        return 3;
    });
    job.cancel();
    EXPECT_FALSE(job.is_busy());
    EXPECT_FALSE(job.take_partial());
    const double seconds = job.seconds();
    job.wait();
    EXPECT_FALSE(job.take_partial());
    EXPECT_FALSE(job.take_result());
    EXPECT_EQ(job.progress(), 0.0);
    EXPECT_EQ(job.seconds(), seconds);
    job.start([] { return 4; });
    job.wait();
    EXPECT_EQ(job.take_result(), 4) << "the job must be usable after cancel()";
}

TEST(JobTest, partial_results_and_progress_arrive_before_the_end) {
    CountingJob job;
    std::atomic<bool> may_end = false;
    job.start([&may_end](CountingJob::Control& control) {
        control.set_progress(0.5);
        for (int i = 1; i <= 3; ++i) control.publish(i);
        while (!may_end) std::this_thread::yield();
        return 4;
    });
    std::optional<int> last;
    while (last != 3)
        if (const std::optional<int> partial = job.take_partial()) {
            EXPECT_GT(*partial, last.value_or(0));
            last = partial;
        }
    EXPECT_EQ(job.progress(), 0.5);
    EXPECT_FALSE(job.take_result());
    may_end = true;
    job.wait();
    EXPECT_EQ(job.take_result(), 4);
}

TEST(JobTest, captures_are_released_when_the_work_ends) {
    const auto owner = std::make_shared<int>(5);
    {
        CountingJob job;
        job.start([owner](CountingJob::Control& control) {
            wait_for_cancel(control);
            return *owner;
        });
        EXPECT_GT(owner.use_count(), 1);
        job.start([] { return 0; });
        job.wait();
        EXPECT_EQ(owner.use_count(), 1);
        job.start([owner](CountingJob::Control& control) { return wait_for_cancel(control); });
        EXPECT_GT(running_jobs, 0);
    }
    EXPECT_EQ(owner.use_count(), 1) << "the destructor must wait until the work has ended";
    EXPECT_EQ(running_jobs, 0);
}

TEST(JobTest, results_that_cannot_be_copied_are_moved) {
    Job<std::unique_ptr<std::vector<int>>> job;
    job.start([] { return std::make_unique<std::vector<int>>(3, 9); });
    job.wait();
    const auto result = job.take_result();
    ASSERT_TRUE(result);
    EXPECT_EQ(**result, std::vector<int>({9, 9, 9}));
}

} // namespace
} // namespace boxwood
