// What: builds the topology of a BoxTree. It splits each node such that the restricted boxes of the two children have
//     the smallest cost: by default, the sum of their volumes, each multiplied by the child's number of primitives.
// Frame: the frame of the input boxes.
// Invariants: the invariants of BoxTree. Both children of a node move a side along the same axis, unless the node was
//     halved. Depth is at most kMaxBuiltDepth. The result is deterministic, bit for bit.
// Degenerate input: accepts flat, identical and nested boxes. Axes without extent are skipped. The list is halved in
//     its current order if no candidate costs less than two halves whose boxes are as large as the parent's, or, with
//     the rule `midpoint`, if all centers are on one side. Requires at least one box and no NaN.
// Cost: a constant number of linear passes per node. This is O(n log n) if the splits are balanced, and never more than
//     O(kMaxBuiltDepth n). The rule `sweep` also sorts at each node, which adds a factor of log n.
// Source: [Zachmann 2002] section 5: the expected number of tests follows from Minkowski sums, and minimizing it
//     reduces to minimizing the sum of the children's volumes. Two seeds are chosen; each other primitive goes to the
//     child that grows less. The sweep comes from later versions of the authors' program.
// Departs from the source: primitives are processed in a random order; their number is the seed of the generator. By
//     default, a child's volume is weighted by its number of primitives, because volume alone favors splits that
//     separate only a few primitives. Two lower or two upper children are considered only if both are smaller than
//     their parent. The depth is bounded. No primitive is dropped.
// Oracle: find_defect() of box_tree.hpp; the derived boxes, bit for bit.
#pragma once

#include "collision/hierarchy/box_tree/box_tree.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace boxwood {

// The cost that a split minimizes, computed from the restricted boxes of the two children. The first rule is the
// default. The others serve comparison (`boxwood bench boxtree`).
enum class BoxTreeRule : std::uint8_t {
    counted_volume, // sum of volumes, each multiplied by the child's number of primitives
    volume,         // sum of volumes, as in the paper
    area,           // sum of areas
    minkowski, // Minkowski sums with a cube as large as the parent, which the paper simplifies to volumes
    midpoint,  // no cost: a lower and an upper child, split at the center of the box along its longest side
    sweep,     // as counted_volume, over all splits along each axis into a lower and an upper child
};

struct BoxTreeConfig {
    std::uint32_t leaf_size = 1; // maximum primitives per leaf, 1 to kMaxLeafSize
    BoxTreeRule rule = BoxTreeRule::counted_volume;
    bool only_longest_side = false; // a variant of the paper: one axis, but all three cases
};

// The sides of the parent that the two children keep. `halved`: no candidate was used, and each child moves its best
// side.
enum class BoxTreeCase : std::uint8_t { two_lower, lower_and_upper, two_upper, halved };

struct BoxTreeBuild {
    BoxTree tree;
    std::array<std::size_t, 4> cases{}; // number of nodes with each BoxTreeCase
};

BoxTreeBuild build_box_tree(std::span<const Aabb> primitive_boxes, const BoxTreeConfig& config);

// Returns a hierarchy of tight boxes with the same topology.
Bvh2<Aabb> make_topology(const BoxTree& tree, std::span<const Aabb> primitive_boxes);

} // namespace boxwood
