// What: carries a sweep out in small pieces of work, so that whoever runs it can show progress and stop at
//       any time.
// Units: the clock counts milliseconds; one that counts the thread's own time keeps other programs out.
// Invariants: equal sweeps give bit-equal counts and hashes, whatever happens between the pieces. A pass per
//             seed, every second one backwards: a machine that slows down widens the bands instead of
//             bending the curves, and in a pass the two kinds of box of a point come right after each
//             other. After all seeds the next round runs them again: of a run that other programs slowed
//             down the faster one is kept, so that what is kept of two runs may be of two rounds.
// Degenerate input: a sweep whose parameters make no scene ends with the Error that names them.
// Cost: a piece is the making of one scene or kFramesPerPiece frames.
// Oracle: tests/engine/measure/sweep_run_test.cpp steps the same scenes itself.
#pragma once

#include "engine/measure/sweep_result.hpp"

#include <optional>

namespace boxwood {

inline constexpr int kFramesPerPiece = 16;

class SweepRun {
  public:
    SweepRun(Sweep sweep, Clock clock);

    // The next piece. Requires !is_done(); after an Error the run is done and its result incomplete.
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
    std::optional<Simulation> simulation_; // of the run under way
    std::vector<PhaseTimes> frames_;       // of the run under way, after its warm-up
    Sample sums_;                          // counts over those frames
};

// Pairs of boxes whose intervals overlap on one axis, mean over the axes: what a one-axis projection cannot
// part.
double count_axis_overlaps(std::span<const Aabb> boxes);

// Mean times over the middle half of the frames, ranked by their total.
PhaseTimes middle_mean(std::span<const PhaseTimes> frames);

} // namespace boxwood
