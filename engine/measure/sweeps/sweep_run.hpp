// What: runs a sweep in small pieces of work, so that the caller can show progress and stop at any time.
// Units: the clock counts milliseconds; a clock of the thread's CPU time excludes other programs.
// Invariants: the same sweep gives bit-equal counts and hashes, no matter when its pieces run. A round has one pass
//             over all points per seed, and every second pass is in reverse order. A machine that slows down therefore
//             widens the bands instead of bending the curves. Within a pass, the two kinds of box of a point run
//             consecutively. Each further round repeats the runs. The fastest repetition of each run counts, so the
//             results of two runs can come from different rounds.
// Degenerate input: a sweep whose parameters give no scene ends with an Error that names the parameters.
// Cost: a piece is the construction of one scene or kFramesPerPiece frames.
// Oracle: tests/engine/measure/sweep_run_test.cpp steps the same scenes without the sweep.
#pragma once

#include "engine/measure/sweeps/sweep_result.hpp"

#include <optional>

namespace boxwood {

inline constexpr int kFramesPerPiece = 16;

class SweepRun {
  public:
    SweepRun(Sweep sweep, Clock clock);

    // Runs the next piece. Requires !is_done(). After an Error, is_done() is true and the result is incomplete.
    Status advance();
    bool is_done() const { return next_run_ == result_.sweep.run_count(); }
    double progress() const;                            // 0 to 1
    std::size_t runs_done() const { return next_run_; } // number of finished runs in all rounds
    const SweepResult& result() const { return result_; }

  private:
    RunIndex index_of_next() const;
    Status make_scene();
    void step_scene();
    void finish_run();

    SweepResult result_;
    Clock clock_ = nullptr;
    std::size_t next_run_ = 0;
    std::optional<Simulation> simulation_; // of the current run
    std::vector<PhaseTimes> frames_;       // of the current run, after its warm-up
    Sample sums_;                          // sums of the counts over frames_
};

// Number of pairs of boxes whose intervals overlap on an axis, averaged over the three axes. A sweep along this axis
// alone would report these pairs.
double count_axis_overlaps(std::span<const Aabb> boxes);

// Mean times over the middle half of the frames, ranked by total time.
PhaseTimes interquartile_mean(std::span<const PhaseTimes> frames);

} // namespace boxwood
