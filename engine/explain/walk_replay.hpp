// What: replays one feature walk step by step from its recording: the feature pair, the plane that the walk crosses,
//     and the distance of the features.
// Frame: points in world coordinates. Units: lengths of the scene.
// Invariants: the narrow phase itself computes the steps, in a second run with a recorder. The last step has the
//     features of the answer.
// Degenerate input: a start feature that does not exist is replaced in the same way as by the feature walk.
// Cost: one traced query; for each step, O(m n) time for features with m and n vertices.
#pragma once

#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "engine/explain/explanations/feature_points.hpp"

#include <vector>

namespace boxwood {

enum class WalkSide : std::uint8_t { none, a, b, both };

struct WalkStep {
    FeaturePair features;
    // The side whose feature changes in the next step; none for the answer.
    WalkSide moves = WalkSide::none;
    // The plane of the changing feature's Voronoi region that the next step crosses; -1: none.
    int plane = -1;
    // True if the next step is an escape from a local minimum, a leap or a restart, or a step of a method without a
    // feature walk.
    bool is_jump = false;
    FeaturePointPair closest_w; // the closest points of the two features
};

struct WalkReplay {
    std::vector<WalkStep> steps;
    ClosestFeatures answer; // points in the frame of A
};

// Two polytopes with their poses.
struct PosedPolytopePair {
    const Polytope& a;
    const Polytope& b;
    const Pose& world_from_a;
    const Pose& world_from_b;
};

WalkReplay replay_walk(const NarrowPhase& narrow_phase, const PosedPolytopePair& pair,
                       const FeaturePair& start);

// For each polytope, the vertex farthest from the other polytope. This start gives a long feature walk.
FeaturePair farthest_start(const PosedPolytopePair& pair);

} // namespace boxwood
