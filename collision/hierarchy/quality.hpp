// What: numbers that say how good a hierarchy is, for `boxwood inspect` and for deciding when to rebuild.
// Units: ratios and counts; none depends on the size of the mesh.
// Degenerate input: where the root has no volume (or area), the ratios to it are 0.
// Cost: O(nodes).
// Source: RTR 17.3; surface-area heuristic as in [Wald 2007], with both costs 1.
#pragma once

#include "collision/hierarchy/bvh.hpp"

#include <vector>

namespace boxwood {

struct HierarchyQuality {
    std::size_t nodes = 0, leaves = 0, primitives = 0;
    double bytes_per_primitive = 0.0;
    double surface_area_cost =
        0.0; // (sum area of internal nodes + sum area * primitives of leaves) / area of the root
    double volume_sum = 0.0;      // of all nodes / volume of the root
    double sibling_overlap = 0.0; // sum volume(left and right) / sum volume(parent)
    double mean_leaf_depth = 0.0, leaf_depth_variance = 0.0;
    std::uint32_t max_depth = 0;
    std::vector<std::size_t> leaves_at_depth; // [d]: leaves at depth d
    std::vector<std::size_t> leaves_of_size;  // [k]: leaves of k primitives
    std::vector<double> overlap_at_depth;     // sibling_overlap of the parents at depth d
};

// Depth of every node; the root's is 0. One forward loop.
template <Volume V>
std::vector<std::uint32_t> compute_depths(const Bvh<V>& tree) {
    std::vector<std::uint32_t> depths(tree.nodes.size(), 0);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
        if (!tree.nodes[i].is_leaf())
            depths[tree.nodes[i].first] = depths[tree.nodes[i].first + 1] = depths[i] + 1;
    return depths;
}

HierarchyQuality measure_quality(const Bvh<Aabb>& tree);

} // namespace boxwood
