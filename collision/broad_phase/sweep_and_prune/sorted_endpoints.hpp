// What: the sorted endpoints of all bodies on one axis, and the rank of each.
// Invariants: ranks are 0 to 2n - 1; two closed intervals overlap iff the lower rank of each is less than the upper
//     rank of the other. Equal values: MIN before MAX, so touching intervals overlap.
// Cost: O(n log n).
// Oracle: all pairs of boxes through the phases that use it.
#pragma once

#include "collision/broad_phase/sweep_and_prune/endpoint.hpp"
#include "collision/volumes/aabb.hpp"

#include <span>
#include <vector>

namespace boxwood {

struct SortedEndpoints {
    std::vector<Endpoint> endpoints;                  // sorted
    std::vector<std::uint32_t> low_place, high_place; // by body
    std::uint64_t overlap_count = 0;                  // pairs whose intervals overlap

    void sort(std::span<const BodyId> bodies, std::span<const Aabb> boxes, int axis);
};

} // namespace boxwood
