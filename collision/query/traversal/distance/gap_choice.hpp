// What: chooses, once per search, the distance lower bound for pairs of nodes: the bound of their volumes, the bound
//     along a direction (DirectionalGap), or the larger of the two.
// Invariants: each choice is a lower bound. The volumes' bound is used alone if it is tight. There are two reasons why
//     it can be loose.
//     - Its rounding error is proportional to the distance of the objects. In float (boxes, k-DOPs), it is also
//       proportional to the distance of their points from the origins of their frames. Let w be the largest sum of the
//       two objects' extents along a world axis. The volumes' bound is not used if the gap between the objects'
//       intervals along the line between the centers of their bounds exceeds 2 w. In float, it is not used if points of
//       either object can lie farther than 16 w from the origin of its frame along a world axis. For boxes, if A's
//       scales differ or A has shear, it is also not used if the gap between the intervals along an axis of A exceeds 2
//       times the sum of the extents along that axis.
//     - It measures lengths in A's frame and converts them to world lengths. For boxes, the conversion has one factor
//       per axis. For other volumes, the factor is the smallest scale of A, which is loose if A's scales differ.
//       If the first reason does not exclude the volumes' bound, the larger of both bounds is used for boxes if A has
//       shear, and for other volumes if A has shear or its scales differ.
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

class GapChoice {
  public:
    // bounds_* contain all points that the volumes were fitted to.
    GapChoice(const Pose& world_from_a, const Pose& world_from_b, const Aabb& bounds_a, const Aabb& bounds_b,
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
