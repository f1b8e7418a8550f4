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

// Order, adjacency and reach of the nodes; leaf ranges; each primitive once. None: sound.
std::optional<HierarchyDefect> find_link_defect(std::span<const NodeLinks> nodes,
                                                std::span<const std::uint32_t> primitives,
                                                std::size_t primitive_count);

HierarchyDefect make_defect(std::uint32_t node, const std::string& what);

// Node `node`, known to be sound in its links, or one above it, does not contain a vertex of the triangle.
template <Volume V>
std::optional<HierarchyDefect> find_uncontained(const Bvh<V>& tree, std::span<const std::uint32_t> parents,
                                                std::uint32_t leaf, const MeshView& mesh) {
    for (const std::uint32_t primitive : tree.primitives_of(leaf)) {
        for (const glm::vec3& p : triangle_of(mesh, primitive)) {
            for (std::uint32_t node = leaf;; node = parents[node]) {
                if (!tree.nodes[node].volume.contains(p)) // NaN bounds contain nothing
                    return make_defect(node,
                                       "does not contain a vertex of triangle " + std::to_string(primitive));
                if (node == 0) break;
            }
        }
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

    std::vector<std::uint32_t> parents(links.size(), 0);
    for (std::uint32_t i = 0; i < links.size(); ++i)
        if (links[i].count == 0) parents[links[i].first] = parents[links[i].first + 1] = i;
    for (std::uint32_t i = 0; i < links.size(); ++i) {
        if (i > 0) {
            if constexpr (requires(const V& v) { v.contains(v); })
                if (!tree.nodes[parents[i]].volume.contains(tree.nodes[i].volume))
                    return make_defect(i, "is not inside its parent, node " + std::to_string(parents[i]));
        }
        if (links[i].count > 0)
            if (auto defect = find_uncontained(tree, parents, i, mesh)) return defect;
    }
    return std::nullopt;
}

} // namespace boxwood
