// What: the replay of one pair's feature walk: its start, the current step, and playback.
// Invariants: current() is a step of replay() unless the replay is empty. `cached` starts where the world's own walk of
//             this frame started, also for a pair that became active again. For compounds, the walk is between the
//             convex parts that decide the result of the pair.
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
    static constexpr double kStepSeconds = 0.6; // duration of a step during playback

    FeatureWalkStart start = FeatureWalkStart::farthest;
    bool is_playing = false;

    // Records the walk again; call it after a simulation step. The replay is empty without a pair, or if no two
    // polytopes decide the result of the pair.
    void update(const Simulation& simulation, const std::optional<BodyPair>& pair);

    const WalkReplay& replay() const { return replay_; }
    bool is_empty() const { return replay_.steps.empty(); }
    const std::optional<BodyPair>& pair() const { return pair_; }
    const SupportingShapes& solids() const { return *solids_; } // requires at least one step
    std::size_t step() const { return step_; }
    const WalkStep& current() const { return replay_.steps[step_]; }
    void go_to(std::size_t step);
    void go_by(int steps);
    // Advances playback, which stops at the end.
    void advance(double seconds);

  private:
    void settle();
    FeaturePair make_start_of(const WalkQuestion& question, const Simulation& simulation) const;

    WalkReplay replay_;
    std::optional<BodyPair> pair_;
    std::optional<SupportingShapes> solids_;
    std::size_t step_ = 0;
    std::size_t requested_ = 0;    // requested step, even if the replay is too short for it
    double seconds_in_step_ = 0.0; // seconds of playback since the last step
};

} // namespace boxwood
