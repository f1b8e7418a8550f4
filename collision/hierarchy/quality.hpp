// What: measures the quality of a hierarchy. `boxwood inspect` and the labs show it.
// Degenerate input: if the root's volume or area is 0, ratios to it are 0.
// Cost: O(nodes).
// Source: RTR 17.3; the surface area heuristic of [Wald 2007] with a cost of 1 for each visit of an internal node and
//     for each test of a primitive.
#pragma once

#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/hierarchy_quality.hpp"

#include <span>
#include <vector>

namespace boxwood {

// Measurements of one node.
struct NodeMeasures {
    Aabb box; // bounds of the node's volume; sibling overlap is computed from these boxes
    float volume = 0.0f, half_area = 0.0f;
    std::uint32_t first_child = 0; // of an internal node: index in `nodes`; the second child follows
    std::uint32_t count = 0;       // primitives of a leaf; 0 for an internal node
    std::uint32_t depth = 0;
};

// Requires at least one node; nodes[0] is the root.
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
