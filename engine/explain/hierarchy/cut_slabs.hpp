// What: lists the slabs that the children of a box-tree node cut off the node's box.
// Frame: the mesh's own.
// Invariants: the slabs of a child and the child's box partition the node's box. A child in a restricted box-tree cuts
//     off at most one slab.
// Degenerate input: no slabs for leaves and for nodes of other kinds of hierarchies. A side that does not move gives no
//     slab.
// Cost: O(d) time for a node at depth d.
// Source: [Zachmann 2002] section 3.
// Oracle: tests/engine/explain/cut_slabs_test.cpp: the volumes of the slabs and of the child's box add up to that of
//     the node's box; no vertex of a triangle below the child is inside a slab.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"

namespace boxwood {

struct CutSlab {
    std::uint32_t child = 0;
    Aabb box;
    int axis = 0;
    bool is_lower = true; // true at the lower side of the node's box, false at the upper side
};

std::vector<CutSlab> list_cut_slabs(const AnyHierarchy& hierarchy, const NodeTable& table,
                                    std::uint32_t node);

} // namespace boxwood
