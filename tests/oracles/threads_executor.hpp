// What: an executor for tests that starts and joins its own threads, which the thread sanitizer sees. oneTBB is not
//     built with the sanitizer, so its synchronization is invisible, and every access to shared data would be reported
//     as a race.
#pragma once

#include "collision/core/executor.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace boxwood::oracle {

class ThreadsExecutor final : public Executor {
  public:
    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            // Relaxed, so that the counter adds no ordering between chunks.
            for (std::size_t begin = 0; (begin = next.fetch_add(chunk, std::memory_order_relaxed)) < count;)
                body(begin, std::min(begin + chunk, count));
        };
        std::vector<std::thread> threads;
        for (int k = 0; k < 4; ++k) threads.emplace_back(work);
        for (std::thread& thread : threads) thread.join();
    }
};

} // namespace boxwood::oracle
