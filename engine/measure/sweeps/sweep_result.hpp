// What: the measurements of a sweep: a sample per point, kind of box and seed, and the estimates over the seeds.
// Units: times in milliseconds of collision detection per frame (box update, sort, exact detection; nothing else);
//        counts per frame; axis_overlaps of the last frame.
// Invariants: the three parts add up to the total, for samples and for their means, up to rounding.
// Degenerate input: runs that are not measured yet are not part of the estimates.
#pragma once

#include "engine/measure/statistics.hpp"
#include "engine/measure/sweeps/sweep.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace boxwood {

enum class Measure : std::uint8_t {
    update,
    broad,
    narrow,
    total,
    mean_total,
    swaps,
    climb_steps,
    coordinates,
    axis_overlaps,
    pairs,
    contacts,
    walk_iterations
};
inline constexpr std::size_t kMeasureCount = 12;
inline constexpr std::array<std::string_view, kMeasureCount> kMeasureNames{
    "update_ms",     "broad_ms", "narrow_ms",   "total_ms",
    "mean_total_ms", "swaps",    "climb_steps", "coordinate_evaluations",
    "axis_overlaps", "pairs",    "contacts",    "walk_iterations"};
inline constexpr std::array kParts{Measure::update, Measure::broad, Measure::narrow};

// The measurements of one run, from its fastest round. Times are means over the middle half of the frames, ranked by
// total time. This excludes frames that other programs slow down. Only mean_total is a mean time over all frames.
// Counts are means over all frames, except axis_overlaps.
struct Sample {
    bool is_measured = false;
    std::array<double, kMeasureCount> values{};
    std::uint64_t state_hash = 0; // after the last frame

    double operator[](Measure measure) const { return values[static_cast<std::size_t>(measure)]; }
    double& operator[](Measure measure) { return values[static_cast<std::size_t>(measure)]; }
};

// A run as indices into the sweep's points, boxes and seeds.
struct RunIndex {
    std::size_t point = 0, box = 0, seed = 0;
};

struct SweepResult {
    Sweep sweep;
    std::vector<Sample> samples; // by point, then box, then seed

    explicit SweepResult(Sweep described_sweep)
        : sweep(std::move(described_sweep))
        , samples(sweep.sample_count()) {}

    std::size_t index_of(const RunIndex& run) const {
        return (run.point * sweep.boxes.size() + run.box) * static_cast<std::size_t>(sweep.seeds) + run.seed;
    }
    const Sample& at(const RunIndex& run) const { return samples[index_of(run)]; }
    Sample& at(const RunIndex& run) { return samples[index_of(run)]; }

    // values_of() and estimate() use the seeds measured so far.
    std::vector<double> values_of(std::size_t point, std::size_t box, Measure measure) const;
    Interval estimate(std::size_t point, std::size_t box, Measure measure) const;
    bool is_complete() const;
};

} // namespace boxwood
