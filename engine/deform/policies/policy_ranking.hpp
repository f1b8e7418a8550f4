// What: ranking of policies over the frames so far, updated frame by frame, and a sentence that states it.
// Units: milliseconds; percentages.
// Invariants: equal to summing all frames from scratch. Statements hold for the frames that were run and the times of
//             this machine; policies with the same work, or with times within noise (difference_spread.hpp), are not
//             ranked by their times.
// Degenerate input: for a single policy, or none, the sentence states only the cost.
// Cost: of a frame and of the sentence: quadratic in the number of policies, independent of the number of frames.
// Oracle: sum_frames and find_break_even, in tests/engine/deform/policy_ranking_test.cpp.
#pragma once

#include "engine/deform/difference_spread.hpp"
#include "engine/deform/policies/policy_verdict.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

class PolicyRanking {
  public:
    // Adds the recorded frames since the last call. Requires the same runs in every call.
    void catch_up(std::span<const PolicyRun> runs);

    std::size_t frames() const { return frames_; }
    const std::vector<PolicyTotals>& totals() const { return totals_; } // one per run
    // Index of the cheapest run, the first of those with the same work; none if all did the same work.
    std::optional<std::size_t> cheapest() const;
    // True if the totals of two runs with different work differ only by noise.
    bool is_within_noise(std::size_t run, std::size_t other) const;
    // Frame at which the cheapest run's first rebuild that paid for itself had done so; none if within noise of never
    // rebuilding.
    std::optional<std::size_t> break_even() const;
    // Rebuilds of a run relative to never rebuilding; none if no run has that policy.
    const PayBack& pay_back(std::size_t run) const { return pay_back_[run]; }

    // "area at 1.6 × is the cheapest over 400 frames: 38 % below always, 22 % below never; the rebuild at frame 312 had
    // paid for itself by frame 340." If within noise: "never and area at 1.6 × are the cheapest over 400 frames,
    // difference 2 %, within noise: 38 % below always."
    std::string tell() const;

  private:
    bool is_paying(std::size_t run) const;
    void part_twins(std::span<const PolicyRun> runs);
    std::vector<std::size_t> list_close(std::size_t best) const;
    double below(std::size_t run, std::size_t other) const;
    std::string describe_others(std::size_t best, std::span<const std::size_t> close) const;
    std::vector<std::string> list_twins(std::size_t run) const; // names of the runs with the same work
    std::string describe_rebuilds(const PayBack& pay_back) const;

    std::size_t frames_ = 0;
    std::vector<PolicyTotals> totals_;
    std::vector<PayBack> pay_back_;
    std::vector<double> saved_;             // relative to never
    std::vector<DifferenceSpread> spreads_; // of two runs' totals: [larger index * runs + smaller]
    std::optional<std::size_t> never_;
    std::vector<bool> is_always_;
    // [run]: the first run with the same work in every frame so far; itself if there is none before it.
    std::vector<std::size_t> twin_;
};

std::string describe_policies(std::span<const PolicyRun> runs);

} // namespace boxwood
