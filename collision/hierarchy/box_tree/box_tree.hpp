// What: the restricted BoxTree: a hierarchy of AABBs in which a child's box is its parent's box with one side moved
//     inwards. A node is therefore only one float and one word. Boxes exist only in the cursors, which derive them
//     during descent.
// Frame: the mesh's own.
// Invariants: root = 0. A child's index is greater than its parent's; siblings are adjacent. The box that a cursor
//     derives, in the float arithmetic of child(), contains all vertices of the primitives below. Each node stores
//     which side it moves. A lower child keeps its parent's lower side on this axis, an upper child the upper side.
//     Both children of a node can be lower children, or both upper children, and their sides can move along different
//     axes.
// Degenerate input: flat meshes give flat boxes, which are valid. If no side can move, the move is 0.
// Cost: 8 bytes per node, which is less than 16 bytes per triangle with one triangle per leaf. Larger leaves add 4
//     bytes per primitive and per leaf. A step of the descent takes one addition and a copy of the box. A refit with
//     AVX2 takes 17 to 22 ns per triangle (27 to 34 ns if the data is not cached) and 32 bytes of temporary memory per
//     node.
// Source: [Zachmann 2002] sections 3 and 4 (node, derivation).
// Departs from the source: uses the topology of any builder. After restrict_boxes() and refit(), each node moves the
//     side that cuts off the largest part of its parent's box. Nodes store indices instead of pointers.
// Oracle: validate.hpp; the boxes of the primitives below each node.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/validate.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

class BoxTreeNode {
  public:
    static constexpr std::uint32_t kMaxIndex = (1u << 27) - 1;

    BoxTreeNode() = default;
    static BoxTreeNode make_internal(std::uint32_t first_child) { return BoxTreeNode(first_child); }
    static BoxTreeNode make_leaf(std::uint32_t primitive) { return BoxTreeNode(primitive | kLeaf); }
    // BoxTree::primitives[place] is the number of primitives; the primitives follow it.
    static BoxTreeNode make_large_leaf(std::uint32_t place) { return BoxTreeNode(place | kLeaf | kIsLarge); }
    // A node with further moves: the next move is ShrunkBoxTree::moves[place].
    static BoxTreeNode make_shrunk(std::uint32_t place) { return BoxTreeNode(place | kIsLarge); }

    bool is_leaf() const { return (word_ & kLeaf) != 0; }
    bool is_large() const { return (word_ & (kLeaf | kIsLarge)) == (kLeaf | kIsLarge); }
    bool is_shrunk() const { return (word_ & (kLeaf | kIsLarge)) == kIsLarge; }
    // The index of the first child, of the primitive, of an entry of BoxTree::primitives, or of the next move.
    std::uint32_t index() const { return word_ & kMaxIndex; }
    unsigned axis() const { return word_ >> kAxisShift & 3u; }
    bool is_upper() const { return (word_ & kUpper) != 0; } // the node keeps its parent's upper side
    float move() const { return move_; }

    // Moves a side perpendicular to `axis` inwards by `move`: the lower side of an upper child, or the upper side of a
    // lower child.
    void set_move(unsigned axis, bool is_upper, float move) {
        word_ = (word_ & ~(3u << kAxisShift | kUpper)) | axis << kAxisShift | (is_upper ? kUpper : 0u);
        move_ = move;
    }

    // Derives this node's box from its parent's box. The result is conservative because find_move() rounds in the same
    // way.
    Aabb derive(Aabb parent) const {
        const auto axis = static_cast<glm::length_t>(this->axis());
        if (is_upper())
            parent.lower[axis] += move_;
        else
            parent.upper[axis] -= move_;
        return parent;
    }

  private:
    static constexpr std::uint32_t kLeaf = 1u << 27, kIsLarge = 1u << 28, kUpper = 1u << 29;
    static constexpr std::uint32_t kAxisShift = 30;

    explicit BoxTreeNode(std::uint32_t word)
        : word_(word) {}

    float move_ = 0.0f;
    std::uint32_t word_ = 0;
};
static_assert(sizeof(BoxTreeNode) == 8);

struct BoxTree {
    static constexpr std::string_view kKind = "box-tree";
    using VolumeType = Aabb;

    struct Cursor {
        Aabb box;
        std::uint32_t node = 0;
        std::uint32_t primitive = 0; // of a leaf with one primitive
    };

    std::vector<BoxTreeNode> nodes;
    std::vector<std::uint32_t> primitives; // the lists of larger leaves, each preceded by its length
    Aabb root_box;
    std::uint32_t primitive_count = 0;
    std::uint32_t depth = 0; // maximum leaf depth

    Cursor root() const { return make_cursor(root_box, 0); }
    bool is_leaf(const Cursor& at) const { return nodes[at.node].is_leaf(); }
    Cursor child(const Cursor& at, unsigned which) const {
        const std::uint32_t node = nodes[at.node].index() + which;
        return make_cursor(nodes[node].derive(at.box), node);
    }
    const Aabb& volume(const Cursor& at) const { return at.box; }
    // The span is valid while the cursor exists.
    std::span<const std::uint32_t> primitives_of(const Cursor& leaf) const {
        const BoxTreeNode node = nodes[leaf.node];
        return node.is_large() ? std::span(primitives).subspan(node.index() + 1, primitives[node.index()])
                               : std::span(&leaf.primitive, 1);
    }
    std::uint32_t node_index(const Cursor& at) const { return at.node; }
    std::size_t size_in_bytes() const {
        return sizeof(root_box) + nodes.size() * sizeof(BoxTreeNode) +
               primitives.size() * sizeof(std::uint32_t);
    }

  private:
    Cursor make_cursor(const Aabb& box, std::uint32_t node) const { return {box, node, nodes[node].index()}; }
};
static_assert(Hierarchy<BoxTree>);

// Converts a hierarchy of AABBs to restricted boxes with the same topology. Requires 1 to BoxTreeNode::kMaxIndex nodes.
BoxTree restrict_boxes(const Bvh2<Aabb>& boxes);

// Recomputes every move for the current mesh. The topology is unchanged; the sides that move can change.
void refit(BoxTree& io_tree, const MeshView& mesh);
void refit(BoxTree& io_tree, const MeshView& mesh, Executor& executor); // same result, bit for bit

// Returns the box of every node, as the cursors derive it.
std::vector<Aabb> derive_boxes(const BoxTree& tree);

inline std::size_t node_count_of(const BoxTree& tree) {
    return tree.nodes.size();
}
inline std::size_t primitive_count_of(const BoxTree& tree) {
    return tree.primitive_count;
}

// Calls visit(volume, node, depth, is_leaf) for every node, parents before children.
template <class Visit>
void visit_nodes(const BoxTree& tree, Visit&& visit) {
    const std::vector<Aabb> boxes = derive_boxes(tree);
    std::vector<std::uint32_t> depths(tree.nodes.size(), 0);
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const BoxTreeNode node = tree.nodes[i];
        if (!node.is_leaf()) depths[node.index()] = depths[node.index() + 1] = depths[i] + 1;
        visit(boxes[i], i, depths[i], node.is_leaf());
    }
}

HierarchyQuality measure_quality(const BoxTree& tree);

// Returns the first defect, or none if the hierarchy is sound for this mesh. Assumes nothing about the data.
std::optional<ValidationError> find_defect(const BoxTree& tree, const MeshView& mesh);

} // namespace boxwood
