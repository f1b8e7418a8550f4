// What: the distance lower bound of two nodes in a search: the bound of their volumes, the bound along a direction
//     (DirectionalGap), or the larger of the two.
// Invariants: each choice is a lower bound. The volumes' bound is used alone wherever it is sharp. Its rounding error
//     is proportional to the distance of the objects, and, in float (boxes, k-DOPs), to the distance of their points
//     from the origins of their frames. The bound is not used if the first distance exceeds 2 times the sum of the
//     sizes, or if, in float, the second exceeds 16 times that sum. The volumes' bound measures lengths in A's frame:
//     boxes weight them by axis, other volumes by the smallest scale of A. If A's scales differ, or for boxes if A has
//     shear, it is combined with the directional bound.
// Cost: the choice takes 0.2 us, once per search.
// Source: none.
// Oracle: tests/contracts/distance_sweep_test.cpp (counted tests).
#pragma once

#include "collision/volumes/box/directional_gap.hpp"

namespace boxwood {

// The traits of a volume type that the choice depends on.
struct GapTraits {
    bool are_boxes = false;   // the bound weights the axes of A separately
    bool is_in_float = false; // the bound is computed in float
};

class NodeGap {
  public:
    // bounds_* contain all points that the volumes were fitted to.
    NodeGap(const Pose& world_from_a, const Pose& world_from_b, const Aabb& bounds_a, const Aabb& bounds_b,
            const GapTraits& traits);

    bool uses_volumes() const { return uses_volumes_; }
    bool uses_directions() const { return uses_directions_; }

    // `from_a_to_b` is the vector between the nearest points of A and B found so far.
    void aim(const glm::dvec3& from_a_to_b) {
        if (uses_directions_) directional_.aim(from_a_to_b);
    }
    const DirectionalGap& directional() const { return directional_; }

  private:
    DirectionalGap directional_;
    bool uses_volumes_ = true, uses_directions_ = false;
};

} // namespace boxwood
