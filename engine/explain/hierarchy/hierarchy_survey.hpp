// What: a hierarchy's quality and the contribution of each node, so that a bad number leads to its node.
// Units: percent of the root's own volume and area; `cost` is the node's term of HierarchyQuality::surface_area_cost.
// Invariants: as in quality.hpp, areas and volumes are those of the node's own volume, overlap is that of the boxes
//     around them. Over all nodes, costs add up to surface_area_cost and volumes to volume_sum.
// Degenerate input: if the root has no area (volume), shares of it are 0.
// Cost: O(nodes), including sorting: some 20 ns per node. 32 bytes per node.
// Oracle: measure_quality; tests/engine/explain/hierarchy_survey_test.cpp.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct NodeQuality {
    std::uint32_t node = 0, depth = 0, triangles = 0; // triangles: in the whole subtree
    bool is_leaf = false;
    float area = 0.0f, volume = 0.0f; // percent of the root's
    float overlap = 0.0f;             // of both children's boxes, percent of its own box; 0 for a leaf
    float cost = 0.0f;
};

// Columns of a table of nodes.
enum class NodeOrder : std::uint8_t { node, depth, triangles, area, volume, overlap, cost };
inline constexpr std::array<std::string_view, 7> kNodeOrderNames{"node",   "depth",   "triangles", "area",
                                                                 "volume", "overlap", "cost"};
double value_of(const NodeQuality& node, NodeOrder order);

struct HierarchySurvey {
    HierarchyQuality quality;
    std::vector<NodeQuality> nodes; // in order of node id: parents before children

    // All nodes as indices into `nodes`, largest (smallest) values first; ties by node id.
    std::vector<std::uint32_t> sorted_by(NodeOrder order, bool descending) const;
    const NodeQuality& extreme(NodeOrder order) const; // the largest
    // The largest cost below the root; the root itself if it is the only node.
    const NodeQuality& dearest() const;
    const NodeQuality& deepest_leaf() const;
    const NodeQuality& largest_leaf() const;
};

HierarchySurvey survey_hierarchy(const AnyHierarchy& hierarchy);

// Every metric and histogram of both hierarchies as lines "metric,A,B".
std::string survey_csv(const std::array<HierarchySurvey, 2>& surveys);
std::string nodes_csv(const HierarchySurvey& survey, std::span<const std::uint32_t> order);

} // namespace boxwood
