// What: finds the closest features of two convex polytopes by GJK, which moves a simplex through their Minkowski
//     difference. GJK is the reference method and the fallback of the feature walks.
// Frame: A's; a_from_b is rigid.
// Invariants: the invariants of closest_features.hpp. The simplex starts at the vertices of the cached features; hill
//     climbing over neighbors finds supports. The features of the result are those that the vertices of the last
//     simplex span; a simplex of four vertices, or one whose vertices span no feature, keeps the features of the
//     simplex before it.
// Degenerate input: at a positive distance, the witnesses are computed from the features if they then lie inside the
//     features, otherwise from the weights of the simplex. Their distance must equal the best lower bound within
//     rounding. In a contact, the witnesses must coincide within touching_distance(). If a result fails this test,
//     closest_exhaustive() computes the result and is_fallback is set. A contact is penetrating if its witnesses lie
//     deeper than touching_distance() in both polytopes; classify_contact() decides the other contacts. The direction
//     between the witnesses has an error of epsilon * size / distance, where size is that of the polytopes. This
//     matters below a distance of about 1e-5 of the size: if neighboring features are parallel within this error, the
//     result can be the wrong one of them, whose distance is larger by up to 1e-11 of the size. Faces count as planar,
//     which adds an error of up to flatness().
// Cost: for coherent motion, several times the cost of v_clip; see docs/narrow-phases.md.
// Source: [Gilbert 1988], [Cameron 1997] for hill-climbing supports, [Montanari 2017] for the simplex.
// Departs from the source: the witnesses are computed from features of the polytopes where possible.
// Oracle: the optimality certificate, a linear program, and exhaustive search.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"

namespace boxwood {

// `iterations` of the result counts simplices. Each simplex is recorded with the features that its vertices span. A
// simplex of four vertices, or one whose vertices span no feature, is recorded with the features before it.
template <TracePolicy Trace>
ClosestFeatures gjk(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache,
                    Trace& io_trace);

extern template ClosestFeatures gjk(const Polytope&, const Polytope&, const Pose&, FeaturePair&, NoTrace&);
extern template ClosestFeatures gjk(const Polytope&, const Polytope&, const Pose&, FeaturePair&,
                                    VisitRecorder&);

ClosestFeatures gjk(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache);

} // namespace boxwood
