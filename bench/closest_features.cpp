// Questions: how long does one query for closest features take with each method, and does the time depend on the
// number of faces? How long does the first feature walk of a pair take with each initial guess? Counters are means
// per query: iterations, contacts (1 if the polytopes are not disjoint) and fallbacks. Times include reading the pose
// from memory.
#include "bench/experiments/circling_pair.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/narrow_phase/warm_start.hpp"

#include <benchmark/benchmark.h>

#include <optional>
#include <string>

namespace boxwood {
namespace {

struct Case {
    const char* name;
    int frames;
    double reach;
};
constexpr Case kCases[] = {{"still", 1, kNearReach},
                           {"slow", kSlowFrames, kNearReach},
                           {"fast", kFastFrames, kNearReach},
                           {"penetrating", kSlowFrames, kDeepReach}};
constexpr int kFaces[] = {20, 36, 100, 500, 1000};

// `guess`: how each query chooses its start features; none: it starts from the closest features of the previous pose.
void run(benchmark::State& state, const Case& motion, const NarrowPhase& narrow_phase,
         std::optional<WarmStart> guess) {
    const CirclingPair pair =
        make_circling_pair(static_cast<std::uint32_t>(state.range(0)), motion.frames, motion.reach);
    const SupportTable table_a(pair.a), table_b(pair.b);
    WarmStartCache memory{{}, 0, &table_a, &table_b};
    FeaturePair cache;
    std::size_t frame = 0;
    double iterations = 0.0, contacts = 0.0, fallbacks = 0.0;
    for (auto _ : state) {
        if (guess) {
            memory.seed = frame;
            if (frame % 25 == 0) memory.stored = cache; // the stored features are at most 25 poses old
            cache = make_start(*guess, pair.a, pair.b, pair.poses[frame], memory);
        }
        const ClosestFeatures found = narrow_phase.find_closest(pair.a, pair.b, pair.poses[frame], cache);
        benchmark::DoNotOptimize(found.distance);
        iterations += found.iterations;
        contacts += found.status != ContactStatus::disjoint ? 1.0 : 0.0;
        fallbacks += found.is_fallback ? 1.0 : 0.0;
        if (++frame == pair.poses.size()) frame = 0;
    }
    const auto mean = benchmark::Counter::kAvgIterations;
    state.counters["iterations"] = {iterations, mean};
    state.counters["contacts"] = {contacts, mean};
    state.counters["fallbacks"] = {fallbacks, mean};
}

void add(const std::string& name, const Case& motion, const NarrowPhase& narrow_phase,
         std::optional<WarmStart> guess, int max_faces) {
    auto* bench =
        benchmark::RegisterBenchmark(name.c_str(), [=, &motion, &narrow_phase](benchmark::State& state) {
            run(state, motion, narrow_phase, guess);
        });
    for (const int faces : kFaces)
        if (faces <= max_faces) bench->Arg(faces);
}

void add_all() {
    for (const Case& motion : kCases)
        for (const NarrowPhase& one : kAllNarrowPhases) {
            const bool is_slow = one.name == "exhaustive";
            if (is_slow && std::string(motion.name) != "slow") continue;
            add(std::string(motion.name) + "/" + std::string(one.name), motion, one, {},
                is_slow ? 100 : 1000);
        }
    for (std::size_t guess = 0; guess < kWarmStartNames.size(); ++guess)
        for (const char* method : {"v-clip", "lin-canny", "gjk"})
            add("start_" + std::string(kWarmStartNames[guess]) + "/" + method, kCases[1],
                *find_narrow_phase(method), static_cast<WarmStart>(guess), 1000);
}

} // namespace
} // namespace boxwood

int main(int count, char** arguments) {
    benchmark::Initialize(&count, arguments);
    boxwood::add_all();
    benchmark::RunSpecifiedBenchmarks();
}
