// What: finds closest features by testing every pair of features that can be closest: the last fallback of the other
//     methods, and a slow reference for comparisons.
// Frame: witness points are in A's frame.
// Cost: O(F_a F_b): 60 us for two polytopes of 36 faces, tens of milliseconds for two polytopes of 1000 faces.
// Oracle: the optimality certificate, and the linear program in the tests of every narrow phase.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"

namespace boxwood {

// Checks the preconditions of require_query(). Writes io_cache without reading it; iterations is the number of pairs of
// features, including those that a bound on their distance rejects.
ClosestFeatures closest_exhaustive(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                   FeaturePair& io_cache);

// The search does not walk, so it records only two visits of kind feature_step: the cached features and the result.
ClosestFeatures closest_exhaustive(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                   FeaturePair& io_cache, VisitRecorder& io_trace);

} // namespace boxwood
