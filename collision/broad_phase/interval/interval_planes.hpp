// What: the two-dimensional variant, second mode: the boxes are projected on the xy-, yz- and zx-plane, the
//       overlapping rectangles of each are found, and the pairs that are in all three sets overlap.
// Invariants: as in broad_phase.hpp.
// Cost: O(n log n + rectangle pairs of all planes) per update, memory for those of the emptiest plane. Where the
//       bodies stand in line, all of them overlap on the plane across it: a quadratic number.
// Source: [Cohen 1995] section 4.
// Oracle: all pairs of boxes; IntervalSweep.
#pragma once

#include "collision/broad_phase/interval/rectangle_sweep.hpp"
#include "collision/broad_phase/stateless_broad_phase.hpp"

namespace boxwood {

class IntervalPlanes : public StatelessBroadPhase {
  public:
    static constexpr std::string_view kName = "interval-planes";
    static constexpr BodyId kMaxBodies = BodyId{1} << 24;

    void update(std::span<const Aabb> boxes);

  private:
    std::array<SortedEndpoints, 3> orders_;
    IntervalTree tree_;
    PairMap planes_of_; // the number of planes on which a pair of the first plane overlaps
};

static_assert(BroadPhase<IntervalPlanes>);

} // namespace boxwood
