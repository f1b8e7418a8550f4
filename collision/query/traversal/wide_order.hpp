// What: the order in which walks of wide hierarchies (bvh8_traversal.hpp) that look for any contact open what they have found: what
//     is nearest to something of the other node first.
// Frame: that of distance_keys.hpp.
// Invariants: of two boxes that may be opened it depends on their nodes and the poses which comes first, and not on what
//     else overlaps: tests may prune more or less, which never changes the order of what is left. It survives a swap of the
//     operands.
// Cost: 20 ns for what one opening has found, where that is more than one; a walk that finds a contact opens a fifth to a
//     third less.
// Oracle: any(A,B) equals any(B,A) (tests/collision/query/mesh_query_test.cpp).
#pragma once

#include "collision/hierarchy/bvh8/bvh8.hpp"
#include "collision/volumes/simd/distance_keys.hpp"

#include <cstddef>
#include <cstdint>

namespace boxwood {

class WideOrder {
  public:
    // Descents from the roots. Below, the order of the lanes is as good: what is found there is small, and sorting it has
    // cost queries that find no contact more than it has gained the others.
    static constexpr std::uint32_t kDepths = 7;

    WideOrder(const Pose& world_from_a, const Pose& world_from_b)
        : places_(world_from_a, world_from_b) {}

    // Lanes of two nodes whose bits are set, 0 to 7 of `kept` and 8 to 15 of `opened`, the nearest last. Returns how many
    // they are.
    std::size_t sort(const WideNode& kept, const WideNode& opened, bool is_a_opened, std::uint32_t lanes,
                     SortedDistanceKeys& out) const {
        return kernel_.sort({&kept.boxes, is_a_opened ? &places_.b : &places_.a, kept.lane_count},
                            {&opened.boxes, is_a_opened ? &places_.a : &places_.b, opened.lane_count}, lanes,
                            out);
    }

  private:
    DistanceKeyFrames places_;
    const DistanceKeyKernel& kernel_ = list_distance_key_kernels().front();
};

} // namespace boxwood
