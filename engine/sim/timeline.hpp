// What: stores the past of a simulation: keyframes, from which every frame since the first keyframe can be recomputed,
//     and one hash per frame to check that a recomputed frame is the same.
// Invariants: after seek(), the simulation and its output, counters and caches included, are the same as in an
//     uninterrupted run. Keyframes take at most the byte limit. To stay within the limit, the timeline drops keyframes
//     where they are densest, or the oldest keyframe if a seek would otherwise take too long. An edited frame has its
//     own keyframe, with the state after the edit.
// Degenerate input: seek() of a frame outside [first(), last()] returns false and changes nothing. If one state is
//     larger than the limit, only the last keyframe is stored, and frames before it are lost.
// Cost: a keyframe is a copy of the state (collision/world/world_state.hpp). The timeline measures the times of a copy
//     and of a step, and spaces keyframes so that copying takes about 0.8 % of the steps' time (bench/timeline.cpp).
// Oracle: tests/engine/workloads/timeline_test.cpp compares with an uninterrupted run.
#pragma once

#include "collision/world/world_state.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

// A simulation at the end of a frame.
class Keyframe {
  public:
    explicit Keyframe(const Simulation& simulation);
    // is_copy: io_simulation is not the saved simulation; both simulations can then continue to run.
    void restore(Simulation& io_simulation, bool is_copy = false) const;
    std::uint64_t frame() const { return frame_; }
    std::size_t size_in_bytes() const;

  private:
    std::uint64_t frame_ = 0;
    WorldState world_;
    std::vector<Motion> motions_;
    std::vector<JointMotion> joint_motions_;
    std::vector<DeformingBody> deforming_;
    double deformation_time_ = 0.0;
    std::string deformation_error_;
    glm::dvec3 room_half_{0.0};
    SimulationSettings settings_;
    StepOutput output_;
    std::vector<BodyPair> fixed_contacts_;
    std::uint64_t fast_bodies_ = 0, total_fast_bodies_ = 0, stopped_bodies_ = 0, total_stopped_bodies_ = 0;
};

// Computes one hash per body, indexed by id, of the body's pose, motion, joints, moving vertices and flags; 0 for free
// ids. hash_bodies() is cheaper than state_hash(), so it can run in every frame. Returns combine(out_hashes).
std::uint64_t hash_bodies(const Simulation& simulation, std::vector<std::uint64_t>& out_hashes);
std::uint64_t combine(const std::vector<std::uint64_t>& body_hashes);

// The caller's state in addition to the simulation, for example of a walker. It is copied into keyframes.
struct TimelineExtra {
    std::shared_ptr<const void> state;
    std::size_t bytes = 0;
};
struct TimelineHooks {
    std::function<void(Simulation&)> step = [](Simulation& io_simulation) { boxwood::step(io_simulation); };
    std::function<TimelineExtra()> save = [] { return TimelineExtra{}; };
    std::function<void(const TimelineExtra&)> restore = [](const TimelineExtra&) {};
};

class Timeline {
  public:
    static constexpr std::size_t kDefaultBytes = std::size_t{256} << 20;
    explicit Timeline(std::size_t byte_limit = kDefaultBytes)
        : byte_limit_(byte_limit) {}

    bool is_on() const { return byte_limit_ > 0; }
    void clear();
    bool is_empty() const { return keyframes_.empty(); }
    std::uint64_t first() const { return is_empty() ? 0 : keyframes_.front()->keyframe.frame(); }
    std::uint64_t last() const { return last_; }
    bool has(std::uint64_t frame) const { return !is_empty() && frame >= first() && frame <= last_; }

    // Whether the timeline contains the simulation's current frame, the recorded hash of that frame is equal to the
    // hash of the simulation's bodies, and the settings and disabled pairs are unchanged. Caches can differ.
    bool matches(const Simulation& simulation) const;
    // True if note_edit() must be called before the next step because the current frame is not in the timeline, or
    // because settings have changed since the last note_edit(), seek() or step_forward(). Does not detect edits of
    // bodies. Always false if the timeline is off.
    bool requires_note_edit(const Simulation& simulation) const;
    // Call after each step. Adds the frame if it is past the end of the timeline, otherwise compares its hash with the
    // recorded hash. Does nothing before the first note_edit(). If frames were skipped, the hashes of earlier frames
    // are no longer known. step_ms: the time of the simulation alone. If `clock` is not null, step_ms and the measured
    // time of a copy determine the number of frames between keyframes.
    void note_step(const Simulation& simulation, double step_ms = 0.0, Clock clock = nullptr,
                   const TimelineHooks& hooks = {});
    // Call after an edit of the current frame, and once before the first step. Adds a keyframe, drops all later frames,
    // and returns whether there were any. If the current frame is not in the timeline, first drops all frames, and
    // returns false.
    bool note_edit(const Simulation& simulation, const TimelineHooks& hooks = {});

    // Sets io_simulation to the state of a recorded frame. Returns false if the frame is not in the timeline. is_copy:
    // io_simulation is not the recorded simulation and shares no state with it. is_exact: io_simulation is unchanged
    // since a seek or a step along the timeline, so the seek can start from its current state.
    bool seek(std::uint64_t frame, Simulation& io_simulation, const TimelineHooks& hooks = {},
              bool is_copy = false, bool is_exact = true);
    // Goes to the next recorded frame. If that frame was edited, repeats the edit. Returns false at the end, or if the
    // current frame is not in the timeline.
    bool step_forward(Simulation& io_simulation, const TimelineHooks& hooks = {}, bool is_copy = false);

    // The frame of the first difference that note_step() detected between a recomputed frame and its recorded hash.
    const std::optional<std::uint64_t>& first_difference() const { return first_difference_; }
    std::optional<std::uint64_t> hash_of(std::uint64_t frame) const; // of all bodies; empty if not known
    // The frames with a stored keyframe at which note_edit() was called, except for the call that starts a run at frame
    // 0. If the recording starts at a later frame, that start counts as an edit.
    std::vector<std::uint64_t> edited_frames() const;
    std::size_t keyframe_count() const { return keyframes_.size(); }
    std::size_t size_in_bytes() const { return bytes_; }

  private:
    struct Entry {
        Keyframe keyframe;
        TimelineExtra extra;
        std::size_t bytes = 0;
        bool is_edit = false;
    };
    using Entries = std::deque<std::shared_ptr<const Entry>>;

    void push(const Simulation& simulation, bool is_edit, const TimelineHooks& hooks);
    bool drop_after(std::uint64_t frame);
    void drop(std::size_t index);
    void make_room();
    void note_hash(const Simulation& simulation);
    std::uint64_t distance() const;                          // number of frames between two keyframes
    const Entry* find_last_entry(std::uint64_t frame) const; // not after the frame; null if none

    std::size_t byte_limit_ = 0;
    Entries keyframes_; // ascending by frame; of several entries with the same frame, the last one is used
    std::size_t bytes_ = 0;
    std::uint64_t last_ = 0;
    std::deque<std::uint64_t> hashes_;       // of all bodies, for the frames up to the last
    std::vector<std::uint64_t> body_hashes_; // scratch
    std::optional<std::uint64_t> first_difference_;
    std::string settings_;                 // fingerprint at the last note_edit(), seek() or step_forward()
    double step_ms_ = 0.0, save_ms_ = 0.0; // smoothed; 0: not known
};

// The bodies that differ between two runs at the same frame, ascending by id. Includes ids that exist in only one run.
std::vector<BodyId> find_different_bodies(const Simulation& a, const Simulation& b);

} // namespace boxwood
