// What: the oracle of the multi-body lab. It checks the frame on screen, or its selected pair, by independent methods.
//       Pairs that exceed the budget of a frame are stored and checked during the following frames.
// Invariants: a frame is checked only one time between two calls of note_new_frame(). A hierarchy is checked again
//             only after its revision has changed.
// Cost: at most kFrameBudget per call of judge() or update_status(), for the frame on screen and the stored pairs
//       together. The checks of the selected pair and of hierarchies whose revision has changed are not part of this
//       budget.
//       finish() spends up to 16 times this budget.
#pragma once

#include "app/labs/parts/lab_oracle.hpp"
#include "app/labs/settings/settings.hpp"
#include "engine/explain/verdict/deferred_verdict.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

class FrameOracle {
  public:
    Setting setting(); // the scope of the checks
    void note_new_frame() { is_judged_ = false; }
    void forget_deferred(); // drops the stored pairs and the last verdict; call it when another run begins
    // Checks the frame unless it has been checked already. `selected` is its selected pair; null: none.
    void judge(const Simulation& simulation, const PairResult* selected);
    // The status for the top bar. Checks the frame; if the frame has been checked already, checks stored pairs. With
    // `may_skip`, if all pairs are in scope and no pair is selected, only every skipping_interval-th call for a new
    // frame checks the frame. The other calls only check stored pairs, and return the status of the last frame checked,
    // with the number of that frame.
    std::optional<OracleStatus> update_status(const Simulation& simulation, const PairResult* selected,
                                              bool may_skip = false);
    // Checks stored pairs at the end of a run, with a bounded effort.
    void finish(const Simulation& simulation);

    std::optional<OracleTally> tally() const; // none: the oracle is off
    const std::optional<FrameVerdict>& pair_verdict() const { return pair_verdict_; } // of the selected pair
    bool has_pending() const { return !deferred_.is_empty(); }
    // Whether the pair of this frame is stored and not checked yet.
    bool is_pending(BodyPair pair, std::uint64_t frame) const;
    std::string_view word(BodyPair pair, std::uint64_t frame) const; // for a table cell

    // With `may_skip`, one of this many drawn frames is checked. The number grows with the number of bodies, as the
    // time of a check does, so that checks take a bounded share of the time.
    static int skipping_interval(std::size_t bodies) { return std::max(16, static_cast<int>(bodies / 160)); }

  private:
    enum class Scope : std::uint8_t { off, pair, all };
    void judge_hierarchies(const CollisionWorld& world);
    void judge_deferred(const Simulation& simulation, JudgeBudget budget);
    bool can_skip(std::size_t bodies) const;
    OracleStatus skip(const Simulation& simulation);
    OracleStatus make_status(std::uint64_t frame) const;
    std::string list_pending() const;

    Scope scope_ = Scope::all;
    std::optional<OracleStatus> status_;       // of the last frame checked
    std::uint64_t status_frame_ = 0;           // number of that frame
    int skipped_ = 0;                          // frames skipped since that frame
    std::optional<FrameVerdict> pair_verdict_; // of the selected pair
    bool is_judged_ = false;
    FrameVerdict frame_verdict_;      // of the last frame checked
    bool has_unstored_pairs_ = false; // that frame has unchecked pairs that are not stored yet
    DeferredVerdicts deferred_;       // stored pairs, all from one frame
    OracleTally tally_;
    std::vector<std::uint64_t> checked_hierarchies_; // sorted revisions of the hierarchies of live bodies
};

} // namespace boxwood
