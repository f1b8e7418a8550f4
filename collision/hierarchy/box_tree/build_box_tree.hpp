// What: the BoxTree's own construction: each node is divided where its two children, as restricted boxes, have
//     the least volume together.
// Frame: that of the boxes given.
// Invariants: those of BoxTree; both children of a node move a side across the same axis. Depth is at most
//     kMaxBuiltDepth. The same bits every time.
// Degenerate input: flat, identical and nested boxes: axes without extent are passed over; where no candidate
//     is better than both children being their parent, the list is halved as it stands. Requires at least one
//     box and no NaN.
// Cost: a constant number of linear passes per node, so O(n log n) where divisions are balanced, which is not
//     said of all inputs; at most O(kMaxBuiltDepth n).
// Source: [Zachmann 2002] section 5: minimizing the expected number of tests, by Minkowski sums, comes down to
//     the sum of the children's volumes; two seeds, then each primitive to the child that grows less. The sweep is
//     that of later versions of its authors' program.
// Departs from the source: primitives come in a random order, fixed by their number; by default a child's volume
//     counts once for each of its primitives, as peeling off few of them is cheap by volume alone; the bound on the
//     depth; no primitive is dropped.
// Oracle: validate of box_tree.hpp; derived boxes bit for bit.
#pragma once

#include "collision/hierarchy/box_tree/box_tree.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace boxwood {

// What is least where a node is divided, of its two children as restricted boxes. The first is the default; the others
// are there to be compared (`boxwood bench boxtree`).
enum class BoxTreeRule : std::uint8_t {
    counted_volume, // their volumes, each once for each of its primitives
    volume,         // the paper's: their volumes
    area,           // their areas
    minkowski, // the paper's before its estimate: their Minkowski sums with a cube as large as the parent
    middle,    // none: the middle of the longest side divides, a lower and an upper child
    sweep,     // their lengths, counted, over all divisions along each axis, a lower and an upper child
};

struct BoxTreeConfig {
    std::uint32_t leaf_size = 1; // most primitives in a leaf, 1 to kMaxLeafSize
    BoxTreeRule rule = BoxTreeRule::counted_volume;
    bool only_longest_side = false; // the paper's variant: one axis, the three cases kept
};

// Which sides the children of a node keep.
enum class BoxTreeCase : std::uint8_t { two_lower, lower_and_upper, two_upper, halved };

struct BoxTreeBuild {
    BoxTree tree;
    std::array<std::size_t, 4> cases{}; // how often each BoxTreeCase was taken
};

BoxTreeBuild build_box_tree(std::span<const Aabb> primitive_boxes, const BoxTreeConfig& config);

// The same nodes as a hierarchy of tight boxes.
Bvh2<Aabb> make_topology(const BoxTree& tree, std::span<const Aabb> primitive_boxes);

} // namespace boxwood
