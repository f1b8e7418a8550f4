#include "engine/measure/sweeps/sweep_run.hpp"

#include "collision/core/check.hpp"

#include <algorithm>
#include <numeric>

namespace boxwood {
namespace {

Result<Simulation> make_scene_of(const Sweep& sweep, const RunIndex& run) {
    MultiBodyParams params = sweep.base;
    set_swept(params, sweep.graph.swept, sweep.points[run.point]);
    params.box = sweep.boxes[run.box];
    params.seed = sweep.base.seed + run.seed;
    Result<Simulation> simulation = make_multi_body(params);
    if (!simulation) return simulation;
    simulation->settings.aabb_margin = sweep.aabb_margin;
    simulation->world.settings.always_climb = true; // as in the source
    if (Status status = simulation->world.set_broad_phase(sweep.broad_phase); !status) return status.error();
    if (Status status = simulation->world.set_narrow_phase(sweep.narrow_phase); !status)
        return status.error();
    return simulation;
}

void add_counts(const StepCounters& counters, Sample& io_sums) {
    const auto add = [&io_sums](Measure measure, std::uint64_t count) {
        io_sums[measure] += static_cast<double>(count);
    };
    add(Measure::swaps, counters.swaps);
    add(Measure::climb_steps, counters.climb_steps);
    add(Measure::coordinates, counters.coordinate_evaluations);
    add(Measure::pairs, counters.pairs);
    add(Measure::contacts, counters.contacts);
    add(Measure::walk_iterations, counters.walk_iterations);
}

} // namespace

double count_axis_overlaps(std::span<const Aabb> boxes) {
    std::uint64_t overlaps = 0;
    std::vector<float> lowers, uppers;
    for (int axis = 0; axis < 3; ++axis) {
        lowers.clear();
        uppers.clear();
        for (const Aabb& box : boxes) {
            lowers.push_back(box.lower[axis]);
            uppers.push_back(box.upper[axis]);
        }
        std::sort(lowers.begin(), lowers.end());
        std::sort(uppers.begin(), uppers.end());
        // Counts all pairs, then subtracts the pairs in which one interval ends before the other begins.
        overlaps += boxes.size() * (boxes.size() - 1) / 2;
        std::size_t ended = 0;
        for (const float lower : lowers) {
            while (ended < uppers.size() && uppers[ended] < lower) ++ended;
            overlaps -= ended;
        }
    }
    return static_cast<double>(overlaps) / 3.0;
}

PhaseTimes interquartile_mean(std::span<const PhaseTimes> frames) {
    std::vector<PhaseTimes> sorted(frames.begin(), frames.end());
    std::sort(sorted.begin(), sorted.end(),
              [](const PhaseTimes& a, const PhaseTimes& b) { return a.collision() < b.collision(); });
    const std::size_t cut = sorted.size() / 4, kept = sorted.size() - 2 * cut;
    PhaseTimes mean;
    for (std::size_t i = cut; i < cut + kept; ++i)
        for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
            mean.ms[phase] += sorted[i].ms[phase] / static_cast<double>(kept);
    return mean;
}

SweepRun::SweepRun(Sweep sweep, Clock clock)
    : result_(std::move(sweep))
    , clock_(clock) {}

double SweepRun::progress() const {
    const Sweep& sweep = result_.sweep;
    const double all = static_cast<double>(sweep.run_count());
    const double frames =
        simulation_ ? static_cast<double>(simulation_->frame) / (sweep.warm_frames + sweep.frames) : 0.0;
    return all > 0.0 ? (static_cast<double>(next_run_) + frames) / all : 1.0;
}

RunIndex SweepRun::index_of_next() const {
    const std::size_t boxes = result_.sweep.boxes.size(), per_pass = result_.sweep.points.size() * boxes;
    const std::size_t pass = next_run_ / per_pass;
    const std::size_t position_in_pass = next_run_ % per_pass;
    const std::size_t index_in_order = pass % 2 == 0 ? position_in_pass : per_pass - 1 - position_in_pass;
    return {index_in_order / boxes, index_in_order % boxes,
            pass % static_cast<std::size_t>(result_.sweep.seeds)};
}

Status SweepRun::advance() {
    if (!simulation_) return make_scene();
    step_scene();
    if (simulation_->frame == static_cast<std::uint64_t>(result_.sweep.warm_frames + result_.sweep.frames))
        finish_run();
    return ok();
}

Status SweepRun::make_scene() {
    Result<Simulation> simulation = make_scene_of(result_.sweep, index_of_next());
    if (!simulation) {
        next_run_ = result_.sweep.run_count();
        return simulation.error();
    }
    simulation_.emplace(std::move(*simulation));
    frames_.clear();
    sums_ = {};
    return ok();
}

void SweepRun::step_scene() {
    const Sweep& sweep = result_.sweep;
    const auto warm = static_cast<std::uint64_t>(sweep.warm_frames);
    const std::uint64_t end = warm + static_cast<std::uint64_t>(sweep.frames);
    for (int i = 0; i < kFramesPerPiece && simulation_->frame < end; ++i) {
        const bool is_measured = simulation_->frame >= warm;
        step(*simulation_, clock_);
        if (!is_measured) continue;
        frames_.push_back(simulation_->output.times);
        add_counts(simulation_->output.counters, sums_);
    }
}

void SweepRun::finish_run() {
    const auto count = static_cast<double>(frames_.size());
    Sample sample = sums_;
    for (double& value : sample.values) value /= count;
    const PhaseTimes times = interquartile_mean(frames_);
    // For deforming bodies, the update includes refitting their hierarchies.
    sample[Measure::update] = times[Phase::update] + times[Phase::refit];
    sample[Measure::broad] = times[Phase::broad];
    sample[Measure::narrow] = times[Phase::narrow];
    sample[Measure::total] = times.collision();
    sample[Measure::mean_total] =
        std::accumulate(frames_.begin(), frames_.end(), 0.0,
                        [](double sum, const PhaseTimes& frame) { return sum + frame.collision(); }) /
        count;
    sample[Measure::axis_overlaps] = count_axis_overlaps(simulation_->world.boxes());
    sample.state_hash = state_hash(*simulation_);
    sample.is_measured = true;
    Sample& fastest = result_.at(index_of_next());
    BOXWOOD_ASSERT(!fastest.is_measured || fastest.state_hash == sample.state_hash);
    if (!fastest.is_measured || sample[Measure::total] < fastest[Measure::total]) fastest = sample;
    simulation_.reset();
    ++next_run_;
}

} // namespace boxwood
