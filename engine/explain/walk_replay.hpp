// What: one closest-feature walk, step by step, as its recording tells it: what was looked at, across which plane
//       it left, how far apart the features are.
// Frame: points in world coordinates. Units: lengths as in the scene.
// Invariants: the steps are those of the narrow phase itself, run again with a recorder; the last step has the
//             features of the answer.
// Degenerate input: a feature of the start that does not exist is replaced as the walk replaces it.
// Cost: one traced query, and the product of the vertex counts of the features per step.
#pragma once

#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "engine/explain/explanations/feature_points.hpp"

#include <vector>

namespace boxwood {

enum class WalkSide : std::uint8_t { none, a, b, both };

struct WalkStep {
    FeaturePair features;
    WalkSide moves = WalkSide::none; // whose feature is left for the next step; none: this is the answer
    int plane = -1;                  // of the Voronoi region of the feature that is left; -1: none
    bool is_jump = false;            // an escape from a local minimum, or a method that does not walk
    FeaturePointPair closest_w;             // of the two features
};

struct WalkReplay {
    std::vector<WalkStep> steps;
    ClosestFeatures answer; // points in the frame of A
};

struct WalkQuestion {
    const Polytope& a;
    const Polytope& b;
    const Pose& world_from_a;
    const Pose& world_from_b;
};

WalkReplay replay_walk(const NarrowPhase& narrow_phase, const WalkQuestion& question,
                       const FeaturePair& start);

// Two vertices that look away from each other: the worst start, and so the longest walk.
FeaturePair farthest_start(const WalkQuestion& question);

} // namespace boxwood
