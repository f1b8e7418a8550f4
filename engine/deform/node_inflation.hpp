// What: how loose a hierarchy is, triangle by triangle: for heat maps. The first two mean something against a tree built
//       anew over the same triangles, the third by itself.
// Units: areas are halves, in the mesh's units; overlap is a share of 1.
// Degenerate input: a node without area overlaps nothing.
// Cost: one loop over the nodes; a descent for kinds that derive their volumes on the way down, and a copy of a lazy
//       hierarchy, which is divided whole.
// Oracle: tests/engine/deform/node_inflation_test.cpp, from each triangle up to the root.
#pragma once

#include "collision/query/any_hierarchy.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace boxwood {

enum class NodeInflation : std::uint8_t {
    above,   // areas of the triangle's leaf and of every node above it
    node,    // area of the node above it at a depth, or of its leaf if that is higher
    overlap, // of that node's two children: area of what their boxes share, by its own
};
struct NodeInflationName {
    NodeInflation which;
    std::string_view name, meaning;
    bool needs_fresh; // told as times what it is in a tree built anew
};
inline constexpr std::array kAllNodeInflation{
    NodeInflationName{NodeInflation::above, "looseness",
                      "Areas of all nodes above a triangle, against a tree built anew", true},
    NodeInflationName{NodeInflation::node, "node inflation",
                      "Area of the node above a triangle at the depth below, against a tree built anew",
                      true},
    NodeInflationName{NodeInflation::overlap, "sibling overlap",
                      "What the boxes of both children of that node share, in percent of its own area",
                      false},
};

// Per triangle. `depth` of a root is 0; NodeInflation::above takes no notice of it.
std::vector<float> measure_node_inflation(const AnyHierarchy& tree, NodeInflation which, std::uint32_t depth);

} // namespace boxwood
