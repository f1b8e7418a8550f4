// What: runs steps of the multi-body lab with continuous collision detection, and stores for each frame the pairs that
//       a discrete step misses.
// Invariants: recomputing a frame replaces its pairs.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "engine/sim/continuous.hpp"

#include <functional>
#include <map>
#include <span>
#include <vector>

namespace boxwood {

class ContinuousSteps {
  public:
    bool is_on() const { return mode_ != Mode::off; }
    bool stops_bodies() const { return mode_ == Mode::on; }

    void step(Simulation& io_simulation, Clock clock);
    void step_former(Simulation& io_simulation) const; // stores nothing; for replaced frames
    void forget_step() { last_ = {}; } // call it when another frame is shown
    void clear();

    // The output of the last step; empty after a discrete step.
    const ContinuousOutput& last() const { return last_; }
    std::span<const SweptImpact> missed(std::uint64_t frame) const;
    std::size_t total_missed(std::uint64_t frame) const; // sum over all frames up to this one

    Setting setting(std::function<void()> hook); // `hook` is called after a change

  private:
    enum class Mode : std::uint8_t { off, report, on };

    Mode mode_ = Mode::off;
    ContinuousOutput last_;
    std::map<std::uint64_t, std::vector<SweptImpact>> missed_; // by frame; only frames that missed pairs
};

} // namespace boxwood
