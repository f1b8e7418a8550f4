// What: checks every invariant of a hierarchy and names the node and the defect. For tests and `boxwood
//     inspect`.
// Cost: O(n * depth): each vertex is held against every volume above it. Trusts nothing: no index is followed
//     before it was checked.
#pragma once

#include "collision/hierarchy/bvh.hpp"

#include <optional>
#include <string>

namespace boxwood {

struct HierarchyDefect {
    std::uint32_t node = 0;
    std::string message; // "node 17: ..."
};

// The arrays of a hierarchy without its volumes.
struct NodeLinks {
    std::uint32_t first = 0, count = 0;
};
// A place in the array that no node has taken.
inline constexpr NodeLinks kNoNode{0, ~std::uint32_t{0}};
inline bool is_no_node(const NodeLinks& links) {
    return links.count == kNoNode.count;
}

// Order, adjacency and reach of the nodes; leaf ranges; each primitive once. None: sound.
std::optional<HierarchyDefect> find_link_defect(std::span<const NodeLinks> nodes,
                                                std::span<const std::uint32_t> primitives,
                                                std::size_t primitive_count);

HierarchyDefect make_defect(std::uint32_t node, const std::string& what);

// Of links that are known to be sound; the root is its own parent.
std::vector<std::uint32_t> list_parents(std::span<const NodeLinks> nodes);

// The first node, from the leaf upwards, that does not contain a vertex of the leaf's triangles.
template <Hierarchy H>
std::optional<HierarchyDefect> find_uncontained(const H& tree, std::span<const std::uint32_t> parents,
                                                std::uint32_t leaf, const MeshView& mesh) {
    for (const std::uint32_t primitive : tree.primitives_of(leaf)) {
        for (const glm::vec3& p : triangle_of(mesh, primitive)) {
            for (std::uint32_t node = leaf;; node = parents[node]) {
                if (!tree.volume(node).contains(p)) // NaN bounds contain nothing
                    return make_defect(node,
                                       "does not contain a vertex of triangle " + std::to_string(primitive));
                if (node == 0) break;
            }
        }
    }
    return std::nullopt;
}

// Volumes inside their parents', where a volume can tell, and vertices inside all volumes above them. Requires links
// that are sound, and cursors that are the places of `nodes`.
template <Hierarchy H>
std::optional<HierarchyDefect> find_containment_defect(const H& tree, std::span<const NodeLinks> nodes,
                                                       const MeshView& mesh) {
    using V = typename H::VolumeType;
    const std::vector<std::uint32_t> parents = list_parents(nodes);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (is_no_node(nodes[i])) continue;
        if constexpr (requires(const V& v) { v.contains(v); })
            if (i > 0 && !tree.volume(parents[i]).contains(tree.volume(i)))
                return make_defect(i, "is not inside its parent, node " + std::to_string(parents[i]));
        if (nodes[i].count > 0)
            if (auto defect = find_uncontained(tree, parents, i, mesh)) return defect;
    }
    return std::nullopt;
}

// The first defect, lowest node first within each kind of check; none: the hierarchy is sound over this mesh.
template <Volume V>
std::optional<HierarchyDefect> find_defect(const Bvh<V>& tree, const MeshView& mesh) {
    std::vector<NodeLinks> links(tree.nodes.size());
    for (std::size_t i = 0; i < links.size(); ++i) links[i] = {tree.nodes[i].first, tree.nodes[i].count};
    if (auto defect = find_link_defect(links, tree.primitives, mesh.triangles.size())) return defect;
    if (tree.primitive_count != mesh.triangles.size())
        return make_defect(0, "the hierarchy says that it holds " + std::to_string(tree.primitive_count) +
                                  " primitives, not " + std::to_string(mesh.triangles.size()));
    return find_containment_defect(tree, links, mesh);
}

} // namespace boxwood
