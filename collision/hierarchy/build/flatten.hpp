// What: a tree of links, in whatever order a builder made them, as the arrays of a hierarchy.
// Invariants: those of Bvh2. A node's box is the exact union of its primitives' boxes. Depth is at most
//     kMaxBuiltDepth: what lies below kMaxRuleDepth is built anew by halving.
// Cost: O(n) and no recursion, whatever the depth of the links; O(n log n) in what is built anew.
// Oracle: validate.hpp.
#pragma once

#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

// An internal node. Children below the number of primitives are primitives, the others that number plus the
// index of an internal node.
struct PointerTree {
    std::uint32_t left = 0, right = 0;
};

// Requires n boxes, links of which n - 1 are reached from `root`, and each primitive reached once. Subtrees of
// at most leaf_size primitives become leaves.
Bvh2<Aabb> lay_out_tree(std::span<const Aabb> primitive_boxes, std::span<const PointerTree> links,
                        std::uint32_t root, std::uint32_t leaf_size);

} // namespace boxwood
