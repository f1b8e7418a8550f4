// What: one closest-feature walk, step by step from its recording: the feature pair, the plane that it crosses, and the
//     distance of the features.
// Frame: points in world coordinates. Units: lengths as in the scene.
// Invariants: the steps come from the narrow phase itself, run again with a recorder; the last step has the features of
//     the answer.
// Degenerate input: a start feature that does not exist is replaced as in the feature walk.
// Cost: one traced query, and the product of the vertex counts of the features per step.
#pragma once

#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "engine/explain/explanations/feature_points.hpp"

#include <vector>

namespace boxwood {

enum class WalkSide : std::uint8_t { none, a, b, both };

struct WalkStep {
    FeaturePair features;
    // The side whose feature changes in the next step; none: this is the answer.
    WalkSide moves = WalkSide::none;
    int plane = -1;             // of the Voronoi region of the old feature; -1: none
    bool is_jump = false;       // an escape from a local minimum, or a method without a feature walk
    FeaturePointPair closest_w; // of the two features
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

// Two vertices that face away from each other: the worst start, and so the longest feature walk.
FeaturePair farthest_start(const WalkQuestion& question);

} // namespace boxwood
