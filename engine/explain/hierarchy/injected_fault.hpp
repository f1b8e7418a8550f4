// What: injects a wrong volume into a copy of a hierarchy, to show its effect and whether a check finds it.
// Invariants: the node's volume is fitted to the corners of its triangles after they are contracted to half their
//     extent. All other volumes stay unchanged, with two exceptions: a box-tree derives boxes from parent boxes, so the
//     complete subtree shrinks with the node; and all lanes of a wide node that are below the given node shrink.
// Degenerate input: no result for a missing node, for triangles in a single point, and for the root of a box-tree.
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
