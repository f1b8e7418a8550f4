// What: looseness of a hierarchy per triangle, for heat maps. The first two measures are meaningful relative to a tree
//       rebuilt over the same triangles, the third by itself.
// Units: half areas, in the mesh's units; overlap is a fraction of 1.
// Degenerate input: a node without area has no overlap.
// Cost: one loop over the nodes; for kinds that derive their volumes during descent, a descent, and for a lazy
//       hierarchy also a copy that is split completely.
// Oracle: tests/engine/deform/node_inflation_test.cpp, from each triangle up to the root.
#pragma once

#include "collision/query/any_hierarchy.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace boxwood {

enum class NodeInflation : std::uint8_t {
    above,   // sum of the areas of the triangle's leaf and all its ancestors
    node,    // area of the ancestor at a given depth, or of the leaf if that is higher
    overlap, // area of the intersection of the boxes of that node's children, relative to the node's own
};
struct NodeInflationName {
    NodeInflation which;
    std::string_view name, meaning;
    bool needs_fresh; // shown as a ratio to a rebuilt tree
};
inline constexpr std::array kAllNodeInflation{
    NodeInflationName{NodeInflation::above, "looseness",
                      "Areas of all nodes above a triangle, relative to a rebuilt tree", true},
    NodeInflationName{NodeInflation::node, "node inflation",
                      "Area of the node above a triangle at the depth below, relative to a rebuilt tree",
                      true},
    NodeInflationName{NodeInflation::overlap, "sibling overlap",
                      "What the boxes of both children of that node share, in percent of its own area",
                      false},
};

// One value per triangle. The root has depth 0; NodeInflation::above ignores `depth`.
std::vector<float> measure_node_inflation(const AnyHierarchy& tree, NodeInflation which, std::uint32_t depth);

} // namespace boxwood
