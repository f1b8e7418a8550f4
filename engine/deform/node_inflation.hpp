// What: measures the inflation of a hierarchy per triangle, for heat maps. The first two measures are meaningful only
//       relative to a tree rebuilt over the same triangles; the third measure needs no reference.
// Units: half areas, in the mesh's units; overlap is a fraction of 1.
// Degenerate input: the overlap of a node whose box has no area is 0.
// Cost: one loop over the nodes, or one descent for kinds that derive their volumes during descent. A lazy hierarchy is
//       also copied, and the copy is split completely.
// Oracle: tests/engine/deform/node_inflation_test.cpp follows the nodes from each triangle up to the root.
#pragma once

#include "collision/query/any_hierarchy.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace boxwood {

enum class NodeInflation : std::uint8_t {
    path, // total area of the triangle's leaf and all its ancestors
    node, // area of the leaf's ancestor at a given depth, or of the leaf if it is above this depth
    // For the same node as the measure `node`: the area of the intersection of its children's boxes, divided by the
    // area of its box. 0 for a leaf.
    overlap,
};
struct NodeInflationName {
    NodeInflation which;
    std::string_view name, meaning;
    bool is_relative_to_rebuild; // whether the value is displayed relative to a rebuilt tree
};
inline constexpr std::array kAllNodeInflation{
    NodeInflationName{NodeInflation::path, "path inflation",
                      "Total area of all nodes above a triangle, relative to a rebuilt tree", true},
    NodeInflationName{
        NodeInflation::node, "node inflation",
        "Area of the triangle's ancestor at the depth set below, relative to the same measure in a "
        "rebuilt tree",
        true},
    NodeInflationName{NodeInflation::overlap, "sibling overlap",
                      "For the triangle's ancestor at the depth set below: area of the intersection of its "
                      "children's boxes, in percent of its own area",
                      false},
};

// One value per triangle. The root has depth 0; NodeInflation::path ignores `depth`.
std::vector<float> measure_node_inflation(const AnyHierarchy& tree, NodeInflation which, std::uint32_t depth);

} // namespace boxwood
