// What: the latency of one load that depends on the previous one, at a random place in a block of memory: the state of
//     the machine during a measurement. If other processes occupy the last-level cache of a shared machine, it is
//     several times that of a quiet hour, and data outside the inner caches takes longer, too.
// Units: ns per load.
// Invariants: the chain visits every line of the block once and returns to the first, in a random but fixed order; half
//     of it is timed, so that no line is read twice.
// Cost: kLoads times the result, and building the chain, which accesses every line once in random order: about 6 ms on
//     a quiet machine, 50 on a busy one.
// Source: [Sattolo 1986] for one cycle of all.
// Oracle: tests/bench/experiments/load_latency_test.cpp follows the chain itself.
#pragma once

#include "collision/core/memory/large_pages.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>

namespace boxwood {

inline constexpr std::size_t kLoadStretch =
    std::size_t{16} // Bytes: more than the inner caches, less than the last-level one.
    << 20;
inline constexpr std::uint32_t kLoads = 1u << 17;

struct alignas(64) LoadLine {
    std::uint32_t next;
};
LargeArray<LoadLine> make_load_chain();

// `clock` in milliseconds; null: 0.
double measure_load_ns(Clock clock);

} // namespace boxwood
