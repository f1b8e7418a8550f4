// What: builds a hierarchy of boxes by inserting one primitive after another into a dynamic tree.
// Frame: the frame of the input boxes.
// Invariants: the invariants of Bvh2. A node's box is the exact union of its primitives' boxes. The result has the same
//     bits on any executor. Depth is at most kMaxBuiltDepth (flatten.hpp).
// Degenerate input: accepts flat, identical and nested boxes. Requires at least one box and no NaN.
// Cost: O(n log n) for typical meshes. With nested boxes, the dynamic tree is a few times as deep as a balanced tree
//     (dynamic_tree.hpp), and the build is slower by the same factor.
// Source: [Omohundro 1989]; [Goldsmith 1987] (random order is better than sorted).
// Oracle: validate.hpp.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/dynamic_tree.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

struct InsertionConfig {
    std::uint32_t leaf_size = 1; // maximum primitives per leaf, 1 to kMaxLeafSize
    bool is_shuffled = false;    // insert in a random order instead of the given one
    std::uint64_t seed = 1;      // of the random order
    InsertSearch search = InsertSearch::greedy;
    bool rotates = true; // rotate nodes on the path to the root after each insertion
};

Bvh2<Aabb> build_insertion(std::span<const Aabb> primitive_boxes, const InsertionConfig& config,
                           Executor& executor);

} // namespace boxwood
