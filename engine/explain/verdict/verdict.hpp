// What: checks the results of a frame by slow and independent methods:
//     - overlapping boxes by a separate sweep;
//     - each pair of polytopes by the optimality certificate of its closest points, or by all pairs of triangles if the
//       polytopes are so close that rounding dominates the direction between the witness points;
//     - pairs with a mesh, self-contacts of deforming bodies, and the listed triangles of polytopes in contact by all
//       pairs of triangles;
//     - pairs of compounds, or of a compound and a polytope, by judge_parts().
// Units: lengths of the scene.
// Invariants: never uses the broad phase or the narrow phase that it checks.
// Cost: O(n log n + k) time for n boxes and k overlaps of their intervals on x; O(n) for a certificate with n vertices
//     and faces; triangles as in surface_verdict.hpp, bounded per frame by the budget.
// Oracle: tests/engine/explain/verdict_test.cpp and close_pair_verdict_test.cpp; tests/parts/parts_verdict_test.cpp.
#pragma once

#include "engine/explain/verdict/surface_verdict.hpp"
#include "engine/sim/simulation.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace boxwood {

struct FrameVerdict {
    std::size_t checked = 0; // pairs that were checked completely
    std::size_t agreeing = 0;
    std::size_t unchecked = 0; // pairs whose check the budget or rounding prevented: left_out and undecided
    // left_out: the pairs for which the budget was too small; deferred_verdict.hpp checks them later. undecided: the
    // pairs that rounding leaves undecided. {body, body} means the self-contacts of a body.
    std::vector<BodyPair> left_out, undecided;
    std::size_t wrong_candidate_pairs = 0; // pairs of boxes that the broad phase missed or wrongly reported
    std::size_t wrong_hierarchies = 0;     // number of invalid hierarchies, set by the caller
    std::string disagreement;              // message of the first error; empty if there is none
    bool agrees() const { return disagreement.empty(); }
    std::size_t wrong() const { return wrong_candidate_pairs + wrong_hierarchies + checked - agreeing; }
};

// The default work budget of judge_frame(), in units of JudgeBudget. Spending all of it takes about 10 ms.
inline constexpr JudgeBudget kFrameBudget = 4'000'000;

// Checks all pairs and self-contacts of the frame. Requires that collisions have been computed since the last change of
// the simulation.
FrameVerdict judge_frame(const Simulation& simulation, JudgeBudget budget = kFrameBudget);

// Checks the results that a step reports for a pair. `io_search`: see judge_triangles().
SurfaceVerdict judge_pair(const JudgedPair& pair, JudgeBudget& io_budget, TriangleSearch& io_search);

void add_verdict(const SurfaceVerdict& verdict, BodyPair bodies, FrameVerdict& io_verdict);

// Checks one pair of the frame, but not its boxes.
FrameVerdict judge_one(const Simulation& simulation, const PairResult& result,
                       JudgeBudget budget = kFrameBudget);

} // namespace boxwood
