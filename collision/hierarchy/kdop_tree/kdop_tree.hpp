// What: the restricted k-DOP tree: a child's DOP is its parent's DOP with one slab narrowed. A node is therefore only
//     two 16-bit moves and one word. A node whose DOP would otherwise have wide empty slabs has further moves, each of
//     which narrows one more slab. DOPs exist only in the cursors, which derive them during descent.
// Frame: the mesh's own.
// Invariants: root = 0. A child's index is greater than its parent's; siblings are adjacent. The first move of a node
//     is in `nodes`, the others are consecutive in `moves`. The last move also stores the node's content (links or
//     primitives). A move narrows both ends of a slab in steps of 2^-16 of its width. The DOP that a cursor derives, in
//     the float arithmetic of narrow(), contains all vertices of the primitives below and lies in the parent's DOP.
//     Each move except the first narrows a slab of which at least the fraction `share` is empty.
// Degenerate input: flat meshes give flat DOPs, which are valid. If no slab can be narrowed, the moves are 0. A slab
//     whose width overflows float is narrowed only if it is slab 0 and no other slab can be narrowed.
// Cost: 8 bytes per node and per further move. With 18-DOPs, this is 53 to 64 bytes per triangle, compared to 160 bytes
//     in a hierarchy that stores its DOPs. A refit first fits all tight DOPs, which takes 80 bytes of temporary memory
//     per node.
// Source: [Zachmann 2002] sections 3 and 4 for boxes; [Klosowski 1998] for DOPs.
// Departs from the source: narrows slabs of a DOP instead of moving sides of a box. A node moves both ends of a slab
//     because the slanted slabs of a child are narrower at both ends. If a move narrowed only one end, queries would
//     make at least 15 times as many tests as with a BoxTree.
// Oracle: validate.hpp; the DOPs of the primitives below each node (tests/collision/hierarchy/kdop_tree_test.cpp).
#pragma once

#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/validate.hpp"
#include "collision/volumes/kdop.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

// Each further move narrows a slab of which at least this fraction is empty. With 0.4, a tree of 18-DOPs takes about as
// much memory as a hierarchy that stores AABBs.
inline constexpr float kSlabShare = 0.4f;

class SlabMove {
  public:
    static constexpr std::uint32_t kMaxIndex = (1u << 26) - 1;
    static constexpr std::uint32_t kSteps = 1u << 16; // steps in a slab's width; a move has fewer

    SlabMove() = default;
    static SlabMove make_internal(std::uint32_t first_child) { return SlabMove(first_child); }
    static SlabMove make_leaf(std::uint32_t primitive) { return SlabMove(primitive | kLeaf); }
    // KdopTree::primitives[place] is the number of primitives; the primitives follow it.
    static SlabMove make_large_leaf(std::uint32_t place) { return SlabMove(place | kLeaf | kIsLarge); }
    // A node with further moves: the next move is KdopTree::moves[place].
    static SlabMove make_continued(std::uint32_t place) { return SlabMove(place | kIsLarge); }

    bool is_leaf() const { return (word_ & kLeaf) != 0; }
    bool is_large() const { return (word_ & (kLeaf | kIsLarge)) == (kLeaf | kIsLarge); }
    bool is_continued() const { return (word_ & (kLeaf | kIsLarge)) == kIsLarge; }
    // The index of the first child, of the primitive, of an entry of KdopTree::primitives, or of the next move.
    std::uint32_t index() const { return word_ & kMaxIndex; }
    std::uint32_t slab() const { return word_ >> kSlabShift; }
    std::uint16_t lower_move() const { return lower_move_; }
    std::uint16_t upper_move() const { return upper_move_; }

    // Requires slab < 16.
    void set(std::uint32_t slab, std::uint16_t lower_move, std::uint16_t upper_move) {
        word_ = (word_ & ((1u << kSlabShift) - 1u)) | slab << kSlabShift;
        lower_move_ = lower_move;
        upper_move_ = upper_move;
    }

    // Returns an end of a slab, moved by `steps` steps. For 0 steps, returns the end without multiplying, because the
    // step can overflow float.
    static float move_end(float end, float signed_step, std::uint32_t steps) {
        return steps == 0 ? end : end + static_cast<float>(steps) * signed_step;
    }
    static float step_of(float lower, float upper) { return upper * 0x1p-16f - lower * 0x1p-16f; }

