// What: builds a hierarchy of boxes from the leaves up: the two clusters whose common box is smallest become
//     one, until one is left.
// Frame: that of the boxes given.
// Invariants: those of Bvh2. A node's box is the exact union of its primitives' boxes. The same bits on any
//     executor. Depth is at most kMaxBuiltDepth (flatten.hpp).
// Degenerate input: flat, identical and nested boxes; of equal sizes (volume_then_area.hpp) the pair of lower numbers
//     goes first. Requires at least one box and no NaN.
// Cost: up to `exact_up_to` primitives O(n^2) for the usual set. Beyond, clusters look for a partner among
//     `window` neighbours to either side in the order of a space-filling curve, and all that agree become one
//     in the same round: O(n window). Where fewer than an eighth of the clusters agree (nested boxes, say),
//     neighbours in the order are paired instead, so that the number of rounds is logarithmic.
// Source: RTR 17.3.1; [Meister 2018] section 3 (window).
// Departs from the source: volume for the size, as the hierarchy is for collision; the rule for rounds in
//     which few agree.
// Oracle: all pairs of clusters at every step, in the tests.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

struct BottomUpConfig {
    std::uint32_t leaf_size = 1;     // most primitives in a leaf, 1 to kMaxLeafSize
    std::uint32_t exact_up_to = 256; // primitives for which all pairs are considered
    std::uint32_t window = 16;       // neighbours to either side, at least 1
};

Bvh2<Aabb> build_bottom_up(std::span<const Aabb> primitive_boxes, const BottomUpConfig& config,
                           Executor& executor);

} // namespace boxwood
