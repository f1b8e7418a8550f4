// What: the past of a simulation: keyframes from which every frame since the first one can be computed again, and one hash per
//       frame to see whether it is the same.
// Invariants: after seek() the simulation and its output, counters and caches included, are those of the uninterrupted run.
//             Keyframes take at most the byte limit; when they would take more, the ones that are closest together go first,
//             and then the oldest frames. A frame that was edited has a keyframe of its own, which holds it as it was left.
// Degenerate input: a frame that is not in [first(), last()] is not found, and nothing changes. A state larger than the limit
//                   leaves only the present frame.
// Cost: a keyframe is a copy of the state (collision/world/world_state.hpp). Their distance follows what a copy and a step cost,
//       so that copying takes about 1.5 % of the steps' time: bench/timeline.cpp.
// Oracle: tests/engine/workloads/timeline_test.cpp: the run without interruption.
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
    // is_copy: into another simulation than the one of the keyframe, while both go on.
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

// One hash of each body's pose and velocity, by id; 0 for free ids. Cheaper than state_hash: it is taken in every frame.
void hash_bodies(const Simulation& simulation, std::vector<std::uint64_t>& out_hashes);
std::uint64_t combine(const std::vector<std::uint64_t>& body_hashes);

// What a caller keeps in addition to the simulation, such as a walker's state. Copied into keyframes.
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
    static constexpr std::size_t kUsualBytes = std::size_t{256} << 20;
    explicit Timeline(std::size_t byte_limit = kUsualBytes)
        : byte_limit_(byte_limit) {}

    bool is_on() const { return byte_limit_ > 0; }
    void clear();
    bool is_empty() const { return keyframes_.empty(); }
    std::uint64_t first() const { return is_empty() ? 0 : keyframes_.front()->keyframe.frame(); }
    std::uint64_t last() const { return last_; }
    bool has(std::uint64_t frame) const { return !is_empty() && frame >= first() && frame <= last_; }

    // The frame of the simulation is in the timeline, with the same bodies, switches and settings. Caches may differ.
    bool has_same(const Simulation& simulation) const;
    // The present frame is not in the timeline, or settings have changed since it was added: call note_edit() before a step.
    bool has_other_settings(const Simulation& simulation) const;
    // A step has led to this frame. Past the end of the timeline the frame is added; before the end it is compared with what
    // is known of it. step_ms: of the simulation alone; with `clock` it decides on the distance of keyframes.
    void note_step(const Simulation& simulation, double step_ms = 0.0, Clock clock = nullptr,
                   const TimelineHooks& hooks = {});
    // The present frame was edited: it gets another keyframe, and later frames are forgotten. True if there were any.
    bool note_edit(const Simulation& simulation, const TimelineHooks& hooks = {});

    // False: the frame is not kept. is_copy: io_simulation is not the one that was recorded, and shares no state with it.
    // is_exact: it is as a seek or a step along the timeline left it, so that it may go on from there.
    bool seek(std::uint64_t frame, Simulation& io_simulation, const TimelineHooks& hooks = {},
              bool is_copy = false, bool is_exact = true);
    // To the next known frame; an edit that was made there is repeated. False at the end.
    bool step_forward(Simulation& io_simulation, const TimelineHooks& hooks = {}, bool is_copy = false);

    // The first frame that came out different when it was computed again.
    const std::optional<std::uint64_t>& difference() const { return difference_; }
    std::optional<std::uint64_t> hash_of(std::uint64_t frame) const; // of all bodies; none: not known
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
    void drop(std::size_t place);
    void make_room();
    void note_hash(const Simulation& simulation);
    std::uint64_t distance() const;                            // of two keyframes
    const Entry* last_at_or_before(std::uint64_t frame) const; // null: none

    std::size_t byte_limit_ = 0;
    Entries keyframes_; // ascending; of equal frames the last one counts
    std::size_t bytes_ = 0;
    std::uint64_t last_ = 0;
    std::deque<std::uint64_t> hashes_;       // of all bodies, of the frames up to the last
    std::vector<std::uint64_t> body_hashes_; // scratch
    std::optional<std::uint64_t> difference_;
    std::string settings_;                 // fingerprint, as of the last frame
    double step_ms_ = 0.0, save_ms_ = 0.0; // smoothed; 0: not known
};

// The bodies that differ between two runs at the same frame, ascending by id; ids that only one of them has are among them.
std::vector<BodyId> find_different_bodies(const Simulation& a, const Simulation& b);

} // namespace boxwood
