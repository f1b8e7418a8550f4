// What: builds a hierarchy of boxes bottom-up (agglomerative): repeatedly joins the two clusters whose common box is
//     smallest.
// Frame: that of the input boxes.
// Invariants: those of Bvh2. A node's box is the exact union of its primitives' boxes. The same bits on any executor.
//     Depth is at most kMaxBuiltDepth (flatten.hpp).
// Degenerate input: accepts flat, identical and nested boxes; of pairs of equal size (volume_then_area.hpp) the one
//     with lower indices comes first. Requires at least one box and no NaN.
// Cost: up to `exact_up_to` primitives O(n^2) for typical sets. For more, each cluster searches `window` neighbours on
//     either side in the order of a space-filling curve, and all mutual best pairs are joined in the same round: O(n
//     window). If fewer than an eighth of the clusters form mutual pairs (nested boxes, for example), neighbours in the
//     order are paired instead, so that the number of rounds is logarithmic.
// Source: RTR 17.3.1; [Meister 2018] section 3 (window).
// Departs from the source: volume as the size, because the hierarchy is for collision; the rule for rounds with few
//     mutual pairs.
// Oracle: all pairs of clusters at every step, in the tests.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

struct BottomUpConfig {
    std::uint32_t leaf_size = 1;     // maximum primitives per leaf, 1 to kMaxLeafSize
    std::uint32_t exact_up_to = 256; // up to this many primitives, all pairs are considered
    std::uint32_t window = 16;       // neighbours on either side, at least 1
};

Bvh2<Aabb> build_bottom_up(std::span<const Aabb> primitive_boxes, const BottomUpConfig& config,
                           Executor& executor);

} // namespace boxwood
