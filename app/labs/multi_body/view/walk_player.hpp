// What: replays the feature walk of one pair step by step. It stores where the walk starts, the current step and the
//       state of playback.
// Invariants: current() is a step of replay() unless the replay is empty. With `cached`, the replay starts where the
//             world's own walk of this frame started. If the frame has no such walk, it starts where the world would
//             start the walk of a new pair; for a disabled pair or two fixed bodies, at vertex 0 of both. For
//             compounds, the walk is between the convex parts that decide the result of the pair.
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

    // Records the walk again; call it after a simulation step. The replay is empty if there is no pair, if one of its
    // bodies no longer exists, for meshes, and for compounds whose closest parts are unknown.
    void update(const Simulation& simulation, const std::optional<BodyPair>& pair);

    const WalkReplay& replay() const { return replay_; }
    bool is_empty() const { return replay_.steps.empty(); }
    const std::optional<BodyPair>& pair() const { return pair_; }
    const SupportingSolids& solids() const { return *solids_; } // requires at least one step
    std::size_t step() const { return step_; }
    const WalkStep& current() const { return replay_.steps[step_]; }
    void go_to(std::size_t step);
    void go_by(int steps);
    // Advances playback, which stops at the end.
    void advance(double seconds);

  private:
    void seek_requested();
    FeaturePair make_start_of(const PosedPolytopePair& question, const Simulation& simulation) const;

    WalkReplay replay_;
    std::optional<BodyPair> pair_;
    std::optional<SupportingSolids> solids_;
    std::size_t step_ = 0;
    std::size_t requested_ = 0;    // requested step; the replay can be too short for it
    double seconds_in_step_ = 0.0; // seconds of playback since the last step
};

} // namespace boxwood
