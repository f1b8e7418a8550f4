// What: a recorded hierarchy of any arity and any volumes for the views that show ours, and its quality.
// Frame: the mesh's. Units: areas and overlaps in percent, as HierarchySurvey has them.
// Invariants: of a node with volumes of several types, whose intersection is its volume, the area is the smallest and the box
//     the intersection of the boxes. Area cost and overlap are those of collision/hierarchy/quality.hpp, with the overlap summed
//     over all pairs of siblings and the areas of several roots added.
// Degenerate input: nodes whose volume cannot be evaluated have no area and no overlap; a tree that cannot be followed is empty.
// Cost: linear in the nodes; of k-DOPs k*k/4 cuts per node.
// Oracle: tests/app/labs/capture_test.cpp compares it with survey_hierarchy on trees of our own.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"
#include "engine/judge/judge_hierarchy.hpp"

#include <vector>

namespace boxwood {

// Of a recorded tree, and of one of ours, to compare.
struct TreeQuality {
    std::size_t nodes = 0, leaves = 0, unreached = 0;
    double area_cost = 0.0;
    double overlap = 0.0; // of siblings, of their parents' boxes; percent
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
