// What: closest features by testing every pair of features: the last fallback of the other methods, and the slow
//       reference to compare them with.
// Frame: witness points in A's frame.
// Cost: O(F_a F_b): 60 us for two polytopes of 36 faces, tens of milliseconds for 1000.
// Oracle: the optimality certificate, and the linear program in the tests of every narrow phase.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"

namespace boxwood {

// Requires a rigid pose. The cache is written, not read; iterations counts pairs of features.
ClosestFeatures closest_exhaustive(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                   FeaturePair& io_cache);

// Records two visits of kind feature_step, the cached features and the result, because the search does not walk.
ClosestFeatures closest_exhaustive(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                   FeaturePair& io_cache, VisitRecorder& io_trace);

} // namespace boxwood
