#include "collision/parallel/tbb_executor.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace boxwood {
namespace {

// Allows more threads than cores, so that tests with many threads run on any machine. oneTBB applies the smallest of
// all limits. This function only raises the process-wide limit; the arena of each executor limits its own threads.
void raise_thread_limit(std::size_t threads) {
    using tbb::global_control;
    static std::mutex mutex;
    static std::optional<global_control> limit;
    const std::lock_guard lock(mutex);
    if (threads <= global_control::active_value(global_control::max_allowed_parallelism)) return;
    limit.reset(); // otherwise the old limit would remain the smallest
    limit.emplace(global_control::max_allowed_parallelism, threads);
}

// oneTBB starts as many threads as an arena allows, even for short work, and ends the process if the system cannot
// start a thread. Therefore limits the number, to 256 or more: more threads than cores are useful only in tests.
int clamp_thread_count(int threads) {
    using tbb::global_control;
    constexpr std::size_t kMinLimit = 256;
    const std::size_t usual = global_control::active_value(global_control::max_allowed_parallelism);
    return static_cast<int>(std::min(static_cast<std::size_t>(threads), std::max(kMinLimit, usual)));
}

class TbbExecutor final : public Executor {
  public:
    explicit TbbExecutor(int threads)
        : arena_(threads) {
        raise_thread_limit(static_cast<std::size_t>(threads));
    }

    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        const std::size_t chunks = (count + chunk - 1) / chunk;
        const auto run_chunk = [&](std::size_t index) {
            body(index * chunk, std::min((index + 1) * chunk, count));
        };
        // Isolated, because a thread that waits for a nested loop would otherwise begin another chunk of the outer loop
        // in the middle of its own, with the same thread-local data.
        arena_.execute([&] {
            tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, chunks, run_chunk); });
        });
    }

  private:
    tbb::task_arena arena_;
};

} // namespace

std::unique_ptr<Executor> make_tbb_executor(int threads) {
    return std::make_unique<TbbExecutor>(clamp_thread_count(threads));
}

} // namespace boxwood
