#include "collision/parallel/tbb_executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace boxwood::test {
namespace {

// The maximum number of threads that work at the same time. Each arriving thread waits until the expected number is
// present or a timeout expires. Threads may leave and be replaced, so that more threads may arrive in total.
std::size_t count_threads(Executor& executor, std::size_t expected) {
    constexpr std::size_t kChunks = 256;
    std::mutex mutex;
    std::condition_variable all_came;
    std::size_t inside = 0, most = 0;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    executor.parallel_for(kChunks, 1, [&](std::size_t, std::size_t) {
        std::unique_lock lock(mutex);
        most = std::max(most, ++inside);
        all_came.notify_all();
        all_came.wait_until(lock, deadline, [&] { return most >= expected; });
        --inside;
    });
    return most;
}

TEST(TbbExecutorTest, each_of_several_executors_uses_its_number_of_threads) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "the packaged oneTBB is not instrumented; its synchronization is reported as a race";
#endif
    std::vector<std::unique_ptr<Executor>> executors;
    for (const int threads : {2, 6, 3}) executors.push_back(make_tbb_executor(threads));
    EXPECT_EQ(count_threads(*executors[0], 2), 2u);
    EXPECT_EQ(count_threads(*executors[1], 6), 6u);
    EXPECT_EQ(count_threads(*executors[2], 3), 3u);
    executors.erase(executors.begin());
    EXPECT_EQ(count_threads(*executors[0], 6), 6u) << "after another executor was destroyed";
}

TEST(TbbExecutorTest, a_huge_number_of_threads_is_limited) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "the packaged oneTBB is not instrumented; its synchronization is reported as a race";
#endif
    const std::unique_ptr<Executor> executor = make_tbb_executor(1'000'000);
    std::mutex mutex;
    std::size_t inside = 0, most = 0;
    executor->parallel_for(8192, 1, [&](std::size_t, std::size_t) {
        {
            const std::lock_guard lock(mutex);
            most = std::max(most, ++inside);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        const std::lock_guard lock(mutex);
        --inside;
    });
    EXPECT_LE(most, std::max(256u, std::thread::hardware_concurrency()));
}

// If a thread began a chunk of the outer loop within a nested loop, two chunks would use the per-thread data, for
// example the scratch, at the same time.
TEST(TbbExecutorTest, a_thread_begins_no_chunk_of_the_outer_loop_within_a_nested_loop) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "the packaged oneTBB is not instrumented; its synchronization is reported as a race";
#endif
    const std::unique_ptr<Executor> executor = make_tbb_executor(3);
    std::atomic<int> begun_within{0};
    executor->parallel_for(64, 1, [&](std::size_t, std::size_t) {
        static thread_local int depth = 0;
        if (++depth > 1) ++begun_within;
        executor->parallel_for(16, 1, [](std::size_t, std::size_t) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        });
        --depth;
    });
    EXPECT_EQ(begun_within.load(), 0);
}

} // namespace
} // namespace boxwood::test
