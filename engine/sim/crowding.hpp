// What: how many pairs of boxes overlap before the first step, so that a scene in which nearly all do is known at the door:
//       a frame of it takes minutes, and memory for each pair.
// Frame: world.
// Invariants: counts the pairs that find_pairs would report of the boxes as they are.
// Cost: O(n log n + overlaps along one axis), that along which the bodies are spread most; ends at `most`. What is fixed costs
//       nothing per pair with what is fixed.
#pragma once

#include "collision/world/collision_world.hpp"

#include <cstdint>

namespace boxwood {

// Counts no further than to `most`.
std::uint64_t count_overlapping_pairs(const CollisionWorld& world, std::uint64_t most);

} // namespace boxwood
