// What: enables or disables every pair of two groups of bodies at once.
// Invariants: all of them or none. Equals CollisionWorld::set_pair_enabled for each pair; a pair named in both orders
//             counts once, a body with itself is no pair.
// Degenerate input: an unknown id, and more than kMaxPairsAtOnce pairs, are an Error; nothing changes then.
// Cost: some 100 ns and some 50 bytes per pair that differs from the default of the world: if most pairs are to be
//       disabled, begin with set_all_pairs_enabled(false).
// Oracle: set_pair_enabled, one pair after another.
#pragma once

#include "collision/world/collision_world.hpp"

#include <span>

namespace boxwood {

inline constexpr std::size_t kMaxPairsAtOnce = 10'000'000;

Status set_pairs_enabled(CollisionWorld& io_world, std::span<const BodyId> a, std::span<const BodyId> b,
                         bool enabled);

} // namespace boxwood
