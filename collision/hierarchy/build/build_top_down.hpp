// What: builds a hierarchy of boxes top-down. It splits a node by one of several rules and recurses on both parts.
// Frame: the frame of the input boxes.
// Invariants: the invariants of Bvh2. A node's box is the exact union of its primitives' boxes. The result has the same
//     bits on any executor. Depth is at most kMaxBuiltDepth for any input.
// Degenerate input: accepts flat, identical and nested boxes. If a rule leaves one side empty, the list is halved in
//     its current order. Requires at least one box and no NaN.
// Cost: O(n log n) for typical meshes, and never more than O(kMaxBuiltDepth n). The rule least_overlap sorts at each
//     node, which adds a factor of log n. Takes 64 bytes of temporary memory per primitive.
// Source: [van den Bergen 1997] section 2 (spatial median, and "heuristics" for other rules); [Gottschalk 1996] section
//     4 (principal axis, mean).
// Departs from the source: the depth is bounded because the spatial median alone can take O(n^2) time on nested boxes.
// Oracle: validate.hpp; tests compute the boxes from the primitives of each node from scratch.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/build/build_items.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

// The position of a split. A primitive goes to the side that contains the center of its extent on the split axis. All
// rules except the last one split along the longest side of the node's box.
enum class SplitRule : std::uint8_t {
    midpoint,       // spatial median: at the center of the node's box
    object_median,  // object median: into halves of equal count, by the primitives' centers
    mean,           // at the mean of the primitives' centers
    least_overlap,  // smallest overlap of the children, each of which has at least a third of the primitives
    principal_axis, // at the mean, perpendicular to the direction of the largest spread of centers
};

struct TopDownConfig {
    SplitRule rule = SplitRule::midpoint;
    std::uint32_t leaf_size = 1; // maximum primitives per leaf, 1 to kMaxLeafSize
};

// Splits one node in the same way as build_top_down().
Split split_by_rule(SplitRule rule, const ItemRange& range);

Bvh2<Aabb> build_top_down(std::span<const Aabb> primitive_boxes, const TopDownConfig& config,
                          Executor& executor);

} // namespace boxwood
