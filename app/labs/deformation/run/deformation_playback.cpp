#include "app/labs/deformation/run/deformation_playback.hpp"

#include <chrono>
#include <utility>

namespace boxwood {
namespace {

double monotonic_milliseconds() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

} // namespace

void DeformationPlayback::adopt(DeformingPair pair, DeformationPlan plan) {
    pair_.emplace(std::move(pair));
    plan_ = std::move(plan);
    if (!keeps_past_) pair_->stop_recording();
}

Status DeformationPlayback::rewind(const Deformation& motion) {
    seek_target_.reset();
    next_motion_frame_ = 0.0;
    return pair_->rewind(motion);
}

Status DeformationPlayback::run_next(double speed, Clock clock) {
    if (Status status = pair_->run_frame_at(next_motion_frame_, clock); !status) return status;
    next_motion_frame_ += speed;
    hash_ = state_hash(*pair_);
    return ok();
}

Status DeformationPlayback::go_to(std::size_t frame) {
    if (Status status = pair_->go_before(frame); !status) return status;
    seek_target_ = frame;
    return ok();
}

Result<bool> DeformationPlayback::catch_up(double budget_ms) {
    const double end_ms = monotonic_milliseconds() + budget_ms;
    while (pair_->next_frame() <= *seek_target_) {
        if (Status status = pair_->replay_frame(); !status) {
            seek_target_.reset();
            return status.error();
        }
        if (monotonic_milliseconds() > end_ms) break;
    }
    if (pair_->next_frame() <= *seek_target_) return false;
    seek_target_.reset();
    hash_ = state_hash(*pair_);
    return true;
}

FrameRange DeformationPlayback::range() const {
    if (!pair_ || pair_->frame_count() == 0) return {};
    if (!keeps_past_) return {shown_frame(), shown_frame()};
    return {0, pair_->frame_count() - 1};
}

void DeformationPlayback::set_keeps_past(bool keeps_past) {
    keeps_past_ = keeps_past;
    if (pair_ && !keeps_past) pair_->stop_recording();
}

} // namespace boxwood
