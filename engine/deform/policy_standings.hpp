// What: how policies stand after the frames so far, kept frame by frame, and one sentence that says so.
// Units: milliseconds; shares in percent.
// Invariants: the same as summing up all frames anew. A statement is about frames that were run, and about this
//     machine's times; policies that did the same work are not told apart by their times.
// Degenerate input: of one policy, or none, the sentence says only what it cost.
// Cost: of a frame and of the sentence: that of the policies; nothing grows with the number of frames.
// Oracle: sum_frames and find_break_even, in tests/engine/deform/policy_standings_test.cpp.
#pragma once

#include "engine/deform/policy_verdict.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

class PolicyStandings {
  public:
    // Takes in the recorded frames that it has not seen. Requires the same runs every time.
    void catch_up(std::span<const PolicyRun> runs);

    std::size_t frames() const { return frames_; }
    const std::vector<PolicyTotals>& totals() const { return totals_; } // of each run
    // Index of a run, of those that did the same work the first; none where all did.
    std::optional<std::size_t> cheapest() const;
    // Rebuilds of a run against never rebuilding; none where no run never rebuilds.
    const PayBack& pay_back(std::size_t run) const { return pay_back_[run]; }

    // "area at 1.6 × is the cheapest over 400 frames: 38 % below always, 22 % below never; the rebuild at frame 312 had
    // paid for itself by frame 340."
    std::string tell() const;

  private:
    void part_twins(std::span<const PolicyRun> runs);
    std::string tell_rebuilds(const PayBack& pay_back) const;

    std::size_t frames_ = 0;
    std::vector<PolicyTotals> totals_;
    std::vector<PayBack> pay_back_;
    std::vector<double> saved_; // against never
    std::optional<std::size_t> never_;
    std::vector<bool> is_always_;
    // [run]: the first run that has done the same work in every frame so far; itself, if none before it.
    std::vector<std::size_t> twin_;
};

std::string tell_policies(std::span<const PolicyRun> runs);

} // namespace boxwood
