// What: computes one value per node of a hierarchy, to color a drawing of the tree: the depth of the node, the area of
//     its box, the overlap of its children, or the work of a query at the node.
// Units: NodeMeasureName::unit of the measure.
// Invariants: a node without a value (never tested, or a leaf if the measure concerns children) has kNoMeasure.
// Cost: O(n + v) time for n nodes and v visits.
// Oracle: tests/engine/explain/node_measures_test.cpp: waste and depth by their definitions for each node; the visits
//     add up to the counter of the query; limits for overlap and area.
#pragma once

#include "engine/explain/visit_replay.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace boxwood {

enum class NodeMeasure : std::uint8_t {
    visits, // number of the query's volume tests with this node
    // Percentage of these tests that led to no visit of primitives with a positive verdict: they intersect or, in a
    // distance query, are the closest pair so far.
    waste,
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
                    "Percentage of its tests that led to no intersecting triangles (distance queries: to no "
                    "closer pair)",
                    false},
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
