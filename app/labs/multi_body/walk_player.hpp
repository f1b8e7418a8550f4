// What: the replay of one pair's closest-feature walk in a lab: where it starts, which step is on screen, whether
//       it plays.
// Invariants: current() is a step of replay() whenever there is one. `cached` starts where the world's own walk of
//             this frame started, a pair that returned included. Of bodies with parts it is the walk between the
//             parts that decide the pair.
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
    static constexpr double kStepSeconds = 0.6; // while it plays

    FeatureWalkStart start = FeatureWalkStart::farthest;
    bool is_playing = false;

    // After a step of the simulation: walks again with a recorder. No pair, or one that no two polytopes decide: an empty replay.
    void update(const Simulation& simulation, const std::optional<BodyPair>& pair);

    const WalkReplay& replay() const { return replay_; }
    bool is_empty() const { return replay_.steps.empty(); }
    const std::optional<BodyPair>& pair() const { return pair_; }
    const SupportingShapes& solids() const { return *solids_; } // requires that there are steps
    std::size_t step() const { return step_; }
    const WalkStep& current() const { return replay_.steps[step_]; }
    void go_to(std::size_t step);
    void go_by(int steps);
    // Plays on; at the end it stops.
    void pass(double seconds);

  private:
    void settle();
    FeaturePair make_start_of(const WalkQuestion& question, const Simulation& simulation) const;

    WalkReplay replay_;
    std::optional<BodyPair> pair_;
    std::optional<SupportingShapes> solids_;
    std::size_t step_ = 0;
    std::size_t wanted_ = 0; // where the replay is long enough
    double played_ = 0.0;    // seconds since the last step
};

} // namespace boxwood
