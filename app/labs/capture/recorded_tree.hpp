// What: converts a recorded hierarchy for the views that show Boxwood's hierarchies, and measures its quality. The
//       hierarchy can have any arity and any volumes.
// Frame: the frame of the mesh. Units: the areas of nodes are in percent of the sum of the root areas; the overlap of a
//        node's children is in percent of the node's box.
// Invariants: the volume of a node with volumes of several types is their intersection. Its area is the smallest of
//             their areas. Its box is the intersection of their boxes. Area cost and overlap are defined in
//             collision/hierarchy/hierarchy_quality.hpp; here they are summed over all pairs of siblings and over
//             several roots.
// Degenerate input: nodes whose volume cannot be evaluated have no area and no overlap; a tree that cannot be traversed
//     is empty.
// Cost: linear in the number of nodes and of pairs of siblings, with 2*k*(k-1) polygon cuts per k-DOP.
// Oracle: tests/app/labs/capture_test.cpp compares it with survey_hierarchy on recorded trees of Boxwood.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"
#include "engine/judge/trees/judge_hierarchy.hpp"

#include <vector>

namespace boxwood {

// The quality of a recorded tree or of one of Boxwood's trees.
struct TreeQuality {
    std::size_t nodes = 0, leaves = 0, unreached = 0;
    double area_cost = 0.0;
    double overlap = 0.0; // shared volume of siblings in percent of the volume of their parents' boxes
    double mean_leaf_depth = 0.0, mean_leaf_size = 0.0, mean_children = 0.0;
    std::uint32_t deepest = 0, largest_leaf = 0;
};

struct RecordedTree {
    NodeTable table;
    std::vector<float> area, overlap; // per node; negative: none
    TreeQuality quality;
};

RecordedTree make_recorded_tree(const judge::JudgedHierarchy& tree);

} // namespace boxwood
