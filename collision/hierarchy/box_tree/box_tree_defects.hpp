// What: finds defects of box trees. Their boxes are not stored but derived by the cursors.
// Invariants: a box that is too small makes all boxes below it too small. The highest of these boxes is therefore
//     reported.
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
