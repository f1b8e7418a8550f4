// What: checks the results of a frame by slow and independent means: overlapping pairs of boxes by its own sweep, each
//     pair of polytopes by the certificate of its closest points (or, if they are so close that rounding turns the
//     witness direction, by all pairs of their triangles), and all pairs in contact, with meshes or with parts by all
//     pairs of their triangles; so are the self-contacts of deforming bodies.
// Units: lengths as in the scene.
// Invariants: never uses the broad or the narrow phase that it checks.
// Cost: pairs: O(n log n + overlaps on x); certificates: linear in the vertices and faces of each pair; triangles:
//     surface_verdict.hpp, bounded per frame by kTrianglesJudged.
// Oracle: all pairs of boxes, the optimality certificate and all pairs of triangles.
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
    std::size_t unchecked = 0;         // pairs skipped because of the bound on triangles per frame
    std::vector<BodyPair>
        left_out; // those; {body, body}: its self-contacts. deferred_verdict.hpp checks them later
    std::size_t missed_pairs = 0;      // pairs of boxes that the broad phase missed or wrongly reported
    std::size_t wrong_hierarchies = 0; // of those that the caller validated
    std::string disagreement;          // message of the first one; empty if none
    bool agrees() const { return disagreement.empty(); }
    std::size_t wrong() const { return missed_pairs + wrong_hierarchies + checked - agreeing; }
};

// Per frame: some 10 ms at most (surface_verdict.hpp defines the count).
inline constexpr std::size_t kTrianglesJudged = 4'000'000;

// Checks all pairs of the frame. Requires that the simulation has collided since the last change.
FrameVerdict judge_frame(const Simulation& simulation, std::size_t triangles = kTrianglesJudged);

// Checks what a step reports of a pair; `io_search` as for judge_triangles.
SurfaceVerdict judge_pair(const JudgedPair& pair, JudgeBudget& io_budget, TriangleSearch& io_search);

// Adds the verdict on one pair to those of a frame.
void add_verdict(const SurfaceVerdict& verdict, BodyPair bodies, FrameVerdict& io_verdict);

// Checks one pair of the frame, but no boxes.
FrameVerdict judge_one(const Simulation& simulation, const PairResult& result,
                       std::size_t triangles = kTrianglesJudged);

} // namespace boxwood
