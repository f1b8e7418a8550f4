#include "app/labs/parts/lab_frames.hpp"

#include <algorithm>

namespace boxwood {

void LabFrames::step(Clock clock) {
    settle_timeline();
    const TimelineHooks hooks = timeline_hooks(clock);
    const bool is_replay = timeline_.is_on() && simulation_.frame < timeline_.last();
    bool repeats_edit = false; // the replayed step includes an edit, so bodies and settings can differ
    if (is_replay) {
        timeline_.step_forward(simulation_, hooks);
        repeats_edit = std::ranges::binary_search(timeline_.edited_frames(), simulation_.frame);
    } else {
        hooks.step(simulation_);
        timeline_.note_step(simulation_, step_milliseconds(simulation_.output.times), clock, hooks);
    }
    dirty_ = is_stale_ = false;
    follow_branch();
    update_results(repeats_edit ? FrameChange::back : FrameChange::step, clock);
}

bool LabFrames::seek(std::uint64_t frame, Clock clock) {
    settle_timeline();
    if (frame == simulation_.frame) return true;
    if (!timeline_.seek(frame, simulation_, timeline_hooks(nullptr))) return false;
    dirty_ = is_stale_ = false;
    follow_branch();
    update_results(FrameChange::back, clock);
    return true;
}

void LabFrames::settle_timeline() {
    if (!timeline_.is_on()) return;
    if (timeline_.requires_note_edit(simulation_) || (dirty_ && !timeline_.matches(simulation_)))
        note_edit();
    else if (!caches_match_step_)
        timeline_.seek(simulation_.frame, simulation_, timeline_hooks(nullptr), false, false);
    caches_match_step_ = true;
}

FrameRange LabFrames::range() const {
    if (!timeline_.has(simulation_.frame)) return {simulation_.frame, simulation_.frame};
    return {timeline_.first(), timeline_.last()};
}

TimelineHooks LabFrames::timeline_hooks(Clock clock) {
    TimelineHooks hooks;
    hooks.step = [clock](Simulation& io_simulation) { boxwood::step(io_simulation, clock); };
    return hooks;
}

void LabFrames::note_edit() {
    if (!timeline_.is_on()) return;
    caches_match_step_ = true;
    const std::uint64_t frame = simulation_.frame;
    if (timeline_.has(frame) && timeline_.last() > frame && can_branch_) {
        branch_ = std::make_unique<Branch>();
        branch_->from = frame;
        branch_->former = timeline_;
    }
    timeline_.note_edit(simulation_, timeline_hooks(nullptr));
    follow_branch();
}

// Runs the replaced frames to the frame on screen and compares the former frame with the current one.
void LabFrames::follow_branch() {
    if (!branch_) return;
    Branch& branch = *branch_;
    const std::uint64_t frame = simulation_.frame;
    branch.is_shown = frame >= branch.from && branch.former.has(frame);
    branch.different.clear();
    if (!branch.is_shown) return;
    TimelineHooks hooks;
    hooks.step = timeline_hooks(nullptr).step;
    const bool is_next = branch.ghost.frame + 1 == frame && branch.former.has(branch.ghost.frame);
    if (is_next && branch.ghost.frame >= branch.from)
        branch.former.step_forward(branch.ghost, hooks, true);
    else
        branch.former.seek(frame, branch.ghost, hooks, true);
    branch.different = find_different_bodies(simulation_, branch.ghost);
    if (branch.different.empty()) return;
    if (!branch.difference || branch.difference->first > frame)
        branch.difference = {frame, branch.different.front()};
}

void LabFrames::show_recorded(const std::function<void(Simulation&)>& place) {
    place(simulation_);
    forget_frames();
    (void)collide_again(nullptr);
    update_results(FrameChange::edit, nullptr);
}

void LabFrames::refresh(Clock clock) {
    (void)collide_after_edit(clock);
    update_results(FrameChange::edit, clock);
}

FrameRecord LabFrames::collide_after_edit(Clock clock) {
    const bool is_same = timeline_.matches(simulation_);
    const FrameRecord counted = collide_again(clock);
    if (is_same)
        caches_match_step_ = false; // settle_timeline() restores the caches of the step before the next frame
    else
        note_edit();
    return counted;
}

FrameRecord LabFrames::collide_again(Clock clock) {
    const FrameRecord of_step = record_of(simulation_.output);
    collide(simulation_, clock);
    const FrameRecord counted = record_of(simulation_.output);
    if (!of_step.is_empty()) put_back(of_step, simulation_.output);
    dirty_ = is_stale_ = false;
    return counted;
}

void LabFrames::catch_up(Clock clock) {
    if (dirty_) return refresh(clock);
    if (std::exchange(is_stale_, false)) update_results(FrameChange::none, clock);
}

void LabFrames::forget_frames() {
    timeline_.clear();
    drop_branch();
}

} // namespace boxwood
