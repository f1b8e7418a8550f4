// What: quality metrics of a hierarchy; quality.hpp computes them.
// Units: ratios and counts, independent of the scale of the mesh. Areas and volumes are half_area() and volume() of the
//     nodes' bounding volumes. Sibling overlap is measured on the AABBs of these volumes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace boxwood {

struct HierarchyQuality {
    std::size_t nodes = 0, leaves = 0, primitives = 0;
    double bytes_per_primitive = 0.0;
    // (sum area(internal node) + sum area(leaf) * primitives(leaf)) / area(root)
    double surface_area_cost = 0.0;
    double volume_sum = 0.0;      // sum of the volumes of all nodes / volume of the root
    double sibling_overlap = 0.0; // sum volume(left intersected with right) / sum volume(parent), of AABBs
    double mean_leaf_depth = 0.0, leaf_depth_variance = 0.0;
    std::uint32_t max_depth = 0;
    std::vector<std::size_t> leaves_at_depth; // [d]: number of leaves at depth d
    std::vector<std::size_t> leaves_of_size;  // [k]: number of leaves with k primitives
    std::vector<double> overlap_at_depth;     // [d]: sibling_overlap of the parents at depth d
};

} // namespace boxwood
