// What: the kind bvh8 of AABBs behind AnyHierarchy, for code that stores hierarchies and reads them again.
// Invariants: an adopted hierarchy is valid for its mesh: queries with it answer as with one that was built.
// Degenerate input: a tree that does not fit the mesh in any way is an Error that names the node.
// Cost: adopting validates every node and triangle, about as long as a refit.
#pragma once

#include "collision/hierarchy/bvh8/bvh8.hpp"
#include "collision/query/any_hierarchy.hpp"

namespace boxwood {

// Null if the hierarchy is of another kind or volume.
const Bvh8* find_bvh8(const AnyHierarchy& hierarchy);

// Requires a mesh that check_mesh accepts.
Result<AnyHierarchy> adopt_bvh8(Bvh8 tree, const HierarchyConfig& config, const MeshView& mesh);

} // namespace boxwood
