// What: finds defects of box trees. Their boxes are not stored but derived by the cursors.
// Invariants: the derived box of a node lies in the box of its parent. If a box does not contain a vertex, then neither
//     do the boxes below it on the path to the vertex's leaf. The first such box on the path from the root is reported.
#pragma once

#include "collision/hierarchy/box_tree/box_tree.hpp"

namespace boxwood {

std::optional<ValidationError> find_move_defect(BoxTreeNode at, std::uint32_t node);

// For each node: its links, its derived box, and the tight box around the triangles below it.
struct DerivedBoxes {
    std::span<const NodeLinks> links;
    std::span<const std::uint32_t> primitives; // the lists of leaves with several primitives
    std::span<const Aabb> boxes, tight;
};
// Requires sound links and moves.
std::optional<ValidationError> find_derived_defect(const DerivedBoxes& tree, const MeshView& mesh);

} // namespace boxwood