    template <int K>
    void narrow(Kdop<K>& io_dop) const {
        float &lower = io_dop.lower[slab()], &upper = io_dop.upper[slab()];
        const float step = step_of(lower, upper);
        lower = move_end(lower, step, lower_move_);
        upper = move_end(upper, -step, upper_move_);
    }

  private:
    static constexpr std::uint32_t kLeaf = 1u << 26, kIsLarge = 1u << 27, kSlabShift = 28;

    explicit SlabMove(std::uint32_t word)
        : word_(word) {}

    std::uint16_t lower_move_ = 0, upper_move_ = 0;
    std::uint32_t word_ = 0;
};
static_assert(sizeof(SlabMove) == 8);

template <int K>
struct KdopTree {
    static constexpr std::string_view kKind = "kdop-tree";
    static constexpr std::size_t kMaxMoves = K / 2; // of a node: one per slab
    using VolumeType = Kdop<K>;

    struct Cursor {
        Kdop<K> dop;
        std::uint32_t node = 0;
        // index() of the last move: the index of the first child, of the list in `primitives`, or of the only
        // primitive.
        std::uint32_t index = 0;
        bool is_leaf = false, is_large = false;
    };

    std::vector<SlabMove> nodes;           // the first move of each node
    std::vector<SlabMove> moves;           // further moves
    std::vector<std::uint32_t> primitives; // the lists of larger leaves, each preceded by its length
    Kdop<K> root_dop;
    std::uint32_t primitive_count = 0;
    float share = kSlabShare;

    Cursor root() const { return make_cursor(root_dop, 0, nodes[0]); }
    bool is_leaf(const Cursor& at) const { return at.is_leaf; }
    Cursor child(const Cursor& at, unsigned which) const {
        const std::uint32_t node = at.index + which;
        SlabMove move = nodes[node];
        Kdop<K> dop = at.dop;
        move.narrow(dop);
        for (std::uint32_t place = move.index(); move.is_continued(); ++place) {
            move = moves[place];
            move.narrow(dop);
        }
        return make_cursor(dop, node, move);
    }
    const Kdop<K>& volume(const Cursor& at) const { return at.dop; }
    // The span is valid while the cursor exists.
    std::span<const std::uint32_t> primitives_of(const Cursor& leaf) const {
        return leaf.is_large ? std::span(primitives).subspan(leaf.index + 1, primitives[leaf.index])
                             : std::span(&leaf.index, 1);
    }
    std::uint32_t node_index(const Cursor& at) const { return at.node; }
    std::size_t size_in_bytes() const {
        return sizeof(root_dop) + (nodes.size() + moves.size()) * sizeof(SlabMove) +
               primitives.size() * sizeof(std::uint32_t);
    }

  private:
    static Cursor make_cursor(const Kdop<K>& dop, std::uint32_t node, SlabMove content) {
        return {dop, node, content.index(), content.is_leaf(), content.is_large()};
    }
};
static_assert(Hierarchy<KdopTree<18>>);

// Converts a hierarchy of tight DOPs to restricted DOPs with the same topology. Each further move narrows a slab of
// which at least `share` is empty. Requires 1 to SlabMove::kMaxIndex nodes, and at most as many further moves.
template <int K>
KdopTree<K> restrict_slabs(const Bvh2<Kdop<K>>& tight, float share = kSlabShare);

// Recomputes every move for the current mesh. The topology is unchanged; the moves of a node can change.
template <int K>
void refit(KdopTree<K>& io_tree, const MeshView& mesh);

// Returns the same topology with the DOPs that cursors derive. Requires sound links.
template <int K>
Bvh2<Kdop<K>> derive_volumes(const KdopTree<K>& tree);

template <int K>
std::size_t node_count_of(const KdopTree<K>& tree) {
    return tree.nodes.size();
}
template <int K>
std::size_t primitive_count_of(const KdopTree<K>& tree) {
    return tree.primitive_count;
}

// Calls visit(volume, node, depth, is_leaf) for every node, parents before children.
template <int K, class Visit>
void visit_nodes(const KdopTree<K>& tree, Visit&& visit) {
    visit_nodes(derive_volumes(tree), visit);
}

template <int K>
HierarchyQuality measure_quality(const KdopTree<K>& tree);

// Returns the first defect, or none if the hierarchy is sound for this mesh. Assumes nothing about the data.
template <int K>
std::optional<ValidationError> find_defect(const KdopTree<K>& tree, const MeshView& mesh);

} // namespace boxwood
