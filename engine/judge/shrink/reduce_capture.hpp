// What: removes parts of a capture and all references to them. The hierarchies, claims and visits of the remaining
//     parts are copied, not recomputed.
// Invariants: the remaining elements keep their order, and triangles, vertices and nodes are renumbered without gaps.
// Degenerate input: accepts any capture; references that were out of range stay out of range.
// Cost: O(n) time in the size of the capture.
#pragma once

#include "engine/capture/capture.hpp"

#include <set>
#include <vector>

namespace boxwood::judge {

using Kept = std::vector<bool>; // for each element: whether it stays

// Removes triangles from all revisions of the mesh that have kept.size() triangles. Also removes leaves that become
// empty, and nodes that have no other descendants.
capture::Capture keep_triangles(const capture::Capture& capture, std::uint64_t mesh, const Kept& kept);

// Removes nodes. The children of a removed node become children of its parent. Leaves with primitives and roots with
// several children are never removed.
capture::Capture keep_nodes(const capture::Capture& capture, const capture::IdAndRevision& hierarchy, const Kept& kept);

// `kept` refers to positions in capture.queries, or in capture.pairs.
capture::Capture keep_queries(const capture::Capture& capture, const Kept& kept);
capture::Capture keep_pair_records(const capture::Capture& capture, const Kept& kept);

capture::Capture keep_bodies(const capture::Capture& capture, const std::set<std::uint64_t>& kept);

// Removes all meshes, hierarchies, bodies, poses, frames and marks that no remaining record refers to.
capture::Capture drop_unused(const capture::Capture& capture);

} // namespace boxwood::judge
