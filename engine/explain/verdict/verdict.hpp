// What: whether the results of a frame are right, by slow and separate means: which pairs of boxes overlap by a
//       sweep of its own, for each pair of polytopes the certificate of its closest points (of pairs so close that rounding
//       turns the witness direction, every pair of their triangles), and for all pairs in contact and all with meshes or
//       parts every pair of their triangles.
// Units: lengths as in the scene.
// Invariants: never uses the broad or the narrow phase that it judges.
// Cost: pairs: O(n log n + overlaps on x); certificates: linear in the vertices and faces of each pair; triangles:
//       surface_verdict.hpp, bounded per frame by kTrianglesJudged.
// Source: algorithms 0.4, all pairs of boxes, the optimality certificate and all pairs of triangles.
#pragma once

#include "engine/sim/simulation.hpp"

#include <cstddef>
#include <string>

namespace boxwood {

struct FrameVerdict {
    std::size_t checked = 0; // pairs of which everything was asked again
    std::size_t agreeing = 0;
    std::size_t unchecked = 0;         // pairs that the bound on triangles per frame left out
    std::size_t missed_pairs = 0;      // pairs of boxes that the broad phase missed, or invented
    std::size_t wrong_hierarchies = 0; // of those that the caller validated
    std::string disagreement;          // the first one, in words; empty: none
    bool agrees() const { return disagreement.empty(); }
    std::size_t wrong() const { return missed_pairs + wrong_hierarchies + checked - agreeing; }
};

// Of a frame: some 10 ms at most (surface_verdict.hpp says what counts).
inline constexpr std::size_t kTrianglesJudged = 4'000'000;

// Of all pairs of the frame. Requires that the simulation has collided since the last change.
FrameVerdict judge_frame(const Simulation& simulation, std::size_t triangles = kTrianglesJudged);

// Of one pair of the frame; judges no boxes.
FrameVerdict judge_one(const Simulation& simulation, const PairResult& result,
                       std::size_t triangles = kTrianglesJudged);

} // namespace boxwood
