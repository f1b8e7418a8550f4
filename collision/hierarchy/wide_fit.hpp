// What: fits the boxes of a wide hierarchy, from the last node to the first, to whatever its leaves' boxes are.
// Invariants: those of WideBvh.
#pragma once

#include "collision/hierarchy/wide_bvh.hpp"

#include <array>
#include <span>
#include <vector>

namespace boxwood {

// box_of_leaf(node, lane)
template <class BoxOfLeaf>
void fit_lanes(WideBvh& io_tree, BoxOfLeaf&& box_of_leaf) {
    std::vector<Aabb> derived(io_tree.nodes.size()); // around what each node's lanes derive
    for (std::size_t i = io_tree.nodes.size(); i-- > 0;) {
        WideNode& node = io_tree.nodes[i];
        std::array<Aabb, WideBoxes::kLanes> boxes;
        for (unsigned lane = 0; lane < node.lane_count; ++lane)
            boxes[lane] = node.is_leaf(lane) ? box_of_leaf(static_cast<std::uint32_t>(i), lane)
                                             : derived[node.child(lane)];
        node.boxes = WideBoxes::make(std::span(boxes).first(node.lane_count));
        for (unsigned lane = 0; lane < node.lane_count; ++lane)
            derived[i] = merge(derived[i], node.boxes.box(lane));
    }
}

} // namespace boxwood
