// What: stores the last states of a simulation, to step back, and its last phase times, for plots and medians.
// Invariants: both histories are bounded; the oldest frames are dropped first.
#pragma once

#include "engine/sim/simulation.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace boxwood {

// Times and counters of one step. A query between two steps overwrites the times and counters of the simulation: call
// record_of() before the query and put_back() after it.
struct FrameRecord {
    PhaseTimes times;
    StepCounters counters;
    std::array<std::uint64_t, 3> swaps_by_axis{};
    AxisCounts separations_by_axis{};
    bool is_empty() const { return counters.bodies == 0; } // no collision step has run
};
FrameRecord record_of(const StepOutput& output);
void put_back(const FrameRecord& record, StepOutput& io_output);

// Stores the state of each frame within a memory limit: the transforms, motions, joints and box margins of every body,
// the contacts with fixed bodies, and the times and counters of the step.
class StateHistory {
  public:
    explicit StateHistory(std::size_t byte_limit = std::size_t{64} << 20)
        : byte_limit_(byte_limit) {}

    void clear() { states_.clear(); }
    bool is_empty() const { return states_.empty(); }
    std::size_t size() const { return states_.size(); }

    void push(const Simulation& simulation);
    // Restores and removes the last stored state and its record; returns false if there is none. Requires that the
    // world has the same bodies as at the stored state. The simulation keeps the pairs of the later state until the
    // next collide().
    bool pop(Simulation& io_simulation);

  private:
    struct State {
        std::uint64_t frame = 0;
        std::vector<Transform> transforms; // index = body id
        std::vector<Motion> motions;
        std::vector<JointMotion> joint_motions;
        std::vector<double> margins;
        std::vector<double> joint_positions; // of all joints, body by body
        std::vector<BodyPair> fixed_contacts;
        double deformation_time = 0.0; // determines the vertices
        std::uint64_t fast_bodies = 0, total_fast_bodies = 0;
        std::uint64_t stopped_bodies = 0, total_stopped_bodies = 0;
        FrameRecord record;
    };
    std::deque<State> states_;
    std::size_t byte_limit_ = 0;
};

struct TimedFrame {
    std::uint64_t frame = 0;
    PhaseTimes times;
    StepCounters counters;
    std::uint64_t fast_bodies = 0; // as in Simulation
};

struct Summary {
    double min = 0.0, median = 0.0, p95 = 0.0, max = 0.0;
};
Summary summarize(std::vector<double> values); // all zeros if empty
// Index of a quantile among `count` values in ascending order. Requires count >= 1.
std::uint64_t rank_of_quantile(double quantile, std::uint64_t count);

// A bounded history of the times and counters of the last frames, ordered by frame number, and the number of the
// displayed frame.
class TimeHistory {
  public:
    explicit TimeHistory(std::size_t limit)
        : limit_(limit) {}

    void clear() {
        frames_.clear();
        displayed_ = 0;
    }
    // Adds the frame and displays it. A frame that runs again replaces its entry and all later entries.
    void push(const TimedFrame& frame);
    const std::deque<TimedFrame>& frames() const { return frames_; }
    void forget_after(std::uint64_t frame);
    // Sets the displayed frame, for example an earlier one after a step back.
    void show(std::uint64_t frame) { displayed_ = frame; }
    std::uint64_t shown() const { return displayed_; }
    const TimedFrame* displayed_frame() const; // entry of the displayed frame; null if it was not timed

    Summary summarize_phase(Phase phase) const;
    // The time of one simulation step: all phases except draw.
    Summary summarize_step() const;

  private:
    std::deque<TimedFrame> frames_;
    std::uint64_t displayed_ = 0;
    std::size_t limit_ = 0;
};

double step_milliseconds(const PhaseTimes& times); // all phases except draw

} // namespace boxwood
