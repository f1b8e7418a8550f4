// What: how loose a hierarchy is, in three numbers that one loop over the nodes finds: what thresholds watch.
// Units: ratios to the area and volume of the box around the mesh, of trees of boxes the root's, so that growing or
//     shrinking the whole mesh changes nothing. Overlap is that of the boxes around siblings.
// Degenerate input: where that box has no area (or volume), the ratio is 0.
// Cost: O(nodes), nothing allocated for a plain hierarchy; kinds that derive their volumes are measured in full.
// Oracle: measure_quality, in tests/engine/deform/update_policy_test.cpp.
#pragma once

#include "collision/query/any_hierarchy.hpp"

namespace boxwood {

struct TreeSums {
    double area = 0.0;    // of all nodes
    double volume = 0.0;  // of all nodes
    double overlap = 0.0; // volume(left and right) of all siblings
};

TreeSums measure_sums(const AnyHierarchy& tree);
// One of them, for what one costs.
double measure_sum(const AnyHierarchy& tree, double TreeSums::*which);

// How many times what it was; 1 where both are 0.
double ratio_to(double now, double before);

} // namespace boxwood
