// What: one number per node of a hierarchy, to color a tree by: its place, its volume, or the work of a query there.
// Units: as each measure says.
// Invariants: a node without the number (never tested, or a leaf for a measure of children) has kNoMeasure.
// Cost: one pass over the nodes, and one over the visits.
// Oracle: tests/engine/explain/node_measures_test.cpp by definition, node by node.
#pragma once

#include "engine/explain/visit_replay.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace boxwood {

enum class NodeMeasure : std::uint8_t {
    visits,  // volume tests of the query with this node
    waste,   // share of them, in percent, without intersecting triangles below
    depth,   // levels below the root
    overlap, // of the boxes of its two children, in percent of its own box
    area,    // of its box, in percent of the root's: the sum of the surface area heuristic
};
struct NodeMeasureName {
    NodeMeasure measure;
    std::string_view name, unit, meaning;
    bool is_logarithmic;
};
inline constexpr std::array kAllNodeMeasures{
    NodeMeasureName{NodeMeasure::visits, "visits", "tests",
                    "Volume tests of this query that asked about the node", true},
    NodeMeasureName{NodeMeasure::waste, "waste", "%",
                    "Share of its tests that no intersecting triangles came of", false},
    NodeMeasureName{NodeMeasure::depth, "depth", "levels", "Levels below the root", false},
    NodeMeasureName{NodeMeasure::overlap, "overlap", "%",
                    "What the boxes of both children share, of its own box", false},
    NodeMeasureName{NodeMeasure::area, "area", "%",
                    "Area of its box, of the root's: the terms of the area heuristic", true},
};

inline constexpr float kNoMeasure = -1.0f;

// The first visit of each node, or VisitReplay::kNone.
std::vector<std::size_t> first_visits_of(const VisitReplay& replay, const NodeTable& table, std::size_t side);

// `side`: 0 if the hierarchy is A of the replay, 1 if it is B.
std::vector<float> measure_nodes(NodeMeasure measure, const AnyHierarchy& hierarchy, const NodeTable& table,
                                 const VisitReplay& replay, std::size_t side);

} // namespace boxwood
