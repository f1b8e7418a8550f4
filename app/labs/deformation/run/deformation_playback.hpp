// What: moves the deforming pair on screen from frame to frame: runs new frames and replays recorded ones.
// Units: frames of the motion, which advances by `speed` frames per step; budgets are in milliseconds of real time.
// Invariants: while keeps_past(), all frames that were run form the recording. Seeking replays recorded frames and does
//             not change their records. A long seek takes several calls of catch_up(). Until it ends, hash() belongs to
//             the frame from which the seek started.
#pragma once

#include "app/labs/deformation/setup/deformation_plan.hpp"
#include "app/labs/parts/lab_frames.hpp"

#include <cstdint>
#include <optional>

namespace boxwood {

class DeformationPlayback {
  public:
    static constexpr double kUnlimited_ms = 1e12;

    const DeformingPair* pair() const { return pair_ ? &*pair_ : nullptr; } // null before the first one
    const DeformationPlan& plan() const { return plan_; }                   // of the pair
    bool has_plan(const DeformationPlan& plan) const { return pair_ && plan_ == plan; }
    void adopt(DeformingPair pair, DeformationPlan plan);
    // Drops all frames. The next frame to run is the first frame of `motion`. Requires a pair.
    Status rewind(const Deformation& motion);

    // The functions below require a pair, except for is_seeking(), range(), hash(), keeps_past() and set_keeps_past().
    Status run_next(double speed, Clock clock); // requires is_at_end()
    bool is_at_end() const { return pair_->next_frame() == pair_->frame_count(); }
    // Requires that a frame was run.
    std::size_t shown_frame() const { return pair_->next_frame() - 1; }
    // The target of the current seek, or the frame shown.
    std::size_t target() const { return seek_target_.value_or(shown_frame()); }
    bool has_run_period() const { return next_motion_frame_ > static_cast<double>(pair_->motion().period); }
    // Starts a seek to a recorded frame; catch_up() completes it.
    Status go_to(std::size_t frame);
    bool is_seeking() const { return seek_target_.has_value(); }
    // Requires is_seeking(). Replays recorded frames until the target is reached or the budget is used up, but at least
    // one frame. An Error ends the seek. True: the target is reached.
    Result<bool> catch_up(double budget_ms);

    FrameRange range() const;                    // valid also without a pair
    std::uint64_t hash() const { return hash_; } // of the pair's state
    bool keeps_past() const { return keeps_past_; }
    void set_keeps_past(bool keeps_past);

  private:
    std::optional<DeformingPair> pair_;
    DeformationPlan plan_;
    double next_motion_frame_ = 0.0;         // position in the motion of the next frame to run
    std::optional<std::size_t> seek_target_; // target frame while the recording is replayed
    std::uint64_t hash_ = 0;                 // stored, because it is read at every redraw
    bool keeps_past_ = true;
};

} // namespace boxwood
