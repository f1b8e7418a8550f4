// What: the replay of one pair's feature walk in a lab: its start, the current step, and playback.
// Invariants: current() is a step of replay() whenever there is one. `cached` starts where the world's own walk of this
//             frame started, also for a pair that returned. For compounds it is the walk between the convex parts that
//             decide the pair.
#pragma once

#include "engine/explain/explanations/supporting_shapes.hpp"
#include "engine/explain/walk_replay.hpp"
#include "engine/sim/simulation.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace boxwood {

enum class FeatureWalkStart : std::uint8_t { cached, first, random, directional, farthest };
inline constexpr std::array<std::string_view, 5> kWalkStartNames{"cached", "first", "random", "directional",
                                                                 "farthest"};

class FeatureWalkPlayer {
  public:
    static constexpr double kStepSeconds = 0.6; // during playback

    FeatureWalkStart start = FeatureWalkStart::farthest;
    bool is_playing = false;

    // After a simulation step: records the walk again. Without a pair, or if no two polytopes decide it, the replay is
    // empty.
    void update(const Simulation& simulation, const std::optional<BodyPair>& pair);

    const WalkReplay& replay() const { return replay_; }
    bool is_empty() const { return replay_.steps.empty(); }
    const std::optional<BodyPair>& pair() const { return pair_; }
    const SupportingShapes& solids() const { return *solids_; } // requires at least one step
    std::size_t step() const { return step_; }
    const WalkStep& current() const { return replay_.steps[step_]; }
    void go_to(std::size_t step);
    void go_by(int steps);
    // Advances playback; stops at the end.
    void pass(double seconds);

  private:
    void settle();
    FeaturePair make_start_of(const WalkQuestion& question, const Simulation& simulation) const;

    WalkReplay replay_;
    std::optional<BodyPair> pair_;
    std::optional<SupportingShapes> solids_;
    std::size_t step_ = 0;
    std::size_t wanted_ = 0; // requested step, if the replay is long enough
    double played_ = 0.0;    // seconds since the last step
};

} // namespace boxwood
