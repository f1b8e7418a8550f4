// What: access to the bvh8 of AABBs in an AnyHierarchy, for code that stores hierarchies and reads them back.
// Invariants: an adopted hierarchy is valid for its mesh; queries give the same answers as with a hierarchy that was
//     built.
// Degenerate input: a tree that does not fit the mesh is an Error that names the node.
// Cost: adopt_bvh8 validates every node and triangle; this takes about as long as a refit.
#pragma once

#include "collision/hierarchy/bvh8/bvh8.hpp"
#include "collision/query/any_hierarchy.hpp"

namespace boxwood {

// Null if the hierarchy is of another kind or volume.
const Bvh8* find_bvh8(const AnyHierarchy& hierarchy);

// Requires a mesh that check_mesh accepts.
Result<AnyHierarchy> adopt_bvh8(Bvh8 tree, const HierarchyConfig& config, const MeshView& mesh);

} // namespace boxwood
