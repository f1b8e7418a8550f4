// What: finds the closest features of two convex polytopes, or their contact. A walk over neighboring features starts
//     at the final features of the pair's last query.
// Frame: A's; a_from_b is rigid within the tolerance of is_rigid(). The result is as exact as the pose.
// Invariants: the invariants of closest_features.hpp. Touching and penetrating results have a distance of exactly 0.
//     Their two witness points represent one common point and differ by at most touching_distance().
// Degenerate input: classify_contact() decides ties and crossings within rounding. If the walk cycles, or takes more
//     than 2 (features of A + features of B) steps, GJK computes the result and is_fallback is set. If the optimality
//     certificate rejects the result of GJK, every pair of features is compared (feature_walk.hpp).
// Cost: about 70 ns for coherent motion, independent of the number of faces (bench/closest_features.cpp).
// Source: [Mirtich 1998].
// Departs from the source: see walk_steps.hpp. If a vertex is behind a face, the walk follows the pyramids over the
//     faces [Ponamgi 1995] instead of scanning all faces.
// Oracle: the optimality certificate, a linear program, and exhaustive search.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/narrow_phase/closest_query.hpp"

#include <span>

namespace boxwood {

// Starts at the features in io_cache and writes the final features to it. A default-constructed cache names vertex 0 of
// both polytopes. Vertex 0 also replaces a feature that does not exist. If both features are faces, the walk starts at
// a vertex of A's face. Records one feature_step per iteration (closest_features.hpp).
template <TracePolicy Trace>
ClosestFeatures v_clip(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache,
                       Trace& trace);

extern template ClosestFeatures v_clip(const Polytope&, const Polytope&, const Pose&, FeaturePair&, NoTrace&);
extern template ClosestFeatures v_clip(const Polytope&, const Polytope&, const Pose&, FeaturePair&,
                                       VisitRecorder&);

ClosestFeatures v_clip(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache);

// Computes the results of many queries with interleaved walks (walk_many.hpp).
void v_clip_many(std::span<ClosestQuery> io_queries);

} // namespace boxwood
