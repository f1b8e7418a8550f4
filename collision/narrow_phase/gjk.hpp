// What: closest features of two convex polytopes by GJK, which moves a simplex through their Minkowski difference: the
//       reference method for the feature walks, and their fallback.
// Frame: A's; a_from_b is rigid.
// Invariants: as in closest_features.hpp. The simplex starts at the vertices of the cached features; supports are found
//             by hill climbing over neighbors. The vertices of the last simplex determine the features of the result.
// Degenerate input: witnesses are computed from the features, not from the weights of a flat simplex, and must pass the
//                   optimality certificate; contacts are decided by classify_contact(). If a result passes neither,
//                   closest_exhaustive() computes it, with is_fallback. Between polytopes nearer than about 1e-5 of
//                   their size the direction of the witnesses has an error of epsilon * size / distance; of slopes that
//                   differ by less, the one with a longer distance may be selected, by up to 1e-11 of the size. Faces
//                   count as planar: the error may be as large as flatness().
// Cost: see docs/narrow-phases.md; two to three times that of v_clip for coherent motion.
// Source: [Gilbert 1988], [Cameron 1997] for hill-climbing supports, [Montanari 2017] for the simplex.
// Departs from the source: the witnesses are those of features of the polytopes.
// Oracle: the optimality certificate, linear program, exhaustive search.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"

namespace boxwood {

// Iterations count simplices; each is recorded with the features that its vertices span.
template <TracePolicy Trace>
ClosestFeatures gjk(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache,
                    Trace& io_trace);

extern template ClosestFeatures gjk(const Polytope&, const Polytope&, const Pose&, FeaturePair&, NoTrace&);
extern template ClosestFeatures gjk(const Polytope&, const Polytope&, const Pose&, FeaturePair&,
                                    VisitRecorder&);

ClosestFeatures gjk(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache);

} // namespace boxwood
