// What: how policies stand after the frames so far, kept frame by frame, and one sentence that says so.
// Units: milliseconds; shares in percent.
// Invariants: the same as summing up all frames anew. A statement is about frames that were run, and about this
//     machine's times; policies that did the same work, or whose times differ within noise (difference_spread.hpp), are
//     not told apart by their times.
// Degenerate input: of one policy, or none, the sentence says only what it cost.
// Cost: of a frame and of the sentence: that of all pairs of policies; nothing grows with the number of frames.
// Oracle: sum_frames and find_break_even, in tests/engine/deform/policy_ranking_test.cpp.
#pragma once

#include "engine/deform/difference_spread.hpp"
#include "engine/deform/policy_verdict.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

class PolicyRanking {
  public:
    // Takes in the recorded frames that it has not seen. Requires the same runs every time.
    void catch_up(std::span<const PolicyRun> runs);

    std::size_t frames() const { return frames_; }
    const std::vector<PolicyTotals>& totals() const { return totals_; } // of each run
    // Index of a run, of those that did the same work the first; none where all did.
    std::optional<std::size_t> cheapest() const;
    // Whether the totals of two runs that did other work differ no more than by chance.
    bool is_within_noise(std::size_t run, std::size_t other) const;
    // Where the cheapest's first rebuild that paid for itself had done so; none within noise of never rebuilding.
    std::optional<std::size_t> break_even() const;
    // Rebuilds of a run against never rebuilding; none where no run never rebuilds.
    const PayBack& pay_back(std::size_t run) const { return pay_back_[run]; }

    // "area at 1.6 × is the cheapest over 400 frames: 38 % below always, 22 % below never; the rebuild at frame 312 had
    // paid for itself by frame 340." Where it does not stand out: "never and area at 1.6 × are the cheapest over 400 frames,
    // 2 % apart, within noise: 38 % below always."
    std::string tell() const;

  private:
    bool is_paying(std::size_t run) const;
    void part_twins(std::span<const PolicyRun> runs);
    std::vector<std::size_t> list_close(std::size_t best) const;
    double below(std::size_t run, std::size_t other) const;
    std::string tell_others(std::size_t best, std::span<const std::size_t> close) const;
    std::vector<std::string> list_twins(std::size_t run) const; // names of those that did its work
    std::string tell_rebuilds(const PayBack& pay_back) const;

    std::size_t frames_ = 0;
    std::vector<PolicyTotals> totals_;
    std::vector<PayBack> pay_back_;
    std::vector<double> saved_; // against never
    std::vector<DifferenceSpread>
        spreads_; // of a run's totals and another's: [larger index * runs + smaller]
    std::optional<std::size_t> never_;
    std::vector<bool> is_always_;
    // [run]: the first run that has done the same work in every frame so far; itself, if none before it.
    std::vector<std::size_t> twin_;
};

std::string tell_policies(std::span<const PolicyRun> runs);

} // namespace boxwood
