// What: the Lin-Canny walk: finds closest features by stepping across violated Voronoi planes. Each of the six pairs of
//     feature kinds is a state with its own rule for a step.
// Frame: A's; a_from_b is rigid.
// Invariants: the invariants of closest_features.hpp. Consecutive features are neighbors (a face and its vertices
//     count as neighbors), except after escapes, leaps and restarts, which the trace marks. With these
//     exceptions, a step changes both features only if both are faces.
// Degenerate input: if one of the features is a face, ties within rounding go to the features of higher dimension;
//     if none is a face, the walk keeps its features at a tie. For stacked boxes, a walk that reaches the two faces
//     therefore ends there, with witnesses in the center of their overlap; other walks can end at vertices or edges of
//     the same distance. If a vertex is behind a face, the walk follows the interior pyramids (interior_regions.hpp).
//     If an edge is behind a face, the walk scans all faces. After a cycle, the walk restarts once, at a vertex of B
//     and the face of A above whose plane this vertex is highest. After a second cycle, GJK computes the result, and
//     is_fallback is set.
// Cost: about the cost of v_clip; for two faces, proportional to the product of their numbers of sides.
// Source: [Lin 1991], [Lin 1993]; [Ponamgi 1995] for interior points.
// Departs from the source: planes are not tilted by fixed angles. The tolerance of a distance is the rounding of one
//     position at the scale of the pair; the tolerance of a slope is kLevelSlope. If two faces, or an edge and a
//     face, are not parallel, the walk steps to the closest pair of their features; the source selects the next
//     features by case distinctions. This step cannot increase the distance.
// Oracle: the optimality certificate, a linear program, exhaustive search, and the trace.
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

// Computes the results of many queries with interleaved walks (walk_many.hpp).
void lin_canny_many(std::span<ClosestQuery> io_queries);

} // namespace boxwood
