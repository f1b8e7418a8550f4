// What: checks the result of one pair of polytopes by the optimality certificate of its closest points. If rounding
//     leaves the certificate undecided, tests all pairs of triangles and the separating axes at the witness points.
// Frame: world. Units: lengths of the scene.
// Invariants: never uses a narrow phase. Detects every error of the distance that exceeds the error bound, even if the
//     distance is very small.
// Cost: O(n) time in vertices and faces. An undecided pair also takes the time of judge_distance(), and O(e^2 n) time
//     for e edges at the witness points and n vertices.
// Oracle: the optimality certificate; the separating axis theorem for polytopes.
#pragma once

#include "engine/explain/verdict/surface_verdict.hpp"

namespace boxwood {

// Requires pair.result.are_polytopes.
SurfaceVerdict judge_polytopes(const JudgedPair& pair, JudgeBudget& io_budget);

} // namespace boxwood
