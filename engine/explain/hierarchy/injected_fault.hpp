// What: a hierarchy with one wrong volume, to show the effect of a wrong volume and whether a check finds it.
// Invariants: the node's volume is that of its triangles' corners, contracted to half their extent; all other volumes
//     stay. A box-tree derives its boxes from their parents', so the whole subtree shrinks with the node. So do the
//     lanes of a wide node that lie below one of its halves.
// Degenerate input: a missing node, triangles in a single point, a box-tree's root: no result.
// Cost: a copy of the hierarchy.
// Oracle: AnyHierarchy::validate; find_pruning_fault.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"

#include <optional>

namespace boxwood {

// The node id in the returned hierarchy is found by the same path from the root.
struct InjectedFault {
    AnyHierarchy hierarchy;
    std::uint32_t node = 0;
};
std::optional<InjectedFault> inject_fault(const AnyHierarchy& sound, const MeshView& mesh,
                                          std::uint32_t node);

} // namespace boxwood
