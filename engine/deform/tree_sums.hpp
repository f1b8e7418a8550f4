// What: computes three sums over the nodes of a hierarchy that measure its inflation. Update policies compare them with
//       thresholds.
// Units: ratios to the area or volume of the mesh's box, so that uniform scaling of the mesh changes nothing. In a tree
//        of boxes, the mesh's box is the box of the root.
// Degenerate input: if the mesh's box has no area or no volume, the ratio is 0.
//        Kinds other than bvh2 use measure_quality() instead: its area counts a leaf once per triangle, its area and
//        volume are relative to the root's volume, and its overlap to the total volume of the boxes of inner nodes.
// Cost: O(n) time for n nodes, for bvh2 without allocation.
// Oracle: measure_quality(), in tests/engine/deform/update_policy_test.cpp.
#pragma once

#include "collision/query/any_hierarchy.hpp"

namespace boxwood {

struct TreeSums {
    double area = 0.0;    // of all nodes
    double volume = 0.0;  // of all nodes
    double overlap = 0.0; // total volume of the intersections of sibling boxes
};

TreeSums measure_sums(const AnyHierarchy& tree);
double measure_sum(const AnyHierarchy& tree, double TreeSums::*which);

// now / before; 1 if both are 0; infinity if only `before` is 0.
double ratio_to(double now, double before);

} // namespace boxwood
