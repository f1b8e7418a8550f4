// What: quality metrics of a hierarchy; quality.hpp computes them.
// Units: ratios and counts, independent of the scale of the mesh. Areas and volumes are those of the nodes' own
//     bounding volumes; sibling overlap uses their AABBs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace boxwood {

struct HierarchyQuality {
    std::size_t nodes = 0, leaves = 0, primitives = 0;
    double bytes_per_primitive = 0.0;
    double surface_area_cost =
        0.0; // (sum area of internal nodes + sum area * primitives of leaves) / area of the root
    double volume_sum = 0.0;      // sum over all nodes / volume of the root
    double sibling_overlap = 0.0; // sum volume(left and right) / sum volume(parent), of AABBs
    double mean_leaf_depth = 0.0, leaf_depth_variance = 0.0;
    std::uint32_t max_depth = 0;
    std::vector<std::size_t> leaves_at_depth; // [d]: leaves at depth d
    std::vector<std::size_t> leaves_of_size;  // [k]: leaves of k primitives
    std::vector<double> overlap_at_depth;     // sibling_overlap of the parents at depth d
};

} // namespace boxwood
