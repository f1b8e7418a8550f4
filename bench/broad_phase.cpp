// How long does a broad phase take per update? Boxes of one size in a unit cube, as dense that each
// overlaps about one other; coherent: all move by at most 5 % of their size along each axis; at rest: none
// does; teleport: all go anywhere. Reports ns per box, exchanges and pairs per update.
#include "collision/broad_phase/all_broad_phases.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <type_traits>

namespace boxwood {
namespace {

enum class Motion { rest, coherent, teleport };

class Boxes {
  public:
    explicit Boxes(BodyId count)
        : boxes(count)
        , velocities_(count)
        , side_(std::cbrt(0.125f / static_cast<float>(count))) {
        teleport();
        for (glm::vec3& velocity : velocities_) velocity = 0.05f * side_ * random_vector(-1.0f, 1.0f);
    }
    void move(Motion motion) {
        if (motion == Motion::coherent) drift();
        if (motion == Motion::teleport) teleport();
    }
    std::vector<Aabb> boxes;

  private:
    glm::vec3 random_vector(float low, float high) {
        std::uniform_real_distribution<float> number(low, high);
        const float x = number(random_), y = number(random_), z = number(random_);
        return {x, y, z};
    }
    void teleport() {
        for (Aabb& box : boxes) {
            box.lower = random_vector(0.0f, 1.0f);
            box.upper = box.lower + side_;
        }
    }
    void drift() {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                const float next = boxes[i].lower[axis] + velocities_[i][axis];
                if (next < 0.0f || next > 1.0f) velocities_[i][axis] *= -1.0f;
            }
            boxes[i].lower += velocities_[i];
            boxes[i].upper = boxes[i].lower + side_;
        }
    }

    std::mt19937 random_{1};
    std::vector<glm::vec3> velocities_;
    float side_;
};

template <class Phase, Motion kMotion>
void update(benchmark::State& state) {
    Boxes moving(static_cast<BodyId>(state.range(0)));
    std::vector<BodyId> bodies(moving.boxes.size());
    for (BodyId id = 0; id < bodies.size(); ++id) bodies[id] = id;
    Phase phase;
    phase.insert(bodies, moving.boxes);
    phase.update(moving.boxes);
    std::uint64_t exchanges = 0, toggles = 0, events = 0;
    for (auto _ : state) {
        state.PauseTiming();
        moving.move(kMotion);
        state.ResumeTiming();
        phase.update(moving.boxes);
        const BroadPhaseCounters counters = phase.counters();
        exchanges += counters.exchanges[0] + counters.exchanges[1] + counters.exchanges[2];
        toggles += counters.flag_toggles;
        events += phase.events().entered.size() + phase.events().left.size();
    }
    const auto per_update = [&](std::uint64_t count) {
        return benchmark::Counter(static_cast<double>(count), benchmark::Counter::kAvgIterations);
    };
    state.counters["exchanges"] = per_update(exchanges);
    state.counters["toggles"] = per_update(toggles);
    state.counters["events"] = per_update(events);
    state.counters["pairs"] = static_cast<double>(phase.pairs().size());
    state.counters["s_per_box"] =
        benchmark::Counter(static_cast<double>(state.range(0)),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

constexpr auto kUnit = benchmark::kMillisecond;
BENCHMARK_TEMPLATE(update, SweepAndPrune, Motion::rest)->Arg(1000)->Arg(10000)->Unit(kUnit);
BENCHMARK_TEMPLATE(update, SweepAndPruneDirect, Motion::rest)
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(100000)
    ->Unit(kUnit);
BENCHMARK_TEMPLATE(update, SweepAndPrune, Motion::coherent)->Arg(1000)->Arg(5000)->Arg(10000)->Unit(kUnit);
BENCHMARK_TEMPLATE(update, SweepAndPruneDirect, Motion::coherent)
    ->Arg(1000)
    ->Arg(5000)
    ->Arg(10000)
    ->Arg(100000)
    ->Unit(kUnit);
BENCHMARK_TEMPLATE(update, SweepAndPrune, Motion::teleport)->Arg(1000)->Arg(10000)->Unit(kUnit);
BENCHMARK_TEMPLATE(update, SweepAndPruneDirect, Motion::teleport)->Arg(1000)->Arg(10000)->Unit(kUnit);
BENCHMARK_TEMPLATE(update, BruteForce, Motion::coherent)->Arg(1000)->Arg(10000)->Unit(kUnit);

} // namespace
} // namespace boxwood
