// What: a hierarchy with up to eight children per node. Each child occupies one lane of its node; the boxes of the
//     lanes are quantized to bytes. A query tests a box against all lanes of a node at once.
// Frame: the mesh's own.
// Invariants: nodes[0] has one child, the root. The other nodes have 2 to 8 children. The child nodes of a node are
//     adjacent in `nodes`, in lane order, at higher indices than the node. The primitives of its leaves are adjacent in
//     `primitives`, in lane order. A lane's box, as WideBoxes::box() computes it, contains all vertices below the lane
//     and, unless the lane is a leaf, the boxes of all lanes of its child node. The depth is bounded, because that of
//     the binary hierarchy is, from which collapse_to_bvh8() makes a Bvh8.
//     The cursors present a binary view: the lanes of a node are halved recursively; if their number is odd, the first
//     half is the larger one. A name is the number of a node in that view: 0 for the root, then ascending in the order
//     of the wide nodes.
// Degenerate input: a mesh of one triangle gives a root that is a leaf.
// Cost: 96 bytes per node and 4 per primitive, which is 22 bytes per triangle if leaves have one triangle. A refit with
//     AVX2 takes 10 ns per triangle if leaves have two triangles, and 16 ns if they have one. If the data is not
//     cached, it takes 20 and 30 ns, respectively.
// Source: [Dammertz 2008], [Wald 2008] (nodes of several children); [Ylitie 2017] (quantized boxes).
// Oracle: validate.hpp; the generic traversal of the binary view.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/validate.hpp"
#include "collision/volumes/box/wide_boxes.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

struct alignas(32) WideNode {
    WideBoxes boxes;
    std::array<std::uint8_t, WideBoxes::kLanes> ends{}; // [k]: total number of primitives in lanes 0 to k
    std::uint32_t first_child = 0, first_primitive = 0;
    std::uint32_t first_name = 0;            // the name of the first half of the lanes in the binary view
    std::uint8_t lane_count = 0, leaves = 0; // leaves: bit k is set if lane k is a leaf

    std::uint32_t lanes() const { return (1u << lane_count) - 1u; }
    bool is_leaf(unsigned lane) const { return (leaves >> lane & 1u) != 0; }
    std::uint32_t child(unsigned lane) const {
        return first_child + lane - kBits[leaves & ((1u << lane) - 1u)];
    }
    // The index in Bvh8::primitives of a leaf's first primitive.
    std::uint32_t primitive_place(unsigned lane) const {
        return first_primitive + (lane == 0 ? 0u : ends[lane - 1]);
    }
    std::uint32_t primitive_count(unsigned lane) const {
        return ends[lane] - (lane == 0 ? 0u : ends[lane - 1]);
    }

  private:
    static constexpr std::array<std::uint8_t, 256> kBits = [] {
        std::array<std::uint8_t, 256> bits{};
        for (unsigned i = 1; i < 256; ++i) bits[i] = static_cast<std::uint8_t>(bits[i >> 1] + (i & 1u));
        return bits;
    }();
};
static_assert(sizeof(WideNode) == 96);

struct Bvh8 {
    static constexpr std::string_view kKind = "bvh8";
    using VolumeType = Aabb;

    // Lanes [begin, end) of a node.
    struct Cursor {
        Aabb box;
        std::uint32_t node = 0;
        std::uint32_t name = 0;
        std::uint8_t begin = 0, end = 1;
        unsigned size() const { return unsigned{end} - begin; }
    };

    std::vector<WideNode> nodes;
    std::vector<std::uint32_t> primitives;
    std::uint32_t leaf_count = 0;

    Cursor root() const { return {nodes[0].boxes.box(0), 0, 0, 0, 1}; }
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
        return nodes.size() * sizeof(WideNode) + primitives.size() * sizeof(std::uint32_t);
    }
};
static_assert(Hierarchy<Bvh8>);

// Refits every box to the current mesh. The topology is unchanged.
void refit(Bvh8& io_tree, const MeshView& mesh);
void refit(Bvh8& io_tree, const MeshView& mesh, Executor& executor); // same result, bit for bit

// Returns the first defect, or none if the hierarchy is sound for this mesh. The hierarchy can contain any data. The
// triangle indices of the mesh must be in range.
std::optional<ValidationError> find_defect(const Bvh8& tree, const MeshView& mesh);

// Measures the binary view, so the numbers are comparable with those of other kinds of hierarchies.
HierarchyQuality measure_quality(const Bvh8& tree);

inline std::size_t node_count_of(const Bvh8& tree) {
    return 2 * std::size_t{tree.leaf_count} - 1;
}
inline std::size_t primitive_count_of(const Bvh8& tree) {
    return tree.primitives.size();
}

// Calls visit(volume, name, depth, is_leaf) for every node of the binary view, parents before children.
template <class Visit>
void visit_nodes(const Bvh8& tree, Visit&& visit) {
    struct At {
        Bvh8::Cursor cursor;
        std::uint32_t depth;
    };
    std::vector<At> stack{{tree.root(), 0}};
    while (!stack.empty()) {
        const At at = stack.back();
        stack.pop_back();
        const bool is_leaf = tree.is_leaf(at.cursor);
        visit(tree.volume(at.cursor), at.cursor.name, at.depth, is_leaf);
        if (is_leaf) continue;
        stack.push_back({tree.child(at.cursor, 1), at.depth + 1});
        stack.push_back({tree.child(at.cursor, 0), at.depth + 1});
    }
}

} // namespace boxwood
