// What: whether the results of a frame are right, by slow and separate means: which pairs of boxes overlap by a
//       sweep of its own, and for each pair of polytopes the certificate of its closest points.
// Units: lengths as in the scene.
// Invariants: never uses the broad or the narrow phase that it judges.
// Cost: pairs: O(n log n + overlaps on x); certificates: linear in the vertices and faces of each pair.
// Source: algorithms 0.4, O1 and O3.
#pragma once

#include "engine/sim/simulation.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace boxwood {

struct FrameVerdict {
    std::size_t checked = 0; // pairs of polytopes, each with its certificate
    std::size_t agreeing = 0;
    std::size_t unchecked = 0; // pairs with a mesh: too slow to ask again in a frame
    std::string disagreement;  // the first one, in words; empty: none
    bool agrees() const { return disagreement.empty(); }
};

// Of all pairs of the frame. Requires that the simulation has collided since the last change.
FrameVerdict judge_frame(const Simulation& simulation);

// Why the result of one pair of polytopes is wrong, in words; nothing: it is right.
std::optional<std::string> judge_pair(const CollisionWorld& world, const PairResult& result);

} // namespace boxwood
