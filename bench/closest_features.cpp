// What does one query for closest features cost, and does it depend on the number of faces? Two random
// polytopes circle around each other at a gap of a few percent of their size, turning as they go; the counter
// gives the mean number of walk iterations. Time per query includes reading the pose from memory.
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "engine/meshes/random_polytope.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace boxwood {
namespace {

struct Pair {
    Polytope a, b;
    std::vector<Pose> poses; // a closed path, so that the last is next to the first
};

// The path is a circle whose axis nods once, in `frames` steps; the gap is `reach` minus the sum of the
// radii.
Pair make_pair_of_polytopes(std::uint32_t faces, int frames, double reach) {
    const auto make = [faces](std::uint64_t seed) {
        RandomPolytopeParams params;
        params.faces = faces;
        params.seed = seed;
        return std::move(*make_random_polytope(params));
    };
    Pair pair{make(1), make(2), {}};
    for (int k = 0; k < frames; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / frames;
        Transform transform;
        transform.q = glm::angleAxis(angle, glm::normalize(glm::dvec3(1, 2, 3)));
        transform.t =
            reach * glm::normalize(glm::dvec3(std::cos(angle), std::sin(angle), 0.5 * std::sin(2.0 * angle)));
        pair.poses.push_back(make_pose(transform));
    }
    return pair;
}

void run(benchmark::State& state, int frames, double reach, bool is_cached, const NarrowPhase& narrow_phase) {
    const Pair pair = make_pair_of_polytopes(static_cast<std::uint32_t>(state.range(0)), frames, reach);
    FeaturePair cache;
    std::size_t frame = 0;
    double iterations = 0.0, contacts = 0.0, fallbacks = 0.0;
    for (auto _ : state) {
        if (!is_cached) cache = {};
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

constexpr double kNear = 2.05, kDeep = 1.2; // sum of radii 2
constexpr int kSlow = 3600, kFast = 36;     // a tenth of a degree, ten degrees per step

void still(benchmark::State& state) {
    run(state, 1, kNear, true, kAllNarrowPhases[0]);
}
void slow(benchmark::State& state) {
    run(state, kSlow, kNear, true, kAllNarrowPhases[0]);
}
void fast(benchmark::State& state) {
    run(state, kFast, kNear, true, kAllNarrowPhases[0]);
}
void cold(benchmark::State& state) {
    run(state, kSlow, kNear, false, kAllNarrowPhases[0]);
}
void penetrating(benchmark::State& state) {
    run(state, kSlow, kDeep, true, kAllNarrowPhases[0]);
}
void exhaustive(benchmark::State& state) {
    run(state, kSlow, kNear, false, *find_narrow_phase("exhaustive"));
}

BENCHMARK(still)->Arg(20)->Arg(36)->Arg(100)->Arg(500)->Arg(1000);
BENCHMARK(slow)->Arg(20)->Arg(36)->Arg(100)->Arg(500)->Arg(1000);
BENCHMARK(fast)->Arg(20)->Arg(36)->Arg(100)->Arg(500)->Arg(1000);
BENCHMARK(cold)->Arg(20)->Arg(36)->Arg(100)->Arg(500)->Arg(1000);
BENCHMARK(penetrating)->Arg(20)->Arg(36)->Arg(100)->Arg(500)->Arg(1000);
BENCHMARK(exhaustive)->Arg(20)->Arg(36)->Arg(100);

} // namespace
} // namespace boxwood
