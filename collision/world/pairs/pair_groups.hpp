// What: enables or disables every pair of a body of group a and a body of group b.
// Invariants: sets all pairs, or none if an Error is returned. The effect is that of calling
//     CollisionWorld::set_pair_enabled for each pair. A body in both groups forms no pair with itself.
// Degenerate input: an unknown id, or more than kMaxPairsAtOnce pairs, is an Error.
// Cost: about 100 ns and about 50 bytes per pair that differs from the world's default. To disable most pairs, start
//     with set_all_pairs_enabled(false).
// Oracle: set_pair_enabled, called for each pair.
#pragma once

#include "collision/world/collision_world.hpp"

#include <span>

namespace boxwood {

inline constexpr std::size_t kMaxPairsAtOnce = 10'000'000;

Status set_pairs_enabled(CollisionWorld& io_world, std::span<const BodyId> a, std::span<const BodyId> b,
                         bool enabled);

} // namespace boxwood
