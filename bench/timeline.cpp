// Question: what does the timeline cost for 1,000 bodies with the settings of the multi-body lab? Measures recording
// in memory, seeks to random frames among 10,000 frames, and steps back by one frame.
// Counters: worst_ms is the time of the slowest seek. share_percent is the recording time in percent of the step
//     time.
#include "engine/sim/timeline.hpp"
#include "engine/sim/history.hpp"
#include "engine/workloads/multi_body.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <random>

namespace boxwood {
namespace {

constexpr std::uint64_t kFrames = 10'000;

// Wall time. Reading the processor time of a thread is a system call, which can take as long as recording a frame.
double now_milliseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
}

Simulation make_scene() {
    MultiBodyParams params;
    params.bodies = 1000;
    Simulation simulation = std::move(*make_multi_body(params));
    simulation.settings.speed = 0.25;
    collide(simulation);
    return simulation;
}

struct RecordedRun {
    Simulation simulation = make_scene();
    Timeline timeline;
    double steps_ms = 0.0, recording_ms = 0.0;

    void run(std::uint64_t frames) {
        for (std::uint64_t i = 0; i < frames; ++i) {
            const double start = now_milliseconds();
            if (timeline.requires_note_edit(simulation)) timeline.note_edit(simulation);
            const double ready = now_milliseconds();
            step(simulation, now_milliseconds);
            const double stepped = now_milliseconds();
            timeline.note_step(simulation, step_milliseconds(simulation.output.times), now_milliseconds);
            recording_ms += ready - start + now_milliseconds() - stepped;
            steps_ms += stepped - ready;
        }
    }
};

void recording(benchmark::State& state) {
    RecordedRun recorded;
    for (auto _ : state) recorded.run(1);
    state.counters["step_ms"] = recorded.steps_ms / static_cast<double>(state.iterations());
    state.counters["share_percent"] = 100.0 * recorded.recording_ms / recorded.steps_ms;
    state.counters["keyframes"] = static_cast<double>(recorded.timeline.keyframe_count());
    state.counters["keyframe_kB"] = static_cast<double>(recorded.timeline.size_in_bytes()) /
                                    static_cast<double>(recorded.timeline.keyframe_count()) / 1000.0;
}
BENCHMARK(recording)->Unit(benchmark::kMillisecond)->Iterations(3600);

void seek(benchmark::State& state) {
    RecordedRun recorded;
    recorded.run(kFrames);
    std::mt19937_64 random(7);
    double worst = 0.0;
    for (auto _ : state) {
        const std::uint64_t frame = random() % (kFrames + 1);
        const double start = now_milliseconds();
        if (!recorded.timeline.seek(frame, recorded.simulation)) state.SkipWithError("a frame is not stored");
        worst = std::max(worst, now_milliseconds() - start);
    }
    state.counters["worst_ms"] = worst;
    state.counters["keyframes"] = static_cast<double>(recorded.timeline.keyframe_count());
    state.counters["MB"] = static_cast<double>(recorded.timeline.size_in_bytes()) / 1e6;
}
BENCHMARK(seek)->Unit(benchmark::kMillisecond)->Iterations(300);

void step_back(benchmark::State& state) {
    RecordedRun recorded;
    recorded.run(2000);
    std::uint64_t frame = 2000;
    for (auto _ : state)
        if (!recorded.timeline.seek(--frame, recorded.simulation))
            state.SkipWithError("a frame is not stored");
}
BENCHMARK(step_back)->Unit(benchmark::kMillisecond)->Iterations(200);

} // namespace
} // namespace boxwood
