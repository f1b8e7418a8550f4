// What: one question to a narrow phase among many that are asked together, and its answer.
// Frame: as closest_features.hpp.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"

namespace boxwood {

struct ClosestQuery {
    const Polytope* a = nullptr;
    const Polytope* b = nullptr;
    Pose a_from_b;
    FeaturePair start;
    FeaturePair cache;     // in: the start; out: where the next query of the pair starts
    ClosestFeatures found; // out
};

} // namespace boxwood
