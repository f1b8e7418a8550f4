// What: closest features of two convex polytopes, or their contact, by a walk over neighboring features that starts at
//     the final features of the pair's last query.
// Frame: A's; a_from_b is rigid within the tolerance of is_rigid(). The result is as exact as the pose.
// Invariants: the invariants of closest_features.hpp. Touching and penetrating results have distance 0 exactly; the two
//     witness points represent a common point, within touching_distance() of each other.
// Degenerate input: ties and crossings within rounding are decided by classify_contact(). If the walk cycles, or takes
//     more than 2 (features of A + features of B) steps, GJK computes the result, which is checked with the optimality
//     certificate and has is_fallback set.
// Cost: about 70 ns for coherent motion, independent of the number of faces (bench/closest_features.cpp).
// Source: [Mirtich 1998].
// Departs from the source: see walk_steps.hpp. For a vertex behind a face, the pyramids over the faces [Ponamgi 1995]
//     are followed, instead of a scan over all faces.
// Oracle: the optimality certificate, a linear program, and exhaustive search.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/narrow_phase/closest_query.hpp"

#include <span>

namespace boxwood {

// Starts at io_cache (by default vertex 0 of both; a feature that does not exist is replaced by vertex 0) and writes
// the final features to it. Records one feature_step per iteration (closest_features.hpp).
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
