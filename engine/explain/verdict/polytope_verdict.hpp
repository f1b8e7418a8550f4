// What: checks the result of one pair of polytopes: the certificate of its closest points and, where rounding leaves
//     that undecided, all pairs of triangles and the separating axes at the witnesses.
// Frame: world. Units: lengths as in the scene.
// Invariants: never uses a narrow phase. Finds every distance whose error exceeds the error bound, however small the
//     distance is.
// Cost: linear in vertices and faces; undecided close pairs: surface_verdict.hpp, and the edges at the witnesses
//     squared times the vertices.
// Oracle: the optimality certificate; the separating axis theorem for polytopes.
#pragma once

#include "engine/explain/verdict/surface_verdict.hpp"

namespace boxwood {

// Requires pair.result.are_polytopes.
SurfaceVerdict judge_polytopes(const JudgedPair& pair, JudgeBudget& io_budget);

} // namespace boxwood
