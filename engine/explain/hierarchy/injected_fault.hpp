// What: a hierarchy with one wrong volume: for those who want to see what a wrong volume does, and whether it is found.
// Invariants: the node's volume is that of its triangles' corners, drawn together to half their extent; all other
//     volumes stay. A box-tree derives its boxes from their parents': what lies below the node shrinks with it. So do
//     the lanes of a wide node that lie below one of its halves.
// Degenerate input: a node that is not there, triangles of one place, a box-tree's root: nothing.
// Cost: a copy of the hierarchy.
// Oracle: AnyHierarchy::validate; find_pruning_fault.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"

#include <optional>

namespace boxwood {

// The node's name in what comes back is found by the same way down from the root.
struct InjectedFault {
    AnyHierarchy hierarchy;
    std::uint32_t node = 0;
};
std::optional<InjectedFault> plant_fault(const AnyHierarchy& sound, const MeshView& mesh, std::uint32_t node);

} // namespace boxwood
