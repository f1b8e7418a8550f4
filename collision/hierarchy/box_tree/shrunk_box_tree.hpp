// What: a BoxTree whose nodes can move more than one side. If a box has much empty space along a side, a further move
//     of the node cuts off this space before the children are derived.
// Frame: the mesh's own.
// Invariants: the invariants of BoxTree. The moves of a node are applied in order. The first is in `nodes`, the others
//     are in `moves`. The last move also stores the node's content (links or primitives). Each move except the first
//     cuts off at least the fraction `share` of the box.
// Degenerate input: the same as in BoxTree.
// Cost: 8 bytes per node and per further move, which is 16 to 30 bytes per triangle. A descent derives a box move by
//     move, but a query tests a pair of nodes only once, with their final boxes.
// Source: the shrink nodes in later versions of the program by the authors of [Zachmann 2002]. There, a node has a
//     single child if the largest empty slab has 15 % of the node's volume.
// Departs from the source: a shrink node is not a separate node of the traversal but an additional move of the node
//     above.
// Oracle: validate.hpp; the boxes of the primitives below each node.
#pragma once

#include "collision/hierarchy/box_tree/box_tree.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

inline constexpr float kShrinkShare = 0.15f; // fraction of the box that a further move must cut off

struct ShrunkBoxTree {
    static constexpr std::string_view kKind = "box-tree-shrunk";
    static constexpr std::size_t kMaxMoves = 6; // of a node: one per side of a box
    using VolumeType = Aabb;

    struct Cursor {
        Aabb box;
        std::uint32_t node = 0;
        BoxTreeNode content;
        // content.index(): the index of the first child, of the list in `primitives`, or of the only primitive.
        std::uint32_t index = 0;
    };

    std::vector<BoxTreeNode> nodes; // as in BoxTree, with the first move of each node
    std::vector<BoxTreeNode> moves; // further moves
    std::vector<std::uint32_t> primitives;
    Aabb root_box;
    std::uint32_t primitive_count = 0;
    float share = kShrinkShare;

    Cursor root() const { return {root_box, 0, nodes[0], nodes[0].index()}; }
    bool is_leaf(const Cursor& at) const { return at.content.is_leaf(); }
    Cursor child(const Cursor& at, unsigned which) const { return derive(at.box, at.index + which); }
    const Aabb& volume(const Cursor& at) const { return at.box; }
    // The span is valid while the cursor exists.
    std::span<const std::uint32_t> primitives_of(const Cursor& leaf) const {
        return leaf.content.is_large() ? std::span(primitives).subspan(leaf.index + 1, primitives[leaf.index])
                                       : std::span(&leaf.index, 1);
    }
    std::uint32_t node_index(const Cursor& at) const { return at.node; }
    std::size_t size_in_bytes() const {
        return sizeof(root_box) + (nodes.size() + moves.size()) * sizeof(BoxTreeNode) +
               primitives.size() * sizeof(std::uint32_t);
    }

    // Derives a node from its parent's box.
    Cursor derive(const Aabb& parent, std::uint32_t node) const {
        BoxTreeNode at = nodes[node];
        Aabb box = at.derive(parent);
        for (std::uint32_t place = at.index(); at.is_shrunk(); ++place) {
            at = moves[place];
            box = at.derive(box);
        }
        return {box, node, at, at.index()};
    }
};
static_assert(Hierarchy<ShrunkBoxTree>);

// Converts a hierarchy of AABBs to shrunk boxes with the same topology. Each further move cuts off at least `share` of
// a box. Requires at most BoxTreeNode::kMaxIndex nodes, and at most as many further moves.
ShrunkBoxTree shrink_boxes(const Bvh2<Aabb>& boxes, float share = kShrinkShare);

// Recomputes every move for the current mesh. The topology is unchanged; the moves of a node can change.
void refit(ShrunkBoxTree& io_tree, const MeshView& mesh);

// Returns each node with its box, as the cursors derive them.
std::vector<ShrunkBoxTree::Cursor> derive_nodes(const ShrunkBoxTree& tree);

inline std::size_t node_count_of(const ShrunkBoxTree& tree) {
    return tree.nodes.size();
}
inline std::size_t primitive_count_of(const ShrunkBoxTree& tree) {
    return tree.primitive_count;
}

// Calls visit(volume, node, depth, is_leaf) for every node, parents before children.
template <class Visit>
void visit_nodes(const ShrunkBoxTree& tree, Visit&& visit) {
    const std::vector<ShrunkBoxTree::Cursor> nodes = derive_nodes(tree);
    std::vector<std::uint32_t> depths(nodes.size(), 0);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const bool is_leaf = tree.is_leaf(nodes[i]);
        if (!is_leaf) depths[nodes[i].index] = depths[nodes[i].index + 1] = depths[i] + 1;
        visit(nodes[i].box, i, depths[i], is_leaf);
    }
}

HierarchyQuality measure_quality(const ShrunkBoxTree& tree);

// Returns the first defect, or none if the hierarchy is sound for this mesh. Assumes nothing about the data.
std::optional<ValidationError> find_defect(const ShrunkBoxTree& tree, const MeshView& mesh);

} // namespace boxwood
