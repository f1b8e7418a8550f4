// What: how long one load takes that has to wait for the one before it, anywhere in a stretch of memory: the
//       state of the machine that times were measured in. Where others hold the last cache of a shared
//       machine, it is several times that of a quiet hour, and what leaves the near caches takes longer, too.
// Units: ns per load.
// Invariants: the chain leads through every line of the stretch once and back to the first, in an order that
//             is drawn at random and always the same; half of it is timed, so that no line comes twice.
// Cost: kLoads times the result, and making the chain, which meets every line at random once: about 6 ms on
//       a quiet machine, 50 on a busy one.
// Source: [Sattolo 1986] for one cycle of all.
// Oracle: tests/bench/experiments/load_latency_test.cpp follows the chain itself.
#pragma once

#include "collision/core/memory/large_pages.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>

namespace boxwood {

inline constexpr std::size_t kLoadStretch = std::size_t{16}
                                            << 20; // bytes: more than near caches have, less than last ones
inline constexpr std::uint32_t kLoads = 1u << 17;

struct alignas(64) LoadLine {
    std::uint32_t next;
};
LargeArray<LoadLine> make_load_chain();

// `clock` in milliseconds; null: 0.
double measure_load_ns(Clock clock);

} // namespace boxwood
