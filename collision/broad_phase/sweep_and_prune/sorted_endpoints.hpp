// What: the endpoints of all bodies on one axis, sorted from scratch, and the rank of each endpoint.
// Invariants: ranks are 0 to 2n - 1. Two closed intervals overlap iff the lower rank of each is less than the upper
//     rank of the other. At the same value, MIN precedes MAX, so touching intervals overlap.
// Cost: O(n log n) time.
// Oracle: all pairs of boxes, in the broad phases that use this list.
#pragma once

#include "collision/broad_phase/sweep_and_prune/endpoint.hpp"
#include "collision/volumes/aabb.hpp"

#include <span>
#include <vector>

namespace boxwood {

struct SortedEndpoints {
    std::vector<Endpoint> endpoints;                  // sorted
    std::vector<std::uint32_t> lower_rank, upper_rank; // by body
    std::uint64_t overlap_count = 0;                   // number of pairs whose intervals overlap

    void sort(std::span<const BodyId> bodies, std::span<const Aabb> boxes, int axis);
};

} // namespace boxwood
