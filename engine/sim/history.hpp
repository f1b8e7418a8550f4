// What: (1) the last states of a simulation, for stepping back; (2) the last phase times, for plots and medians.
// Invariants: both are bounded: old frames make room for new ones.
#pragma once

#include "engine/sim/simulation.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace boxwood {

// What a step took and counted. It belongs to the frame of that step: who collides again without moving puts it back.
struct FrameRecord {
    PhaseTimes times;
    StepCounters counters;
    std::array<std::uint64_t, 3> swaps_by_axis{};
    AxisCounts separations_by_axis{};
    bool is_empty() const { return counters.bodies == 0; } // nothing was collided yet
};
FrameRecord record_of(const StepOutput& output);
void put_back(const FrameRecord& record, StepOutput& io_output);

// Transforms, motions and box margins of every body and what the step counted, frame by frame, within a memory limit.
class StateHistory {
  public:
    explicit StateHistory(std::size_t byte_limit = std::size_t{64} << 20)
        : byte_limit_(byte_limit) {}

    void clear() { states_.clear(); }
    bool is_empty() const { return states_.empty(); }
    std::size_t size() const { return states_.size(); }

    // Keeps the state as it is now, to be returned to.
    void push(const Simulation& simulation);
    // Puts the last kept state and its record back and forgets it; false if none is left. Pairs are then stale.
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
Summary summarize(std::vector<double> values); // of nothing: zeros
// Which of so many values in ascending order a quantile is. Requires at least one.
std::uint64_t rank_of_quantile(double quantile, std::uint64_t count);

// A ring of the last frames' times and counters, in the order of their numbers; one of them is on screen.
class TimeHistory {
  public:
    explicit TimeHistory(std::size_t limit)
        : limit_(limit) {}

    void clear() {
        frames_.clear();
        shown_ = 0;
    }
    // Shows it. A frame that runs once more takes the place of its entry and of all later ones.
    void push(const TimedFrame& frame);
    const std::deque<TimedFrame>& frames() const { return frames_; }
    // The frame on screen, which stepping back sets to an earlier one.
    void show(std::uint64_t frame) { shown_ = frame; }
    std::uint64_t shown() const { return shown_; }
    const TimedFrame* now() const; // of the frame on screen; null: it was not timed

    Summary summarize_phase(Phase phase) const;
    // update + broad + narrow + respond: what one simulation step costs.
    Summary summarize_step() const;

  private:
    std::deque<TimedFrame> frames_;
    std::uint64_t shown_ = 0;
    std::size_t limit_ = 0;
};

double step_milliseconds(const PhaseTimes& times); // without draw

} // namespace boxwood
