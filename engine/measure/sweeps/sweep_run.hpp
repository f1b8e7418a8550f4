// What: runs a sweep in small pieces of work, so that the caller can show progress and stop at any time.
// Units: the clock counts milliseconds; a clock of the thread's CPU time excludes other programs.
// Invariants: equal sweeps give bit-equal counts and hashes, whatever happens between the pieces. One pass per seed,
//             every second one in reverse order: a machine that slows down widens the bands instead of bending the
//             curves, and within a pass the two kinds of box of a point run consecutively. After all seeds the next
//             round repeats the runs, and the faster repetition of each run counts, so that the results of two runs may
//             come from different rounds.
// Degenerate input: a sweep whose parameters give no scene ends with an Error that names them.
// Cost: a piece is the construction of one scene or kFramesPerPiece frames.
// Oracle: tests/engine/measure/sweep_run_test.cpp steps the same scenes itself.
#pragma once

#include "engine/measure/sweeps/sweep_result.hpp"

#include <optional>

namespace boxwood {

inline constexpr int kFramesPerPiece = 16;

class SweepRun {
  public:
    SweepRun(Sweep sweep, Clock clock);

    // Runs the next piece. Requires !is_done(); after an Error the run is done and its result incomplete.
    Status advance();
    bool is_done() const { return next_run_ == result_.sweep.run_count(); }
    double progress() const;                            // 0 to 1
    std::size_t runs_done() const { return next_run_; } // of all rounds
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
    Sample sums_;                          // counts over those frames
};

// Pairs of boxes whose intervals overlap on one axis, averaged over the axes: the pairs that a one-axis projection
// cannot separate.
double count_axis_overlaps(std::span<const Aabb> boxes);

// Mean times over the middle half of the frames, ranked by their total.
PhaseTimes middle_mean(std::span<const PhaseTimes> frames);

} // namespace boxwood
