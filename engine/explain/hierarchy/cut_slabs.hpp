// What: the slabs that the children of a BoxTree node cut off its box.
// Frame: the mesh's own.
// Invariants: the slabs of a child and the child's box partition the node's box. A child of a restricted BoxTree cuts at
//     most one.
// Degenerate input: leaves, and nodes of other kinds of hierarchies, cut nothing. A side that does not move is no slab.
// Cost: the depth of the node.
// Source: [Zachmann 2002] section 3.
// Oracle: volumes of boxes; vertices of the triangles below (tests/engine/explain/cut_slabs_test.cpp).
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"

namespace boxwood {

struct CutSlab {
    std::uint32_t child = 0;
    Aabb box;
    int axis = 0;
    bool is_lower = true; // at the node's lower side
};

std::vector<CutSlab> list_cut_slabs(const AnyHierarchy& hierarchy, const NodeTable& table,
                                    std::uint32_t node);

} // namespace boxwood
