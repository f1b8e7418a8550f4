// What: ranks policies over the frames so far, updated after every frame, and describes the ranking in a sentence.
// Units: milliseconds; percentages.
// Invariants: the incremental result equals the result of summing all frames. It is valid only for the frames that were
//             run and for the times of this machine. Policies with the same work, or with times within noise
//             (difference_spread.hpp), are not ranked by their times.
// Degenerate input: for a single policy, the sentence states only the cost.
// Cost: a frame or a sentence takes O(p^2) time for p policies, independent of the number of frames; after r rebuilds
//     per policy, a frame takes O(p log r) more (amortized).
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
    // Index of the cheapest run. Runs that did the same work count as one, represented by the first of them. Empty if
    // all runs did the same work, or if there is no frame yet.
    std::optional<std::size_t> cheapest() const;
    // True if noise explains the difference between the totals of two runs with different work.
    bool is_within_noise(std::size_t run, std::size_t other) const;
    // The frame by which a rebuild of the cheapest run has paid for itself; of several such rebuilds, the first one
    // counts. Empty if there is none, if the cheapest run has the policy "always", or if its savings relative to the
    // policy "never" are unknown or within noise.
    std::optional<std::size_t> break_even() const;
    // The rebuilds of a run and the frames by which they had paid for themselves, relative to the run with the policy
    // "never". Contains no rebuilds if there is no such run.
    const PayBack& pay_back(std::size_t run) const { return pay_back_[run]; }

    // The ranking as a sentence: "'area at 1.6 ×' is the cheapest over 400 frames: 38 % below 'always', 22 % below
    // 'never'; the rebuild at frame 312 had paid for itself by frame 340." Within noise: "'never' and 'area at 1.6 ×'
    // are the cheapest over 400 frames, difference 2 %, within noise: 38 % below 'always'."
    std::string describe() const;

  private:
    bool can_judge_rebuilds(std::size_t run) const;
    void update_twins(std::span<const PolicyRun> runs);
    std::vector<std::size_t> list_close(std::size_t best) const;
    double percent_below(std::size_t run, std::size_t other) const;
    std::string describe_others(std::size_t best, std::span<const std::size_t> close) const;
    std::vector<std::string> list_twins(std::size_t run) const; // names of the runs with the same work
    std::string describe_rebuilds(const PayBack& pay_back) const;

    std::size_t frames_ = 0;
    std::vector<PolicyTotals> totals_;
    std::vector<PayBack> pay_back_;
    std::vector<double> saved_;             // ms saved by each run, relative to the policy "never"
    std::vector<DifferenceSpread> spreads_; // for each pair of runs: [larger index * runs + smaller index]
    std::optional<std::size_t> never_;
    std::vector<bool> always_rebuilds_;
    // For each run, the first run with the same work in every frame so far, which can be the run itself.
    std::vector<std::size_t> twin_;
};

std::string describe_policies(std::span<const PolicyRun> runs);

} // namespace boxwood
