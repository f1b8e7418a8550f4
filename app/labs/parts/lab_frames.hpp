// What: the frames of a lab. By default they are the steps of a simulation: a timeline records them and restores them,
//       and an edit in the past turns the frames after it into a branch for comparison. A lab whose frames are
//       something else keeps no timeline and overrides step(), seek(), range() and refresh().
// Invariants: the bits of a step's result do not depend on drawing, on earlier seeks, or on how often collision
//             detection ran on the frame before the step.
#pragma once

#include "collision/core/result.hpp"
#include "engine/sim/history.hpp"
#include "engine/sim/simulation.hpp"
#include "engine/sim/timeline.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

// The user's input in the step that begins at `frame`, as numbers whose meaning only the lab defines.
struct StepInput {
    std::uint64_t frame = 0;
    std::vector<double> numbers;
};

inline constexpr double kDefaultSpeed =
    0.25; // default length of a step; full steps (1) at 60 Hz look blurred

// The reason why a lab updates the data that it derives from the frame.
enum class FrameChange : std::uint8_t {
    step, // a new frame
    back, // a jump to another frame of the timeline, or a replayed step with an edit
    edit, // bodies or collision settings of the frame changed
    none, // only the display changed: a selection, a page
};

// The frames that the user can go to.
struct FrameRange {
    std::uint64_t first = 0, last = 0;
    bool has(std::uint64_t frame) const { return frame >= first && frame <= last; }
};

// The replaced frames: the frames that an edit of an earlier frame replaced. They run in parallel with the current
// frames for comparison.
struct Branch {
    std::uint64_t from = 0; // frame of the edit
    Timeline former;
    Simulation ghost; // state of the replaced frames at the frame on screen, if they reach that frame
    bool is_shown = false;
    // Among the frames compared so far: the earliest one in which the replaced and the current frames differ, and the
    // first body that differs there. None: no compared frame differs.
    std::optional<std::pair<std::uint64_t, BodyId>> difference{};
    std::vector<BodyId> different{}; // the different bodies at the frame on screen
};

struct FrameOptions {
    double speed = kDefaultSpeed; // initial length of a step
    bool keeps_timeline = true;   // false for frames that are not steps of the simulation
    bool can_branch = true; // an edit in the past turns the replaced frames into a branch for comparison
};

class LabFrames {
  public:
    explicit LabFrames(const FrameOptions& options = {})
        : timeline_(options.keeps_timeline ? Timeline() : Timeline(0))
        , can_branch_(options.keeps_timeline && options.can_branch) {
        simulation_.settings.speed = options.speed;
    }

    // Runs one simulation step. If the next frame is already recorded, repeats it with its edits.
    virtual void step(Clock clock);
    // Goes to a frame of range() and restores its state; false: the frame is not kept.
    virtual bool seek(std::uint64_t frame, Clock clock);
    virtual FrameRange range() const;
    // Called after a step while a window plays. Returns the event for which playback must pause; empty: none.
    virtual std::string why_pause() { return {}; }
    // For runs that are not displayed: stops keeping a timeline, so earlier frames take no memory. A lab can skip work
    // that only drawing needs, unless a setting requests it.
    virtual void begin_unseen_run() { timeline_ = Timeline(0); }

    // Hash of all state that the next frame depends on. The same scene, seed, frame and build give the same hash if the
    // user's input and edits up to the frame are the same.
    virtual std::uint64_t hash_state() const { return state_hash(simulation_); }
    // One hash per body, or per object that the lab computes. Equal frames give equal hashes. Cheaper than
    // hash_state().
    virtual void hash_frame(std::vector<std::uint64_t>& out_hashes) const {
        hash_bodies(simulation_, out_hashes);
    }
    // The user's input of the step that began at `frame`, as numbers; empty if there was none or it is not known.
    virtual std::vector<double> input_of(std::uint64_t frame) const {
        (void)frame;
        return {};
    }
    // The steps before the frame `end` use these inputs instead of the user's. An Error if a lab cannot use the
    // numbers. By default, ignores them.
    virtual Status repeat_inputs(std::span<const StepInput> inputs, std::uint64_t end) {
        (void)inputs;
        (void)end;
        return ok();
    }

    const Simulation& simulation() const { return simulation_; }
    double& speed() { return simulation_.settings.speed; }
    // While paused: calls refresh() after an edit and update_results() after a change of the display.
    void catch_up(Clock clock);
    // Shows a recorded frame instead of computing one: `place` moves the bodies to their recorded poses.
    void show_recorded(const std::function<void(Simulation&)>& place);
    // Frames in which something was edited, ascending.
    std::vector<std::uint64_t> edited_frames() const { return timeline_.edited_frames(); }
    // The first frame whose recomputation gave a different result; none: there is no such frame.
    std::optional<std::uint64_t> divergence() const { return timeline_.first_difference(); }
    bool can_branch() const { return can_branch_; }
    const Branch* branch() const { return branch_.get(); } // null: none
    void drop_branch() { branch_.reset(); }

  protected:
    ~LabFrames() = default;

    // After an edit while paused: runs collision detection again without moving bodies. The frame keeps the times and
    // counters of its step.
    virtual void refresh(Clock clock);
    // Computes the data that the lab derives from the frame. Runs no collision detection.
    virtual void update_results(FrameChange change, Clock clock) {
        (void)change;
        (void)clock;
    }
    // The functions that run the timeline's steps and that add the lab's own state to keyframes. If can_branch(),
    // `step` also runs the simulation of the replaced frames.
    virtual TimelineHooks timeline_hooks(Clock clock);

    // Runs collision detection on the bodies in their present poses and returns its times and counters. The frame keeps
    // the times and counters of its step, if it has them.
    FrameRecord collide_again(Clock clock);
    // Calls collide_again(). Then calls note_edit() if the bodies or the settings differ from the recorded frame.
    FrameRecord collide_after_edit(Clock clock);
    // Call it after an edit of the frame: stores a keyframe. In the past, the recorded future becomes a branch to
    // compare with if can_branch(). Does nothing if no timeline is kept.
    void note_edit();
    // Call it before the frame changes. Records an edit that the timeline does not have yet. Without such an edit,
    // restores the caches of the frame's step from the timeline.
    void settle_timeline();
    // Clears the timeline and its branch.
    void forget_frames();

    Simulation simulation_;
    Timeline timeline_;
    std::unique_ptr<Branch> branch_;
    // Whether the caches are as the frame's step left them. False after collision detection ran again without an edit,
    // for example after a change of the display.
    bool caches_match_step_ = true;
    bool dirty_ = true;     // refresh() is due
    bool is_stale_ = false; // update_results() is due

  private:
    void follow_branch();

    bool can_branch_ = true;
};

} // namespace boxwood
