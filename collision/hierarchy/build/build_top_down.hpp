// What: builds a hierarchy of boxes from the root down: split the longest side, recurse on both parts.
// Frame: that of the boxes given.
// Invariants: those of Bvh2. A node's box is the exact union of its primitives' boxes. The same bits on any
//     executor. Depth is at most kMaxBuiltDepth whatever the input.
// Degenerate input: flat, identical and nested boxes; where a rule leaves one side empty, the list is halved
//     as it stands. Requires at least one box and no NaN.
// Cost: O(n log n) for the usual mesh, at most O(kMaxBuiltDepth n); least_overlap sorts at each node, which
//     is a factor log n more. 64 bytes per primitive while it runs.
// Source: [van den Bergen 1997] section 2 (middle of the box; "heuristics" for the others);
//     [Gottschalk 1996] section 4 (principal axis, mean).
// Departs from the source: the depth bound. The middle of the box alone is O(n^2) on boxes nested suitably.
// Oracle: validate.hpp; tests build the boxes anew from the primitives of each node.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/build/build_items.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

// Where a node is split; a primitive goes by the middle of its own extent on that axis. All but the last
// take the longest side of the node's box for the axis.
enum class SplitRule : std::uint8_t {
    middle,         // of the node's box
    median,         // of the primitives' middles: perfectly balanced
    mean,           // of the primitives' middles
    least_overlap,  // of the children along the axis; the larger at most twice the smaller
    principal_axis, // at the mean, across the direction along which the middles spread most
};

struct TopDownConfig {
    SplitRule rule = SplitRule::middle;
    std::uint32_t leaf_size = 1; // most primitives in a leaf, 1 to kMaxLeafSize
};

// How the builder divides one node.
Split divide_by_rule(SplitRule rule, const ItemRange& range);

Bvh2<Aabb> build_top_down(std::span<const Aabb> primitive_boxes, const TopDownConfig& config,
                          Executor& executor);

} // namespace boxwood
