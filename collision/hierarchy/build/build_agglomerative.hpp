// What: builds a hierarchy of boxes bottom-up (agglomerative). It repeatedly joins the two clusters with the smallest
//     common box.
// Frame: the frame of the input boxes.
// Invariants: the invariants of Bvh2. A node's box is the exact union of its primitives' boxes. The result has the same
//     bits on any executor. Depth is at most kMaxBuiltDepth (flatten.hpp).
// Degenerate input: accepts flat, identical and nested boxes. Among pairs of the same size (box_size.hpp), the pair
//     with the lower indices comes first. Requires at least one box and no NaN.
// Cost: O(n^2) for typical sets of up to `exact_up_to` primitives. In larger sets, clusters are ordered along a
//     space-filling curve. In each round, each cluster searches `window` neighbors on either side for the best partner,
//     and all mutual best pairs are joined: O(n window). If fewer than an eighth of the clusters are in mutual pairs
//     (nested boxes, for example), the round joins neighbors along the curve instead. The number of rounds is therefore
//     logarithmic.
// Source: RTR 17.3.1; [Meister 2018] section 3 (window).
// Departs from the source: pairs are compared by volume because the hierarchy serves collision queries. Rounds with few
//     mutual pairs join neighbors.
// Oracle: in the tests, a search over all pairs of clusters at every step.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

struct AgglomerativeConfig {
    std::uint32_t leaf_size = 1;     // maximum primitives per leaf, 1 to kMaxLeafSize
    std::uint32_t exact_up_to = 256; // up to this many primitives, all pairs are considered
    std::uint32_t window = 16;       // neighbors on either side, at least 1
};

Bvh2<Aabb> build_agglomerative(std::span<const Aabb> primitive_boxes, const AgglomerativeConfig& config,
                               Executor& executor);

} // namespace boxwood
