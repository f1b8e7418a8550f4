// What: a hierarchy's quality and what each of its nodes adds to it, so that a bad number leads to its node.
// Units: percent of the root's own volume and area; `cost` is the node's term of HierarchyQuality::surface_area_cost.
// Invariants: as quality.hpp: areas and volumes are those of the node's own volume, overlap that of the boxes around
//     them. Over all nodes, costs add up to surface_area_cost and volumes to volume_sum.
// Degenerate input: where the root has no area (volume), shares of it are 0.
// Cost: O(nodes), sorting too: some 20 ns per node. 32 bytes per node.
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
    std::uint32_t node = 0, depth = 0, triangles = 0; // triangles: all below
    bool is_leaf = false;
    float area = 0.0f, volume = 0.0f; // percent of the root's
    float overlap = 0.0f;             // of both children's boxes, percent of its own box; of a leaf 0
    float cost = 0.0f;
};

// Columns of a table of nodes.
enum class NodeOrder : std::uint8_t { node, depth, triangles, area, volume, overlap, cost };
inline constexpr std::array<std::string_view, 7> kNodeOrderNames{"node",   "depth",   "triangles", "area",
                                                                 "volume", "overlap", "cost"};
double value_of(const NodeQuality& node, NodeOrder order);

struct HierarchySurvey {
    HierarchyQuality quality;
    std::vector<NodeQuality> nodes; // those that are there, by name: parents before children

    // All of them as indices into `nodes`, the largest (smallest) values first; equal ones by name.
    std::vector<std::uint32_t> sorted_by(NodeOrder order, bool descending) const;
    const NodeQuality& extreme(NodeOrder order) const; // the largest
    const NodeQuality& dearest() const; // the largest cost below the root; of one node: the root
    const NodeQuality& deepest_leaf() const;
    const NodeQuality& largest_leaf() const;
};

HierarchySurvey survey_hierarchy(const AnyHierarchy& hierarchy);

// Every metric and histogram of both as lines "metric,A,B".
std::string survey_csv(const std::array<HierarchySurvey, 2>& surveys);
std::string nodes_csv(const HierarchySurvey& survey, std::span<const std::uint32_t> order);

} // namespace boxwood
