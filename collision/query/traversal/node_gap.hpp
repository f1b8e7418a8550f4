// What: the lower bound on the distance of two nodes in one search: the gap of their volumes, the directional one, or the
//     larger of both.
// Invariants: a lower bound whichever it is. The volumes' own gap alone wherever it is sharp. Its rounding is relative to
//     the distance of the objects, and in float (boxes, k-DOPs) to that of their points from the origins of their frames:
//     it is left out where the first exceeds 2, or in float the second 16 times the sum of the sizes. It measures lengths
//     in A's frame, those of boxes weighted by axis, others by the smallest scale of A: where A's scales differ, or for
//     boxes where A shears, it is combined with the directional gap.
// Cost: the choice 0.2 us, once per search.
// Source: none.
// Oracle: tests/contracts/distance_sweep_test.cpp (counted tests).
#pragma once

#include "collision/volumes/box/directional_gap.hpp"

namespace boxwood {

// What matters of a kind of volumes.
struct GapTraits {
    bool are_boxes = false;   // whose gap weights the axes of A one by one
    bool is_in_float = false; // their gap
};

class NodeGap {
  public:
    // bounds_*: contain all points that the volumes were fitted to.
    NodeGap(const Pose& world_from_a, const Pose& world_from_b, const Aabb& bounds_a, const Aabb& bounds_b,
            const GapTraits& traits);

    bool uses_volumes() const { return uses_volumes_; }
    bool uses_directions() const { return uses_directions_; }

    // From the nearest point of A to that of B, as far as known.
    void aim(const glm::dvec3& from_a_to_b) {
        if (uses_directions_) directional_.aim(from_a_to_b);
    }
    const DirectionalGap& directional() const { return directional_; }

  private:
    DirectionalGap directional_;
    bool uses_volumes_ = true, uses_directions_ = false;
};

} // namespace boxwood
