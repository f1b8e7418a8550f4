// What: another volume in the topology of a hierarchy of boxes.
// Frame: the mesh's own.
// Invariants: those of Bvh. Every volume is fitted to all the triangles below it; where merging children is as tight
//     (V::kMergeIsTight) that is what is done.
// Cost: O(n) merges, or O(n * depth) points; 12 bytes per corner while it runs.
// Source: [Gottschalk 1996] section 4 (boxes of a tree are fitted, not merged).
// Oracle: validate.hpp.
#pragma once

#include "collision/hierarchy/refit.hpp"

#include <utility>
#include <vector>

namespace boxwood {
namespace detail {

// Fits each node to the corners of its triangles, which lie side by side once the leaves are in depth-first order.
template <Volume V>
void fit_nodes(Bvh<V>& io_tree, const MeshView& mesh) {
    const std::size_t count = io_tree.nodes.size();
    std::vector<std::uint32_t> triangles(count, 0), first(count, 0); // below each node
    for (std::size_t i = count; i-- > 0;) {
        const auto& node = io_tree.nodes[i];
        triangles[i] = node.is_leaf() ? node.count : triangles[node.first] + triangles[node.first + 1];
    }
    std::vector<glm::vec3> corners(3 * std::size_t{triangles[0]});
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto& node = io_tree.nodes[i];
        if (!node.is_leaf()) {
            first[node.first] = first[i];
            first[node.first + 1] = first[i] + triangles[node.first];
            continue;
        }
        std::size_t at = 3 * std::size_t{first[i]};
        for (const std::uint32_t primitive : io_tree.primitives_of(i))
            for (const glm::vec3& p : triangle_of(mesh, primitive)) corners[at++] = p;
    }
    for (std::size_t i = 0; i < count; ++i)
        io_tree.nodes[i].volume = fit_corners<V>(
            std::span(corners).subspan(3 * std::size_t{first[i]}, 3 * std::size_t{triangles[i]}));
}

} // namespace detail

template <Volume V>
Bvh<V> fit_volumes(Bvh<Aabb> boxes, const MeshView& mesh) {
    if constexpr (std::same_as<V, Aabb>) {
        return boxes;
    } else {
        Bvh<V> tree;
        tree.nodes.resize(boxes.nodes.size());
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            tree.nodes[i].first = boxes.nodes[i].first;
            tree.nodes[i].count = boxes.nodes[i].count;
        }
        tree.primitives = std::move(boxes.primitives);
        tree.primitive_count = boxes.primitive_count;
        if constexpr (V::kMergeIsTight)
            refit(tree, mesh);
        else
            detail::fit_nodes(tree, mesh);
        return tree;
    }
}

} // namespace boxwood
