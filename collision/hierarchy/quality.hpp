// What: numbers that say how good a hierarchy is, for `boxwood inspect` and for deciding when to rebuild.
// Degenerate input: where the root has no volume (or area), the ratios to it are 0.
// Cost: O(nodes).
// Source: RTR 17.3; surface-area heuristic as in [Wald 2007], with both costs 1.
#pragma once

#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/hierarchy_quality.hpp"

#include <span>
#include <vector>

namespace boxwood {

// What is measured of a node.
struct NodeMeasures {
    Aabb box; // around its volume; overlap is that of the boxes
    float volume = 0.0f, half_area = 0.0f;
    std::uint32_t first_child = 0; // of an internal node; the other follows
    std::uint32_t count = 0;       // primitives of a leaf; 0: internal
    std::uint32_t depth = 0;
};

// Requires at least one node, the root first.
HierarchyQuality measure_quality(std::span<const NodeMeasures> nodes, std::size_t primitives,
                                 std::size_t bytes);

template <Volume V>
HierarchyQuality measure_quality(const Bvh2<V>& tree) {
    std::vector<NodeMeasures> nodes;
    nodes.reserve(tree.nodes.size());
    visit_nodes(tree, [&](const V& volume, std::uint32_t node, std::uint32_t depth, bool is_leaf) {
        nodes.push_back({volume.bounds(), volume.volume(), volume.half_area(),
                         is_leaf ? 0 : tree.nodes[node].first, tree.nodes[node].count, depth});
    });
    return measure_quality(nodes, tree.primitive_count, tree.size_in_bytes());
}

} // namespace boxwood
