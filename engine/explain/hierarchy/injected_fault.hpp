// What: injects a wrong volume into a copy of a hierarchy, to show its effect and whether a check finds it.
// Invariants: the triangles of the node are contracted to half their extent, and the node's volume is fitted to their
//     corners. All other volumes stay unchanged, with two exceptions. A box-tree derives boxes from parent boxes, so
//     the complete subtree shrinks with the node. In a wide node, all lanes below the given node shrink.
// Degenerate input: gives no result for a missing node, if all triangles lie in a single point, and for the root of a
//     box-tree.
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
