// What: the BoxTree's own builder: each node is split so that its two children, as restricted boxes, have the least
//     total volume.
// Frame: that of the input boxes.
// Invariants: those of BoxTree; both children of a node move a side across the same axis. Depth is at most
//     kMaxBuiltDepth. Deterministic: the same bits every time.
// Degenerate input: accepts flat, identical and nested boxes: axes without extent are skipped; if no candidate is
//     better than two children as large as their parent, the list is halved in its current order. Requires at least one
//     box and no NaN.
// Cost: a constant number of linear passes per node: O(n log n) if splits are balanced, which is not guaranteed for all
//     inputs; at most O(kMaxBuiltDepth n).
// Source: [Zachmann 2002] section 5: minimizing the expected number of tests, by Minkowski sums, reduces to the sum of
//     the children's volumes; two seeds, then each primitive goes to the child that grows less. The sweep is that of
//     later versions of its authors' program.
// Departs from the source: primitives are processed in a random order, seeded by their number; by default a child's
//     volume is weighted by its number of primitives, because by volume alone it is cheap to peel off a few of them;
//     two lower or two upper children are considered only if both are smaller than their parent; the depth is bounded;
//     no primitive is dropped.
// Oracle: validate of box_tree.hpp; derived boxes bit for bit.
#pragma once

#include "collision/hierarchy/box_tree/box_tree.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace boxwood {

// The cost minimized by a split, over its two children as restricted boxes. The first is the default; the others are
// for comparison (`boxwood bench boxtree`).
enum class BoxTreeRule : std::uint8_t {
    counted_volume, // sum of volumes, each times its number of primitives
    volume,         // sum of volumes, as in the paper
    area,           // sum of areas
    minkowski,      // before the paper's estimate: Minkowski sums with a cube as large as the parent
    middle,         // no cost: splits at the middle of the longest side; a lower and an upper child
    sweep,          // counted lengths, over all splits along each axis; a lower and an upper child
};

struct BoxTreeConfig {
    std::uint32_t leaf_size = 1; // maximum primitives per leaf, 1 to kMaxLeafSize
    BoxTreeRule rule = BoxTreeRule::counted_volume;
    bool only_longest_side = false; // the paper's variant: one axis, still all three cases
};

// Which of the parent's sides the two children keep.
enum class BoxTreeCase : std::uint8_t { two_lower, lower_and_upper, two_upper, halved };

struct BoxTreeBuild {
    BoxTree tree;
    std::array<std::size_t, 4> cases{}; // how often each BoxTreeCase was chosen
};

BoxTreeBuild build_box_tree(std::span<const Aabb> primitive_boxes, const BoxTreeConfig& config);

// The same topology as a hierarchy of tight boxes.
Bvh2<Aabb> make_topology(const BoxTree& tree, std::span<const Aabb> primitive_boxes);

} // namespace boxwood
