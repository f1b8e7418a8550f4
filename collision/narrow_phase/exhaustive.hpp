// What: closest features by looking at every pair of features: the answer when the walk's guard trips, and
//       the slow narrow phase to compare others with.
// Frame: witness points in A's frame.
// Cost: O(F_a F_b): 60 us for two polytopes of 36 faces, tens of milliseconds for 1000.
// Oracle: the optimality certificate and the linear program in v_clip_test.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"

namespace boxwood {

// Requires a rigid pose. The cache is written, not read; iterations counts pairs of features.
ClosestFeatures closest_exhaustive(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                   FeaturePair& io_cache);

// Records two feature_steps, where the cache stood and the answer: it looks everywhere and walks nowhere.
ClosestFeatures closest_exhaustive(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                   FeaturePair& io_cache, VisitRecorder& io_trace);

} // namespace boxwood
