// What: builds a hierarchy of boxes bottom-up (agglomerative): repeatedly joins the two clusters whose common box is
//     smallest.
// Frame: the frame of the input boxes.
// Invariants: the invariants of Bvh2. A node's box is the exact union of its primitives' boxes. The result has the same
//     bits on any executor. Depth is at most kMaxBuiltDepth (flatten.hpp).
// Degenerate input: accepts flat, identical and nested boxes; among pairs of the same size (box_size.hpp), the pair
//     with the lower indices comes first. Requires at least one box and no NaN.
// Cost: O(n^2) for typical sets of up to `exact_up_to` primitives. In larger sets, each cluster searches `window`
//     neighbors on either side in the order of a space-filling curve, and a round joins all mutual best pairs: O(n
//     window). If fewer than an eighth of the clusters form mutual pairs (nested boxes, for example), the round joins
//     neighbors in the order instead. The number of rounds is therefore logarithmic.
// Source: RTR 17.3.1; [Meister 2018] section 3 (window).
// Departs from the source: pairs are compared by volume, because the hierarchy is for collision; rounds with few mutual
//     pairs join neighbors.
// Oracle: a search over all pairs of clusters at every step, in the tests.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

struct BottomUpConfig {
    std::uint32_t leaf_size = 1;     // maximum primitives per leaf, 1 to kMaxLeafSize
    std::uint32_t exact_up_to = 256; // up to this many primitives, all pairs are considered
    std::uint32_t window = 16;       // neighbors on either side, at least 1
};

Bvh2<Aabb> build_bottom_up(std::span<const Aabb> primitive_boxes, const BottomUpConfig& config,
                           Executor& executor);

} // namespace boxwood
