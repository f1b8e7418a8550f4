// What: measures the latency of dependent loads from random addresses in a block of memory. The latency describes
//     the state of the machine during a measurement: if other processes of a shared machine occupy the last-level
//     cache, the latency is several times higher, and all accesses to data outside the inner caches take longer.
// Units: ns per load.
// Invariants: the chain visits every line of the block once, in a random but fixed order, and returns to the first.
//     Only half of the chain is timed, so no line is read twice.
// Cost: kLoads times the latency, plus the time for building the chain, which accesses every line once in random
//     order. In total about 6 ms on an idle machine, 50 ms on a busy one.
// Source: [Sattolo 1986] for the cyclic permutation.
// Oracle: tests/bench/experiments/load_latency_test.cpp follows the chain.
#pragma once

#include "collision/core/memory/large_pages.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>

namespace boxwood {

// Bytes: more than the inner caches, less than the last-level cache.
inline constexpr std::size_t kLoadBlockBytes = std::size_t{16} << 20;
inline constexpr std::uint32_t kLoads = 1u << 17;

struct alignas(64) CacheLine {
    std::uint32_t next;
};
LargeArray<CacheLine> make_load_chain();

// Returns nanoseconds per load. `clock` returns milliseconds; if it is null, returns 0.
double measure_load_ns(Clock clock);

} // namespace boxwood
