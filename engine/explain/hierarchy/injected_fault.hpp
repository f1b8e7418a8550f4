// What: injects a wrong volume into a copy of a hierarchy, to show its effect and whether a check finds it.
// Invariants: in a bvh2 or a bvh8 of OBBs, the triangles of the node are contracted to half their extent, and the
//     node's volume is fitted to their corners. In a wide node of AABBs, all lanes below the given node shrink to the
//     box of these corners. A node of a box-tree or kdop-tree moves its side, or both ends of its slab, further inwards
//     until half the extent is left. In a box-tree, box-tree8 or kdop-tree, the subtree derives its volumes from the
//     node, so it shrinks, too. All other volumes stay unchanged.
// Degenerate input: gives no result for a missing node, for the root of a box-tree or kdop-tree, and if the volume does
//     not change, for example because all triangles lie in a single point. All nodes of a lazy hierarchy are split
//     first, also in the original.
// Cost: a copy of the hierarchy.
// Oracle: AnyHierarchy::validate; find_pruning_fault.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"

#include <optional>

namespace boxwood {

// `node`: the id of the shrunk node in the returned hierarchy, which can differ from the original id.
struct InjectedFault {
    AnyHierarchy hierarchy;
    std::uint32_t node = 0;
};
std::optional<InjectedFault> inject_fault(const AnyHierarchy& original, const MeshView& mesh,
                                          std::uint32_t node);

} // namespace boxwood
