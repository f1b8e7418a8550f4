#pragma once

#include "collision/core/executor.hpp"

#include <algorithm>
#include <thread>

namespace boxwood::oracle {

// Runs chunks on two threads, from the last to the first, so that results that depend on the order become visible.
class BackwardsExecutor final : public Executor {
  public:
    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        const std::size_t chunks = (count + chunk - 1) / chunk;
        const auto run = [&](std::size_t parity) {
            for (std::size_t k = chunks; k-- > 0;)
                if (k % 2 == parity) body(k * chunk, std::min((k + 1) * chunk, count));
        };
        std::thread other([&] { run(1); });
        run(0);
        other.join();
    }
};

} // namespace boxwood::oracle
