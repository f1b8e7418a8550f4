// What: the order in which any-contact traversals of wide hierarchies (bvh8_traversal.hpp) open the overlapping
//     children: those nearest to a box of the other node first.
// Frame: that of distance_keys.hpp.
// Invariants: the order of two boxes depends on their nodes and the poses only, and not on which other boxes overlap:
//     tests may prune more or less, which never changes the order of the rest. It is unchanged by a swap of the
//     operands.
// Cost: 20 ns per opening that finds more than one child; a traversal that finds a contact opens a fifth to a third
//     less.
// Oracle: any(A,B) equals any(B,A) (tests/collision/query/mesh_query_test.cpp).
#pragma once

#include "collision/hierarchy/bvh8/bvh8.hpp"
#include "collision/volumes/simd/distance_keys.hpp"

#include <cstddef>
#include <cstdint>

namespace boxwood {

class WideOrder {
  public:
    // Levels below the roots that are sorted. Below them lane order is as good: the boxes are small, and sorting them
    // costs queries without a contact more than it saves the others.
    static constexpr std::uint32_t kDepths = 7;

    WideOrder(const Pose& world_from_a, const Pose& world_from_b)
        : places_(world_from_a, world_from_b) {}

    // Sorts the lanes of two nodes whose bits are set, 0 to 7 of `kept` and 8 to 15 of `opened`, the nearest last.
    // Returns their number.
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
