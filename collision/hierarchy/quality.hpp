// What: numbers that say how good a hierarchy is, for `boxwood inspect` and for deciding when to rebuild.
// Units: ratios and counts; none depends on the size of the mesh. Areas and volumes are those of the node's own
//     volume; sibling overlap is that of the boxes around them.
// Degenerate input: where the root has no volume (or area), the ratios to it are 0.
// Cost: O(nodes).
// Source: RTR 17.3; surface-area heuristic as in [Wald 2007], with both costs 1.
#pragma once

#include "collision/hierarchy/bvh.hpp"

#include <span>
#include <vector>

namespace boxwood {

struct HierarchyQuality {
    std::size_t nodes = 0, leaves = 0, primitives = 0;
    double bytes_per_primitive = 0.0;
    double surface_area_cost =
        0.0; // (sum area of internal nodes + sum area * primitives of leaves) / area of the root
    double volume_sum = 0.0;      // of all nodes / volume of the root
    double sibling_overlap = 0.0; // sum volume(left and right) / sum volume(parent), of boxes
    double mean_leaf_depth = 0.0, leaf_depth_variance = 0.0;
    std::uint32_t max_depth = 0;
    std::vector<std::size_t> leaves_at_depth; // [d]: leaves at depth d
    std::vector<std::size_t> leaves_of_size;  // [k]: leaves of k primitives
    std::vector<double> overlap_at_depth;     // sibling_overlap of the parents at depth d
};

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
HierarchyQuality measure_quality(const Bvh<V>& tree) {
    std::vector<NodeMeasures> nodes;
    nodes.reserve(tree.nodes.size());
    visit_nodes(tree, [&](const V& volume, std::uint32_t node, std::uint32_t depth, bool is_leaf) {
        nodes.push_back({volume.bounds(), volume.volume(), volume.half_area(),
                         is_leaf ? 0 : tree.nodes[node].first, tree.nodes[node].count, depth});
    });
    return measure_quality(nodes, tree.primitive_count, tree.size_in_bytes());
}

} // namespace boxwood
