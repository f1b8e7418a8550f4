// Follows the chain of dependent loads, and checks the time per load with a simulated clock.
#include "bench/experiments/scaling/load_latency.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

double g_now = 0.0;
double clock_of_test() {
    return g_now += 26.2144;
}

TEST(LoadTime, the_chain_visits_every_line_once_and_returns) {
    const LargeArray<CacheLine> chain = make_load_chain();
    ASSERT_EQ(chain.size() * sizeof(CacheLine), kLoadBlockBytes);
    std::vector<bool> is_met(chain.size(), false);
    std::uint32_t line = 0;
    std::size_t met = 0, near = 0;
    while (!is_met[line]) {
        is_met[line] = true;
        ++met;
        const std::uint32_t next = chain[line].next;
        ASSERT_LT(next, chain.size());
        // within one page, where the prefetcher could follow
        near += std::max(line, next) - std::min(line, next) < 64;
        line = next;
    }
    EXPECT_EQ(line, 0u);
    EXPECT_EQ(met, chain.size());
    EXPECT_LT(near, chain.size() / 500);
}

TEST(LoadTime, is_the_measured_time_divided_by_the_number_of_loads) {
    EXPECT_NEAR(measure_load_ns(clock_of_test), 200.0, 1e-6);
    EXPECT_EQ(measure_load_ns(nullptr), 0.0);
}

} // namespace
} // namespace boxwood
