// What: a binary bounding volume hierarchy in one flat array.
// Frame: the mesh's own.
// Invariants: root = 0. A child's index is greater than its parent's, so a refit is one backward loop. Siblings are
//     adjacent. All links are indices, so the arrays can be copied with memcpy. The node of a leaf with one primitive
//     stores the primitive's index; a larger leaf contains primitives[first, first + count). Every primitive is in
//     exactly one leaf. A node's volume contains all vertices of its primitives.
// Cost: 32 bytes per node with AABBs. With one triangle per leaf, this is less than 64 bytes per triangle. Larger
//     leaves need 4 bytes per primitive for the list of primitives.
// Source: [van den Bergen 1997] section 2.
// Departs from the source: one array stores leaves and internal nodes. A leaf can contain several primitives.
#pragma once

#include "collision/core/check.hpp"
#include "collision/core/memory/sibling_allocator.hpp"
#include "collision/hierarchy/leaf_size.hpp"
#include "collision/volumes/all_volumes.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace boxwood {

// At depths of kMaxRuleDepth or more, every builder halves the number of primitives at each split instead of following
// its split rule. 2^32 primitives then need at most 32 more levels. This bounds traversal stacks for any input.
inline constexpr std::uint32_t kMaxRuleDepth = 64;
inline constexpr std::uint32_t kMaxBuiltDepth = kMaxRuleDepth + 32;

// The interface that traversals require of a hierarchy. A cursor is a position in the tree. In Bvh2 it is a node index.
// A hierarchy that derives its volumes during descent stores them in the cursor.
template <class H>
concept Hierarchy = requires(const H& tree, typename H::Cursor cursor) {
    requires Volume<typename H::VolumeType>;
    { H::kKind } -> std::convertible_to<std::string_view>;
    { tree.root() } -> std::same_as<typename H::Cursor>;
    { tree.is_leaf(cursor) } -> std::same_as<bool>;
    { tree.child(cursor, 0u) } -> std::same_as<typename H::Cursor>; // 0 or 1, of an internal node
    { tree.volume(cursor) } -> std::convertible_to<const typename H::VolumeType&>;
    { tree.primitives_of(cursor) } -> std::same_as<std::span<const std::uint32_t>>; // of a leaf
    { tree.node_index(cursor) } -> std::same_as<std::uint32_t>; // the id of the node in a trace
};

template <Volume V>
struct Bvh2 {
    static constexpr std::string_view kKind = "bvh2";
    using VolumeType = V;
    using Cursor = std::uint32_t;

    struct Node {
        V volume;
        // Internal node: the first of two adjacent children. Leaf with one primitive: the primitive. Larger leaf: an
        // index into `primitives`.
        std::uint32_t first = 0;
        std::uint32_t count = 0; // primitives of a leaf; 0 for an internal node
        bool is_leaf() const { return count != 0; }
    };

    using Nodes = std::vector<Node, SiblingAllocator<Node>>;

    Nodes nodes;
    std::vector<std::uint32_t> primitives; // of the leaves with several primitives, leaf by leaf
    std::uint32_t primitive_count = 0;     // total of all leaves

    Cursor root() const { return 0; }
    bool is_leaf(Cursor node) const { return nodes[node].is_leaf(); }
    Cursor child(Cursor node, unsigned which) const { return nodes[node].first + which; }
    const V& volume(Cursor node) const { return nodes[node].volume; }
    std::span<const std::uint32_t> primitives_of(Cursor leaf) const {
        const Node& node = nodes[leaf];
        return {node.count == 1 ? &node.first : primitives.data() + node.first, node.count};
    }
    std::uint32_t node_index(Cursor node) const { return node; }
    std::size_t size_in_bytes() const {
        return nodes.size() * sizeof(Node) + primitives.size() * sizeof(std::uint32_t);
    }
};

template <Volume V>
std::size_t node_count_of(const Bvh2<V>& tree) {
    return tree.nodes.size();
}
template <Volume V>
std::size_t primitive_count_of(const Bvh2<V>& tree) {
    return tree.primitive_count;
}

// Returns the depth of every node; the root has depth 0.
template <Volume V>
std::vector<std::uint32_t> compute_depths(const Bvh2<V>& tree) {
    std::vector<std::uint32_t> depths(tree.nodes.size(), 0);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
        if (!tree.nodes[i].is_leaf())
            depths[tree.nodes[i].first] = depths[tree.nodes[i].first + 1] = depths[i] + 1;
    return depths;
}

// Calls visit(volume, node, depth, is_leaf) for every node, parents before children.
template <Volume V, class Visit>
void visit_nodes(const Bvh2<V>& tree, Visit&& visit) {
    const std::vector<std::uint32_t> depths = compute_depths(tree);
    for (std::uint32_t i = 0; i < depths.size(); ++i)
        visit(tree.nodes[i].volume, i, depths[i], tree.nodes[i].is_leaf());
}

static_assert(Hierarchy<Bvh2<Aabb>>);
static_assert(sizeof(Bvh2<Aabb>::Node) == 32);

} // namespace boxwood
