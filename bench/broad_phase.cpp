// Question: how long does an update of each broad phase take in each scene, and how does the time grow with the
// number of bodies? Scenes and motions are in broad_phase_scenes.hpp. The grid also runs with cells of 0.25 to 8
// times the box size. Both variants of sweep and prune also run with as many enabled pairs as there are bodies; all
// other pairs are disabled. With many bodies, sweep and prune then stores only the flags of enabled pairs. (The flags
// of all pairs of 100,000 bodies would take 2.5 GB.) Reports the seconds per box and the number of pairs, and the
// numbers of events, endpoint swaps, box tests and node visits per update.
#include "bench/broad_phase_scenes.hpp"
#include "collision/broad_phase/all_broad_phases.hpp"

#include <benchmark/benchmark.h>

#include <random>
#include <string>

namespace boxwood {
namespace {

using bench::BoxMotion;
using bench::BoxScene;
using bench::SceneBoxes;

struct Case {
    BoxScene scene;
    BoxMotion motion;
    float cell_factor = 0.0f;
    bool enables_few_pairs = false;
};

// Returns as many pairs as there are bodies: first overlapping pairs, then pairs of random bodies.
std::vector<BodyPair> choose_pairs(const std::vector<BodyId>& bodies, const std::vector<Aabb>& boxes) {
    ColumnGrid finder;
    finder.insert(bodies, boxes);
    finder.update(boxes);
    std::vector<BodyPair> chosen;
    for (const ActivePair& pair : finder.pairs())
        if (chosen.size() < bodies.size()) chosen.push_back(pair.bodies);
    std::mt19937 random(7);
    while (chosen.size() < bodies.size()) {
        const auto a = static_cast<BodyId>(random() % bodies.size()),
                   b = static_cast<BodyId>(random() % bodies.size());
        if (a != b) chosen.push_back(make_pair_of(a, b));
    }
    return chosen;
}

template <class Phase>
void update(benchmark::State& state, const Case& chosen) {
    SceneBoxes moving(chosen.scene, static_cast<BodyId>(state.range(0)));
    std::vector<BodyId> bodies(moving.boxes.size());
    for (BodyId id = 0; id < bodies.size(); ++id) bodies[id] = id;
    Phase phase;
    phase.configure({PairStorage::automatic, chosen.cell_factor});
    phase.insert(bodies, moving.boxes);
    if (chosen.enables_few_pairs) {
        phase.set_all_pairs_enabled(false);
        for (const BodyPair pair : choose_pairs(bodies, moving.boxes)) phase.set_pair_enabled(pair, true);
    }
    phase.update(moving.boxes);
    BroadPhaseCounters sum;
    std::uint64_t swaps = 0, events = 0;
    for (auto _ : state) {
        state.PauseTiming();
        moving.move(chosen.motion);
        state.ResumeTiming();
        phase.update(moving.boxes);
        const BroadPhaseCounters counters = phase.counters();
        for (const std::uint64_t on_axis : counters.swaps) swaps += on_axis;
        sum.volume_tests += counters.volume_tests;
        sum.node_visits += counters.node_visits;
        events += phase.events().entered.size() + phase.events().left.size();
    }
    const auto per_update = [](std::uint64_t count) {
        return benchmark::Counter(static_cast<double>(count), benchmark::Counter::kAvgIterations);
    };
    state.counters["swaps"] = per_update(swaps);
    state.counters["box_tests"] = per_update(sum.volume_tests);
    state.counters["node_visits"] = per_update(sum.node_visits);
    state.counters["events"] = per_update(events);
    state.counters["pairs"] = static_cast<double>(phase.pairs().size());
    state.counters["s_per_box"] =
        benchmark::Counter(static_cast<double>(state.range(0)),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// The largest number of boxes to measure. With more, an update would take seconds or need gigabytes.
BodyId max_boxes(std::string_view phase, BoxScene scene) {
    if (phase == BruteForce::kName) return 10000;
    if (phase == SweepAndPrune::kName) return 10000;
    if (phase == ColumnGrid::kName && (scene == BoxScene::city || scene == BoxScene::sizes)) return 1000000;
    const bool is_thin = scene == BoxScene::line || scene == BoxScene::slab;
    if (phase == SweepAndPruneDirect::kName) return 100000;
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
        update<Phase>(state, {scene.scene, motion, cell_factor});
    });
    row->Unit(benchmark::kMillisecond);
    const BodyId max_count = cell_factor != 0.0f ? 10000 : max_boxes(Phase::kName, scene.scene);
    for (const BodyId count : {1000u, 10000u, 100000u, 1000000u})
        if (count <= max_count && (cell_factor == 0.0f || count == max_count)) row->Arg(count);
}

template <class Phase>
void add_few_pairs(BoxMotion motion, std::string_view motion_name) {
    const std::string name =
        std::string(Phase::kName).append("/cube/").append(motion_name).append("/named-pairs");
    auto* row = benchmark::RegisterBenchmark(name.c_str(), [motion](benchmark::State& state) {
        update<Phase>(state, {BoxScene::cube, motion, 0.0f, true});
    });
    row->Unit(benchmark::kMillisecond)->Arg(1000)->Arg(10000)->Arg(100000);
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
    add_few_pairs<SweepAndPrune>(BoxMotion::coherent, "coherent");
    add_few_pairs<SweepAndPrune>(BoxMotion::teleport, "teleport");
    add_few_pairs<SweepAndPruneDirect>(BoxMotion::coherent, "coherent");
    add_few_pairs<SweepAndPruneDirect>(BoxMotion::teleport, "teleport");
}

[[maybe_unused]] const bool is_registered = (add_all(std::type_identity<AllBroadPhases>{}), true);

} // namespace
} // namespace boxwood
