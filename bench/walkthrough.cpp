// Question: what does the walkthrough cost per frame? Runs assets/walks/tour.walk and reports percentiles and
// maxima of the times of collision detection and of the entire step. Also measures how long scaling takes for two
// bodies of the kitchen.
#include "engine/import/text_file.hpp"
#include "engine/walk/dynamics/scaled_shape.hpp"
#include "engine/walk/loaded_walk.hpp"
#include "engine/walk/walk_script.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace {

using namespace boxwood;

double now_milliseconds() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

const std::string kAssets = BOXWOOD_ASSETS;

template <class T>
T value_or_exit(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().message.c_str());
        std::exit(1);
    }
    return std::move(*result);
}

double percentile(std::vector<double> values, double fraction) {
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(fraction * static_cast<double>(values.size() - 1))];
}

void tour(benchmark::State& state) {
    const WalkScript script = value_or_exit(parse_walk_script(
        value_or_exit(read_text_file(kAssets + "/walks/tour.walk", 1u << 20)), "tour.walk"));
    std::vector<double> detection, step;
    for (auto _ : state) {
        state.PauseTiming();
        LoadedScene scene = value_or_exit(load_scene(kAssets + "/scenes/kitchen.json"));
        Walk walk;
        if (Status status = walk.begin(scene.simulation, walk_bodies_of(scene), walk_start_of(scene));
            !status)
            return state.SkipWithError(status.error().message.c_str());
        WalkPlayer player{WalkScript(script)};
        state.ResumeTiming();
        while (!player.is_done()) {
            walk.step(scene.simulation, rounded(player.next(walk)), now_milliseconds);
            const PhaseTimes& times = scene.simulation.output.times;
            detection.push_back(times.collision());
            step.push_back(times.total());
        }
    }
    for (const auto& [name, values] : {std::pair{"detection", &detection}, std::pair{"step", &step}}) {
        state.counters[std::string(name) + "_p50_ms"] = percentile(*values, 0.5);
        state.counters[std::string(name) + "_p95_ms"] = percentile(*values, 0.95);
        state.counters[std::string(name) + "_max_ms"] = percentile(*values, 1.0);
    }
}

void scaling(benchmark::State& state, const char* name) {
    const LoadedScene scene = value_or_exit(load_scene(kAssets + "/scenes/kitchen.json"));
    const std::vector<WalkBody> bodies = walk_bodies_of(scene);
    const auto found =
        std::find_if(bodies.begin(), bodies.end(), [&](const WalkBody& body) { return body.name == name; });
    if (found == bodies.end()) return state.SkipWithError("the kitchen has no body with this name");
    const Shape& shape =
        *scene.simulation.world.bodies()[static_cast<std::size_t>(found - bodies.begin())].shape;
    for (auto _ : state)
        benchmark::DoNotOptimize(value_or_exit(make_scaled(shape, {1.3, 1.1, 1.2}, glm::dvec3(0.0))));
    state.counters["parts"] = shape.parts() ? static_cast<double>(shape.parts()->part_count()) : 1.0;
}

BENCHMARK(tour)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(scaling, cup, "cup")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(scaling, glass, "guest glass")->Unit(benchmark::kMicrosecond);

} // namespace
