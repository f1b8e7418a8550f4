// What: measures one number per node of a hierarchy, to color a tree: its depth, its box, or the work of a query.
// Units: NodeMeasureName::unit of the measure.
// Invariants: a node without a value (never tested, or a leaf if the measure concerns children) has kNoMeasure.
// Cost: one pass over the nodes, and one over the visits.
// Oracle: tests/engine/explain/node_measures_test.cpp, by the definition for each node.
#pragma once

#include "engine/explain/visit_replay.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace boxwood {

enum class NodeMeasure : std::uint8_t {
    visits,  // number of the query's volume tests with this node
    waste,   // percentage of these tests that did not lead to intersecting triangles
    depth,   // levels below the root
    overlap, // volume of the intersection of the children's boxes, in percent of the node's box
    area,    // area of the node's box, in percent of the root's box
};
struct NodeMeasureName {
    NodeMeasure measure;
    std::string_view name, unit, meaning;
    bool is_logarithmic;
};
inline constexpr std::array kAllNodeMeasures{
    NodeMeasureName{NodeMeasure::visits, "visits", "tests",
                    "Number of volume tests of this query with the node", true},
    NodeMeasureName{NodeMeasure::waste, "waste", "%",
                    "Percentage of its tests that did not lead to intersecting triangles", false},
    NodeMeasureName{NodeMeasure::depth, "depth", "levels", "Levels below the root", false},
    NodeMeasureName{NodeMeasure::overlap, "overlap", "%",
                    "Intersection of the children's boxes, in percent of the node's box", false},
    NodeMeasureName{NodeMeasure::area, "area", "%",
                    "Area of the node's box, in percent of the root's box, as in the SAH", true},
};

inline constexpr float kNoMeasure = -1.0f;

// The first visit of each node, or VisitReplay::kNone.
std::vector<std::size_t> first_visits_of(const VisitReplay& replay, const NodeTable& table, std::size_t side);

// `side`: 0 if the hierarchy is A of the replay, 1 if it is B.
std::vector<float> measure_nodes(NodeMeasure measure, const AnyHierarchy& hierarchy, const NodeTable& table,
                                 const VisitReplay& replay, std::size_t side);

} // namespace boxwood
