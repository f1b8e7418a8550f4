// What: the pair on screen of the deformation lab and the frame that it shows: runs new frames, and goes back through the
//       recorded ones.
// Units: frames of the motion, of which a step runs as many as its speed says; milliseconds of real time as a budget.
// Invariants: frames that were run are a recording: going back runs them once more, and their records stay. A long way back
//             takes several calls of catch_up(); until then the former frame counts as shown.
#pragma once

#include "app/labs/deformation/setup/deformation_plan.hpp"
#include "app/labs/lab.hpp"

#include <cstdint>
#include <optional>

namespace boxwood {

class DeformationPlayback {
  public:
    static constexpr double kUnlimited_ms = 1e12;

    const DeformingPair* pair() const { return pair_ ? &*pair_ : nullptr; } // null: none yet
    const DeformationPlan& plan() const { return plan_; }                   // of the pair
    bool has_plan(const DeformationPlan& plan) const { return pair_ && plan_ == plan; }
    void adopt(DeformingPair pair, DeformationPlan plan);
    // Drops all frames; the next one is the first of `motion`. Requires a pair.
    Status rewind(const Deformation& motion);

    // What follows requires a pair.
    Status run_next(double speed, Clock clock); // requires is_at_end()
    bool is_at_end() const { return pair_->place() == pair_->frames(); }
    std::size_t shown_frame() const { return pair_->place() - 1; }
    // The frame that catch_up() goes to; else the frame shown.
    std::size_t target() const { return goal_.value_or(shown_frame()); }
    bool has_whole_period() const { return at_ > static_cast<double>(pair_->motion().period); }
    // Sets out for a recorded frame: catch_up() goes there.
    Status go_to(std::size_t frame);
    bool is_on_the_way() const { return goal_.has_value(); }
    // Runs recorded frames until the goal or the end of the budget; at least one. True: the goal is shown.
    Result<bool> catch_up(double budget_ms);

    FrameRange range() const;                    // also without a pair
    std::uint64_t hash() const { return hash_; } // of the state of the frame shown
    bool keeps_past() const { return keeps_past_; }
    void keep_past(bool keeps_past);

  private:
    std::optional<DeformingPair> pair_;
    DeformationPlan plan_;
    double at_ = 0.0;                 // next frame of the motion
    std::optional<std::size_t> goal_; // target frame while the recording is replayed
    std::uint64_t hash_ = 0;          // read at every redraw
    bool keeps_past_ = true;
};

} // namespace boxwood
