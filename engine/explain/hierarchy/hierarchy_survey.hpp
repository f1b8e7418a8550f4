// What: measures the quality of a hierarchy and the contribution of each node, to find the nodes that cause bad values.
// Units: percent of the root's area and volume; `cost` is the node's term of HierarchyQuality::surface_area_cost.
// Invariants: as in quality.hpp, areas and volumes are computed from the node's volume, and overlaps from the boxes
//     around the children. The costs of all nodes add up to surface_area_cost, and their volumes to
//     100 times volume_sum.
// Degenerate input: if the root has no area or no volume, percentages of it are 0.
// Cost: O(n log n) time for n nodes, because nodes are sorted by id; about 20 ns and 32 bytes per node. sorted_by()
//     takes O(n) time.
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
    std::uint32_t node = 0, depth = 0, triangles = 0; // triangles: in the complete subtree
    bool is_leaf = false;
    float area = 0.0f, volume = 0.0f; // in percent of the root's area and volume
    float overlap = 0.0f;             // of the children's boxes, in percent of the node's box; 0 for a leaf
    float cost = 0.0f;
};

// Columns of a table of nodes.
enum class NodeOrder : std::uint8_t { node, depth, triangles, area, volume, overlap, cost };
inline constexpr std::array<std::string_view, 7> kNodeOrderNames{"node",   "depth",   "triangles", "area",
                                                                 "volume", "overlap", "cost"};
double value_of(const NodeQuality& node, NodeOrder order);

struct HierarchySurvey {
    HierarchyQuality quality;
    std::vector<NodeQuality> nodes; // in the order of node ids, so parents precede their children

    // All nodes as indices into `nodes`, sorted by value in ascending or descending order, then by node id.
    std::vector<std::uint32_t> sorted_by(NodeOrder order, bool descending) const;
    const NodeQuality& node_with_largest(NodeOrder order) const;
    // The node with the largest cost except the root; the root if it is the only node.
    const NodeQuality& costliest() const;
    const NodeQuality& deepest_leaf() const;
    const NodeQuality& largest_leaf() const;
};

HierarchySurvey survey_hierarchy(const AnyHierarchy& hierarchy);

// All metrics and histograms of both hierarchies, as lines "metric,A,B".
std::string survey_csv(const std::array<HierarchySurvey, 2>& surveys);
std::string nodes_csv(const HierarchySurvey& survey, std::span<const std::uint32_t> order);

} // namespace boxwood
