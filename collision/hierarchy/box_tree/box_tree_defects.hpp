// What: validation of box trees, whose boxes exist only as the cursors derive them.
// Invariants: a box that is too small makes all boxes below it too small, so the highest one is reported.
#pragma once

#include "collision/hierarchy/box_tree/box_tree.hpp"

namespace boxwood {

std::optional<ValidationError> find_move_defect(BoxTreeNode at, std::uint32_t node);

// For each node: its links, its derived box, and the tight box around the triangles below it.
struct DerivedBoxes {
    std::span<const NodeLinks> links;
    std::span<const std::uint32_t> primitives; // of leaves of several
    std::span<const Aabb> boxes, tight;
};
// Requires sound links and moves.
std::optional<ValidationError> find_derived_defect(const DerivedBoxes& tree, const MeshView& mesh);

} // namespace boxwood
