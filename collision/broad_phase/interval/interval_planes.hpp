// What: the second mode of the two-dimensional broad phase of [Cohen 1995]. It projects the boxes on the xy, yz and zx
//     planes and finds the overlapping rectangles on each plane. A pair overlaps if its rectangles overlap on all three
//     planes.
// Invariants: the invariants of broad_phase.hpp.
// Cost: that of rectangle_sweep.hpp for each of the three planes per update, and memory for the rectangle pairs of one
//     plane, which has the two axes with the fewest overlaps. If the bodies form a row, all their rectangles overlap on
//     the plane perpendicular to the row, which gives O(n^2) pairs.
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
    PairMap plane_counts_; // for each pair of the first plane, the number of planes on which it overlaps
};

static_assert(BroadPhase<IntervalPlanes>);

} // namespace boxwood
