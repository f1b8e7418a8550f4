#include "bench/experiments/scaling/load_latency.hpp"

#include "engine/meshes/generate/random.hpp"

#include <utility>

namespace boxwood {

// Swapping each entry with an earlier entry, never with itself, gives a single cycle through all lines.
LargeArray<CacheLine> make_load_chain() {
    constexpr auto kLines = static_cast<std::uint32_t>(kLoadBlockBytes / sizeof(CacheLine));
    LargeArray<CacheLine> chain(kLines);
    for (std::uint32_t i = 0; i < kLines; ++i) chain[i].next = i;
    Random random(kLines);
    for (std::uint32_t i = kLines - 1; i > 0; --i)
        std::swap(chain[i].next, chain[static_cast<std::uint32_t>(random.below(i))].next);
    return chain;
}

double measure_load_ns(Clock clock) {
    if (!clock) return 0.0;
    const LargeArray<CacheLine> chain = make_load_chain();
    std::uint32_t line = 0;
    const double start = clock();
    for (std::uint32_t i = 0; i < kLoads; ++i) line = chain[line].next;
    volatile std::uint32_t sink = line; // otherwise the compiler removes the loads
    static_cast<void>(sink);
    constexpr double kNanoseconds = 1e6; // per millisecond
    return kNanoseconds * (clock() - start) / kLoads;
}

} // namespace boxwood
