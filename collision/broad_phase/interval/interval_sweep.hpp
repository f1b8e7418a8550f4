// What: the first mode of the two-dimensional broad phase of [Cohen 1995]: a sweep along z with an interval tree of the
//     open rectangles.
// Invariants: the invariants of broad_phase.hpp.
// Cost: that of rectangle_sweep.hpp, where the pairs are those that overlap on x and z. Only the pairs of overlapping
//     boxes persist between updates.
// Source: [Cohen 1995] section 4.
// Oracle: all pairs of boxes.
#pragma once

#include "collision/broad_phase/interval/rectangle_sweep.hpp"
#include "collision/broad_phase/stateless_broad_phase.hpp"

namespace boxwood {

class IntervalSweep : public StatelessBroadPhase {
  public:
    static constexpr std::string_view kName = "interval-tree";
    static constexpr BodyId kMaxBodies = BodyId{1} << 24;

    void update(std::span<const Aabb> boxes);

  private:
    std::array<SortedEndpoints, 2> orders_; // along z, along x
    IntervalTree tree_;
};

static_assert(BroadPhase<IntervalSweep>);

} // namespace boxwood
