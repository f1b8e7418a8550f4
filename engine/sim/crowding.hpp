// What: counts the overlapping pairs of boxes before the first step. Overcrowded scenes are rejected when they are
//     loaded, because a frame would take minutes and every pair takes memory.
// Frame: world.
// Invariants: counts the pairs that find_pairs would report for the current boxes.
// Cost: O(n log n + k) time for k overlaps along the axis with the largest spread of boxes relative to their widths.
//     Pairs of two fixed bodies cost nothing.
#pragma once

#include "collision/world/collision_world.hpp"

#include <cstdint>

namespace boxwood {

// Stops counting at `limit`.
std::uint64_t count_overlapping_pairs(const CollisionWorld& world, std::uint64_t limit);

} // namespace boxwood
