// What: builds a hierarchy of boxes from the root down: split the longest side, recurse on both parts.
// Frame: that of the boxes given.
// Invariants: those of Bvh. A node's box is the exact union of its primitives' boxes. The same bits on any
//     executor. Depth is at most kMaxTopDownDepth whatever the input: below kMaxRuleDepth the rule gives way
//     to the median, which halves (2^32 primitives take 32 more levels). So stacks are bounded.
// Degenerate input: flat, identical and nested boxes; where a rule leaves one side empty, the list is halved
//     as it stands. Requires at least one box and no NaN.
// Cost: O(n log n) for the usual mesh, at most O(kMaxTopDownDepth n). 64 bytes per primitive while it runs.
// Source: [van den Bergen 1997] section 2 (middle of the box; "heuristics" for the others).
// Departs from the source: the depth bound. The middle of the box alone is O(n^2) on boxes nested suitably.
// Oracle: validate.hpp; tests build the boxes anew from the primitives of each node.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/bvh.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

// Where the longest side is split; a primitive goes by the middle of its own extent on that axis.
enum class SplitRule : std::uint8_t {
    middle, // of the node's box
    median, // of the primitives' middles: perfectly balanced
    mean,   // of the primitives' middles
};

struct TopDownConfig {
    SplitRule rule = SplitRule::middle;
    std::uint32_t leaf_size = 1; // most primitives in a leaf, 1 to kMaxLeafSize
};

inline constexpr std::uint32_t kMaxRuleDepth = 64;
inline constexpr std::uint32_t kMaxTopDownDepth = kMaxRuleDepth + 32;

Bvh<Aabb> build_top_down(std::span<const Aabb> primitive_boxes, const TopDownConfig& config,
                         Executor& executor);

} // namespace boxwood
