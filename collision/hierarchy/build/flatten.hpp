// What: converts a linked tree, with nodes in any order, to the arrays of a Bvh2.
// Invariants: the invariants of Bvh2. A node's box is the exact union of its primitives' boxes. Depth is at most
//     kMaxBuiltDepth: subtrees below kMaxRuleDepth are rebuilt by halving.
// Cost: O(n) time without recursion, however deep the links are. Rebuilt subtrees take O(n log n) time.
// Oracle: validate.hpp.
#pragma once

#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

// An internal node. A child index below the primitive count is a primitive; otherwise it is the primitive count plus
// the index of an internal node.
struct LinkedNode {
    std::uint32_t left = 0, right = 0;
};

// Requires n boxes, exactly n - 1 links reachable from `root`, and each primitive reached once. Subtrees of at most
// leaf_size primitives become leaves.
Bvh2<Aabb> lay_out_tree(std::span<const Aabb> primitive_boxes, std::span<const LinkedNode> links,
                        std::uint32_t root, std::uint32_t leaf_size);

} // namespace boxwood
