// What: a BoxTree with up to eight children per node. A child's box is the node's box with its faces moved inwards by
//     distances that are stored as bytes. Boxes exist only in the traversal, which derives eight at a time.
// Frame: the mesh's own.
// Invariants: nodes[0] has root_box as its box and one child, the root. The other nodes have 2 to 8 children. The child
//     nodes of a node are adjacent in `nodes`, in lane order, at higher indices than the node. The primitives of its
//     leaves are adjacent in `primitives`, in lane order. The box of a lane, derived from the lanes above, lies in the
//     box of the node and contains all vertices below the lane.
//     The cursors present a binary view: the lanes of a node are halved recursively, and the first half is the larger
//     one. A name is the number of a node in that view; siblings have adjacent names, higher than their parent's.
// Degenerate input: a mesh of one triangle gives a root that is a leaf.
// Cost: 64 bytes per node and 4 per primitive, which is 16 bytes per triangle if leaves have one triangle.
// Source: [Zachmann 2002] (faces moved from the parent's); [Mahovsky 2006] (moves in bytes); [Wald 2008] (nodes of
//     several children).
// Departs from the source: all six faces of a child move, so its box is tight up to the rounding to bytes.
// Oracle: validate.hpp; an independent decoder and the binary view in tests/collision/hierarchy/box_tree8_test.cpp.
#pragma once

#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/validate.hpp"
#include "collision/volumes/box/moved_boxes.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

class alignas(64) BoxTreeNode8 {
  public:
    static constexpr std::uint32_t kMaxIndex = (1u << 28) - 1; // of nodes, primitives and names

    struct Links {
        std::uint32_t first_child = 0, first_primitive = 0;
        std::uint32_t first_name = 0; // of the binary view
        std::uint32_t lane_count = 0;
        std::uint32_t leaves = 0; // bit k is set if lane k is a leaf
        // Bits 4 k to 4 k + 3: if lane k is a leaf, its number of primitives minus 1; otherwise 0.
        std::uint32_t sizes = 0;
    };

    MovedBoxes moves;

    void set_links(const Links& links) {
        children_ = links.first_child | links.lane_count << 28;
        primitives_ = links.first_primitive | (links.leaves & 15u) << 28;
        names_ = links.first_name | links.leaves >> 4 << 28;
        sizes_ = links.sizes;
    }
    Links links() const {
        return {first_child(), first_primitive(), first_name(), lane_count(), leaves(), sizes_};
    }

    std::uint32_t first_child() const { return children_ & kMaxIndex; }
    std::uint32_t first_primitive() const { return primitives_ & kMaxIndex; }
    std::uint32_t first_name() const { return names_ & kMaxIndex; }
    std::uint32_t lane_count() const { return children_ >> 28; }
    std::uint32_t lanes() const { return (1u << lane_count()) - 1u; }
    std::uint32_t leaves() const { return primitives_ >> 28 | (names_ >> 28) << 4; }

    bool is_leaf(unsigned lane) const { return (leaves() >> lane & 1u) != 0; }
    std::uint32_t child(unsigned lane) const {
        return first_child() + lane - static_cast<std::uint32_t>(std::popcount(leaves_before(lane)));
    }
    // The index in BoxTree8::primitives of a leaf's first primitive.
    std::uint32_t primitive_place(unsigned lane) const {
        const std::uint32_t sizes = sizes_ & ((1u << 4 * lane) - 1u);
        const std::uint32_t pairs = (sizes & 0x0F0F0F0Fu) + (sizes >> 4 & 0x0F0F0F0Fu);
        return first_primitive() + static_cast<std::uint32_t>(std::popcount(leaves_before(lane))) +
               (pairs * 0x01010101u >> 24);
    }
    std::uint32_t primitive_count(unsigned lane) const { return (sizes_ >> 4 * lane & 15u) + 1; }

  private:
    std::uint32_t leaves_before(unsigned lane) const { return leaves() & ((1u << lane) - 1u); }

    // The upper four bits of the first three words are lane_count, the lower half of `leaves`, and the upper half of
    // `leaves`.
    std::uint32_t children_ = 0, primitives_ = 0, names_ = 0;
    std::uint32_t sizes_ = 0;
};
static_assert(sizeof(BoxTreeNode8) == 64);

struct BoxTree8 {
    static constexpr std::string_view kKind = "box-tree8";
    static constexpr std::size_t kLanes = MovedBoxes::kLanes;
    using VolumeType = Aabb;

    // Lanes [begin, end) of a node.
    struct Cursor {
        Aabb box;
        Aabb parent; // the box of the node
        std::uint32_t node = 0;
        std::uint32_t name = 0;
        std::uint32_t next_name = 0; // name of the first child, if there are several lanes
        std::uint8_t begin = 0, end = 1;
        unsigned size() const { return unsigned{end} - begin; }
    };

    std::vector<BoxTreeNode8> nodes;
    std::vector<std::uint32_t> primitives;
    Aabb root_box;
    std::uint32_t leaf_count = 0;

    Cursor root() const { return {nodes[0].moves.box(0, root_box), root_box, 0, 0, 0, 0, 1}; }
    bool is_leaf(const Cursor& at) const { return at.size() == 1 && nodes[at.node].is_leaf(at.begin); }
    Cursor child(const Cursor& at, unsigned which) const;
    const Aabb& volume(const Cursor& at) const { return at.box; }
    std::span<const std::uint32_t> primitives_of(const Cursor& leaf) const {
        return primitives_of(leaf.node, leaf.begin);
    }
    std::span<const std::uint32_t> primitives_of(std::uint32_t node, unsigned lane) const {
        return {primitives.data() + nodes[node].primitive_place(lane), nodes[node].primitive_count(lane)};
    }
    std::uint32_t node_index(const Cursor& at) const { return at.name; }
    std::uint32_t name_of(std::uint32_t node, unsigned lane) const;

    std::size_t size_in_bytes() const {
        return sizeof(root_box) + nodes.size() * sizeof(BoxTreeNode8) +
               primitives.size() * sizeof(std::uint32_t);
    }
};
static_assert(Hierarchy<BoxTree8>);

// Collapses a binary hierarchy at the smallest cost, as collapse_to_bvh8() does. Requires 1 to BoxTreeNode8::kMaxIndex
// nodes.
BoxTree8 collapse_to_box_tree8(const Bvh2<Aabb>& binary);

// Recomputes every move for the current mesh. The topology is unchanged.
void refit(BoxTree8& io_tree, const MeshView& mesh);

// Returns the binary view with the boxes that cursors derive. Node i of the result is the node with name i. Requires
// sound links.
Bvh2<Aabb> make_binary_view(const BoxTree8& tree);

// Returns the first defect, or none if the hierarchy is sound for this mesh. Assumes nothing about the data.
std::optional<ValidationError> find_defect(const BoxTree8& tree, const MeshView& mesh);

// Measures the binary view. The numbers are therefore comparable between kinds of hierarchies.
HierarchyQuality measure_quality(const BoxTree8& tree);

inline std::size_t node_count_of(const BoxTree8& tree) {
    return 2 * std::size_t{tree.leaf_count} - 1;
}
inline std::size_t primitive_count_of(const BoxTree8& tree) {
    return tree.primitives.size();
}

// Calls visit(volume, name, depth, is_leaf) for every node of the binary view, parents before children.
template <class Visit>
void visit_nodes(const BoxTree8& tree, Visit&& visit) {
    visit_nodes(make_binary_view(tree), visit);
}

} // namespace boxwood
