// What: builds a hierarchy of boxes top-down: splits the longest side, recurses on both parts.
// Frame: that of the input boxes.
// Invariants: those of Bvh2. A node's box is the exact union of its primitives' boxes. The same bits on any executor.
//     Depth is at most kMaxBuiltDepth for any input.
// Degenerate input: accepts flat, identical and nested boxes; if a rule leaves one side empty, the list is halved in
//     its current order. Requires at least one box and no NaN.
// Cost: O(n log n) for typical meshes, at most O(kMaxBuiltDepth n); least_overlap sorts at each node, an additional
//     factor of log n. 64 bytes of temporary memory per primitive.
// Source: [van den Bergen 1997] section 2 (spatial median; "heuristics" for the others); [Gottschalk 1996] section 4
//     (principal axis, mean).
// Departs from the source: the depth bound. The spatial median alone is O(n^2) on suitably nested boxes.
// Oracle: validate.hpp; tests compute the boxes from the primitives of each node from scratch.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/build/build_items.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

// Where a node is split. A primitive is assigned by the center of its extent on the split axis. All rules except the
// last use the longest side of the node's box.
enum class SplitRule : std::uint8_t {
    middle,         // spatial median: the middle of the node's box
    median,         // object median: of the primitives' centers; perfectly balanced
    mean,           // mean of the primitives' centers
    least_overlap,  // least overlap of the children along the axis; the larger at most twice the smaller
    principal_axis, // at the mean, across the direction of the largest spread of centers
};

struct TopDownConfig {
    SplitRule rule = SplitRule::middle;
    std::uint32_t leaf_size = 1; // maximum primitives per leaf, 1 to kMaxLeafSize
};

// Splits one node as the builder does.
Split split_by_rule(SplitRule rule, const ItemRange& range);

Bvh2<Aabb> build_top_down(std::span<const Aabb> primitive_boxes, const TopDownConfig& config,
                          Executor& executor);

} // namespace boxwood
