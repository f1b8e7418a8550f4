// Question: what does collision detection cost per frame in the default multi-body scene, and how does the cost grow
// with the number of bodies?
// Counters are means per frame: milliseconds of the phases of collision detection, pairs, entered pairs, iterations of
//     feature walks, contacts and endpoint swaps. Only worst_ms is the time of the slowest frame.
//     At full speed, each step moves bodies by 10 % of their radius and rotates them by 10 degrees.
//     All work is on one thread. Its processor times are measured, because other load disturbs wall times more.
#include "engine/workloads/deforming.hpp"
#include "engine/workloads/multi_body.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace boxwood {
namespace {

constexpr double kFullSpeed = 1.0;
constexpr double kDefaultSpeed = 0.25; // the default of the labs
constexpr int kSettlingSteps = 30;   // to find the first pairs and warm the caches

double now_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

// Uses the default broad phase unless one is named.
Simulation make_scene(int bodies, BoxKind box, double speed, std::string_view broad_phase = {}) {
    MultiBodyParams params;
    params.bodies = bodies;
    params.box = box;
    Simulation simulation = std::move(*make_multi_body(params));
    simulation.settings.speed = speed;
    if (!broad_phase.empty())
        if (Status status = simulation.world.set_broad_phase(broad_phase); !status) std::abort();
    for (int i = 0; i < kSettlingSteps; ++i) step(simulation);
    return simulation;
}

void report(benchmark::State& state, const PhaseTimes& sum, const StepCounters& counters) {
    const auto mean = benchmark::Counter::kAvgIterations;
    state.counters["update_ms"] = {sum[Phase::update], mean};
    state.counters["broad_ms"] = {sum[Phase::broad], mean};
    state.counters["narrow_ms"] = {sum[Phase::narrow], mean};
    state.counters["pairs"] = {static_cast<double>(counters.pairs), mean};
    state.counters["entered"] = {static_cast<double>(counters.entered), mean};
    state.counters["walk_iterations"] = {static_cast<double>(counters.walk_iterations), mean};
    state.counters["contacts"] = {static_cast<double>(counters.contacts), mean};
    state.counters["swaps"] = {static_cast<double>(counters.swaps), mean};
}

void moving(benchmark::State& state, BoxKind box, double speed, std::string_view broad_phase = {}) {
    Simulation simulation = make_scene(static_cast<int>(state.range(0)), box, speed, broad_phase);
    PhaseTimes sum;
    StepCounters counters;
    for (auto _ : state) {
        integrate(simulation);
        collide(simulation, now_milliseconds);
        respond(simulation);
        state.SetIterationTime(simulation.output.times.collision() / 1000.0);
        for (std::size_t i = 0; i < kPhaseCount; ++i) sum.ms[i] += simulation.output.times.ms[i];
        counters.pairs += simulation.output.counters.pairs;
        counters.entered += simulation.output.counters.entered;
        counters.walk_iterations += simulation.output.counters.walk_iterations;
        counters.contacts += simulation.output.counters.contacts;
        counters.swaps += simulation.output.counters.swaps;
    }
    report(state, sum, counters);
}
BENCHMARK_CAPTURE(moving, dynamic_box, BoxKind::dynamic_box, kFullSpeed)
    ->Arg(500)
    ->Arg(2000)
    ->Arg(10000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(moving, usual, BoxKind::dynamic_box, kDefaultSpeed)
    ->Arg(500)
    ->Arg(2000)
    ->Arg(10000)
    ->Arg(100000) // the time per body should be the same as with fewer bodies
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
// Sweep and prune with the sorted lists of [Cohen 1995], with overlap flags per axis (`flags`) and without (`direct`).
BENCHMARK_CAPTURE(moving, flags, BoxKind::dynamic_box, kFullSpeed, "sweep-and-prune")
    ->Arg(10000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(moving, flags_usual, BoxKind::dynamic_box, kDefaultSpeed, "sweep-and-prune")
    ->Arg(10000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(moving, direct, BoxKind::dynamic_box, kFullSpeed, "sweep-and-prune-direct")
    ->Arg(10000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(moving, fixed_cube, BoxKind::fixed_cube, kFullSpeed)
    ->Arg(500)
    ->Arg(2000)
    ->Arg(10000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// Deforming bodies of 5,000 triangles among 1,000 rigid bodies. Times refits, boxes, pairs and contacts, but not the
// deformation itself.
void deforming(benchmark::State& state) {
    Simulation simulation =
        std::move(*make_deforming({.deforming = static_cast<int>(state.range(0)), .rigid = 1000}));
    for (int i = 0; i < kSettlingSteps; ++i) step(simulation);
    PhaseTimes sum;
    StepCounters counters;
    double refit_ms = 0.0, worst_ms = 0.0;
    std::uint64_t rebuilds = 0;
    for (auto _ : state) {
        integrate(simulation);
        simulation.deformation_time += 1.0;
        deform(simulation);
        collide(simulation, now_milliseconds);
        respond(simulation);
        const PhaseTimes& times = simulation.output.times;
        state.SetIterationTime(times.collision() / 1000.0);
        for (std::size_t i = 0; i < kPhaseCount; ++i) sum.ms[i] += times.ms[i];
        worst_ms = std::max(worst_ms, times.collision());
        refit_ms += times[Phase::refit];
        rebuilds += simulation.output.deformation.rebuilds;
        counters.pairs += simulation.output.counters.pairs;
        counters.contacts += simulation.output.counters.contacts;
    }
    report(state, sum, counters);
    const auto mean = benchmark::Counter::kAvgIterations;
    state.counters["refit_ms"] = {refit_ms, mean};
    state.counters["rebuilds"] = {static_cast<double>(rebuilds), mean};
    state.counters["worst_ms"] = worst_ms;
}
BENCHMARK(deforming)->Arg(8)->UseManualTime()->Unit(benchmark::kMillisecond);

// Nothing moves, so sweep and prune must swap no endpoints.
void at_rest(benchmark::State& state) {
    Simulation simulation =
        make_scene(static_cast<int>(state.range(0)), BoxKind::dynamic_box, kFullSpeed, "sweep-and-prune");
    collide(simulation);
    std::uint64_t swaps = 0;
    for (auto _ : state) {
        collide(simulation, now_milliseconds);
        state.SetIterationTime(simulation.output.times.collision() / 1000.0);
        swaps += simulation.output.counters.swaps;
    }
    if (swaps != 0) state.SkipWithError("endpoints were swapped at rest");
}
BENCHMARK(at_rest)->Arg(500)->Arg(10000)->UseManualTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace boxwood
