// What: the number of overlapping box pairs before the first step, to reject overcrowded scenes at load time: a frame
//       of such a scene takes minutes, and every pair takes memory.
// Frame: world.
// Invariants: counts the pairs that find_pairs would report for the current boxes.
// Cost: O(n log n + overlaps along one axis), the axis with the largest spread of bodies; stops at `most`. Pairs of two
//       fixed bodies cost nothing.
#pragma once

#include "collision/world/collision_world.hpp"

#include <cstdint>

namespace boxwood {

// Stops counting at `most`.
std::uint64_t count_overlapping_pairs(const CollisionWorld& world, std::uint64_t most);

} // namespace boxwood
