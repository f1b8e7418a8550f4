// What: (1) the last states of a simulation, for stepping back; (2) the last phase times, for plots and medians.
// Invariants: both are bounded: old frames make room for new ones.
#pragma once

#include "engine/sim/simulation.hpp"

#include <cstddef>
#include <deque>
#include <vector>

namespace boxwood {

// Transforms and motions of every body, frame by frame, within a memory limit.
class StateHistory {
  public:
    explicit StateHistory(std::size_t byte_limit = std::size_t{64} << 20)
        : byte_limit_(byte_limit) {}

    void clear() { states_.clear(); }
    bool is_empty() const { return states_.empty(); }
    std::size_t size() const { return states_.size(); }

    // Keeps the state as it is now, to be returned to.
    void push(const Simulation& simulation);
    // Puts the last kept state back and forgets it; false if none is left. Collision results are then stale.
    bool pop(Simulation& io_simulation);

  private:
    struct State {
        std::uint64_t frame = 0;
        std::vector<Transform> transforms; // index = body id
        std::vector<Motion> motions;
        std::vector<JointMotion> joint_motions;
        std::vector<double> joint_positions; // of all joints, body by body
        std::vector<BodyPair> fixed_contacts;
        std::uint64_t fast_bodies = 0, total_fast_bodies = 0;
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

// A ring of the last frames' times and counters.
class TimeHistory {
  public:
    explicit TimeHistory(std::size_t limit)
        : limit_(limit) {}

    void clear() { frames_.clear(); }
    void push(const TimedFrame& frame);
    const std::deque<TimedFrame>& frames() const { return frames_; }
    TimedFrame* last() { return frames_.empty() ? nullptr : &frames_.back(); }

    Summary summarize_phase(Phase phase) const;
    // update + broad + narrow + respond: what one simulation step costs.
    Summary summarize_step() const;

  private:
    std::deque<TimedFrame> frames_;
    std::size_t limit_ = 0;
};

double step_milliseconds(const PhaseTimes& times); // without draw

} // namespace boxwood
