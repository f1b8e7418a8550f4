// What: the Lin-Canny walk: closest features by stepping across violated Voronoi planes, in six states.
// Frame: A's; a_from_b is rigid.
// Invariants: as in closest_features.hpp. Consecutive features are neighbors (a face and its vertices count as such)
//             except for escapes, which the trace marks; only in the face-face state both features change at once.
// Degenerate input: ties at the level of rounding go to the higher dimension, so that for stacked boxes the result has
//                   two faces and the middle of their overlap. A feature behind a face is followed through the interior
//                   pyramids, or found by a scan. After a cycle: a scan, then GJK with is_fallback.
// Cost: about that of v_clip; two faces cost the product of their sides.
// Source: [Lin 1991], [Lin 1993]; [Ponamgi 1995] for the inside.
// Departs from the source: planes are not flared by fixed angles: tolerances are the rounding of one position at the
//                          scale of the pair, and slopes of kLevelSlope. Two faces, or an edge and a face, that are not
//                          parallel step to the closest features of the two, which includes the choices of the source
//                          and cannot increase the distance.
// Oracle: the optimality certificate, linear program, exhaustive search, the trace.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/narrow_phase/closest_query.hpp"

#include <span>

namespace boxwood {

template <TracePolicy Trace>
ClosestFeatures lin_canny(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache,
                          Trace& io_trace);

extern template ClosestFeatures lin_canny(const Polytope&, const Polytope&, const Pose&, FeaturePair&,
                                          NoTrace&);
extern template ClosestFeatures lin_canny(const Polytope&, const Polytope&, const Pose&, FeaturePair&,
                                          VisitRecorder&);

ClosestFeatures lin_canny(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache);

// The same results, with many walks interleaved: walk_many.hpp.
void lin_canny_many(std::span<ClosestQuery> io_queries);

} // namespace boxwood
