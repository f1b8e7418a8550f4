// What: the broad phase that tests all pairs, for few bodies and as a baseline for the others.
// Cost: n (n - 1) / 2 box tests per update, about 3 ns each.
// Oracle: an independent loop over all pairs of boxes (tests/oracles/all_pairs.hpp).
#pragma once

#include "collision/broad_phase/stateless_broad_phase.hpp"

namespace boxwood {

class BruteForce : public StatelessBroadPhase {
  public:
    static constexpr std::string_view kName = "brute-force";
    static constexpr BodyId kMaxBodies = BodyId{1} << 24;

    void update(std::span<const Aabb> boxes);
};

static_assert(BroadPhase<BruteForce>);

} // namespace boxwood
