// How long does each broad phase take per update, in which scene, and how does it grow? Scenes and motions are those
// of broad_phase_scenes.hpp; the grid also with cells of 0.25 to 8 times the boxes. Reports seconds per box, pairs,
// events, exchanges, box tests and node visits per update.
#include "bench/broad_phase_scenes.hpp"
#include "collision/broad_phase/all_broad_phases.hpp"

#include <benchmark/benchmark.h>

#include <string>

namespace boxwood {
namespace {

using bench::BoxMotion;
using bench::BoxScene;
using bench::SceneBoxes;

template <class Phase>
void update(benchmark::State& state, BoxScene scene, BoxMotion motion, float cell_factor) {
    SceneBoxes moving(scene, static_cast<BodyId>(state.range(0)));
    std::vector<BodyId> bodies(moving.boxes.size());
    for (BodyId id = 0; id < bodies.size(); ++id) bodies[id] = id;
    Phase phase;
    phase.configure({PairStorage::automatic, cell_factor});
    phase.insert(bodies, moving.boxes);
    phase.update(moving.boxes);
    BroadPhaseCounters sum;
    std::uint64_t exchanges = 0, events = 0;
    for (auto _ : state) {
        state.PauseTiming();
        moving.move(motion);
        state.ResumeTiming();
        phase.update(moving.boxes);
        const BroadPhaseCounters counters = phase.counters();
        for (const std::uint64_t on_axis : counters.exchanges) exchanges += on_axis;
        sum.volume_tests += counters.volume_tests;
        sum.node_visits += counters.node_visits;
        events += phase.events().entered.size() + phase.events().left.size();
    }
    const auto per_update = [](std::uint64_t count) {
        return benchmark::Counter(static_cast<double>(count), benchmark::Counter::kAvgIterations);
    };
    state.counters["exchanges"] = per_update(exchanges);
    state.counters["box_tests"] = per_update(sum.volume_tests);
    state.counters["node_visits"] = per_update(sum.node_visits);
    state.counters["events"] = per_update(events);
    state.counters["pairs"] = static_cast<double>(phase.pairs().size());
    state.counters["s_per_box"] =
        benchmark::Counter(static_cast<double>(state.range(0)),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Beyond these numbers of boxes an update takes seconds, or gigabytes.
BodyId most_boxes(std::string_view phase, BoxScene scene, BoxMotion motion) {
    if (phase == BruteForce::kName) return 10000;
    if (phase == SweepAndPrune::kName) return 10000;
    const bool is_thin = scene == BoxScene::line || scene == BoxScene::slab;
    if (phase == SweepAndPruneDirect::kName) return motion == BoxMotion::teleport || is_thin ? 10000 : 100000;
    if (phase == IntervalPlanes::kName) return is_thin ? 10000 : 100000;
    if (phase == IntervalSweep::kName) return scene == BoxScene::line ? 10000 : 100000;
    return 100000;
}

template <class Phase>
void add(bench::NamedScene scene, std::string_view motion_name, BoxMotion motion, float cell_factor = 0.0f) {
    std::string name(Phase::kName);
    name.append("/").append(scene.name).append("/").append(motion_name);
    if (cell_factor != 0.0f) name.append("/cells:").append(std::to_string(cell_factor));
    auto* row = benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        update<Phase>(state, scene.scene, motion, cell_factor);
    });
    row->Unit(benchmark::kMillisecond);
    const BodyId most = cell_factor != 0.0f ? 10000 : most_boxes(Phase::kName, scene.scene, motion);
    for (const BodyId count : {1000u, 10000u, 100000u})
        if (count <= most && (cell_factor == 0.0f || count == most)) row->Arg(count);
}

template <class... Phases>
void add_all(std::type_identity<std::tuple<Phases...>>) {
    for (const bench::NamedScene& scene : bench::kBoxScenes) {
        (add<Phases>(scene, "coherent", BoxMotion::coherent), ...);
        (add<Phases>(scene, "teleport", BoxMotion::teleport), ...);
    }
    (add<Phases>(bench::kBoxScenes[0], "rest", BoxMotion::rest), ...);
    (add<Phases>(bench::kBoxScenes[0], "few", BoxMotion::few), ...);
    for (const float factor : {0.25f, 0.5f, 1.0f, 2.0f, 4.0f, 8.0f})
        add<HashedGrid>(bench::kBoxScenes[0], "coherent", BoxMotion::coherent, factor);
}

[[maybe_unused]] const bool is_registered = (add_all(std::type_identity<AllBroadPhases>{}), true);

} // namespace
} // namespace boxwood
