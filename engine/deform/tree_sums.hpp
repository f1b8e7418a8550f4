// What: looseness of a hierarchy in three numbers from one loop over the nodes; update thresholds compare them.
// Units: ratios to the area and volume of the mesh's box, for trees of boxes the root's, so that uniform scaling of the
//        mesh changes nothing. Overlap is that of the boxes of siblings.
// Degenerate input: if that box has no area (or volume), the ratio is 0.
// Cost: O(nodes), no allocation for a plain hierarchy; kinds that derive their volumes use a full measurement.
// Oracle: measure_quality, in tests/engine/deform/update_policy_test.cpp.
#pragma once

#include "collision/query/any_hierarchy.hpp"

namespace boxwood {

struct TreeSums {
    double area = 0.0;    // of all nodes
    double volume = 0.0;  // of all nodes
    double overlap = 0.0; // sum of volume(left and right) over all siblings
};

TreeSums measure_sums(const AnyHierarchy& tree);
// One of the sums, at the cost of one.
double measure_sum(const AnyHierarchy& tree, double TreeSums::*which);

// now / before; 1 if both are 0.
double ratio_to(double now, double before);

} // namespace boxwood
