// What: removes parts of a capture and all references to them. The result contains the original hierarchies, claims and
//     visits as far as they concern the remaining parts.
// Invariants: the remaining elements keep their order, and triangles, vertices and nodes are renumbered without gaps.
// Degenerate input: accepts any capture; references that were out of range stay out of range.
// Cost: O(n) time in the size of the capture.
#pragma once

#include "engine/capture/capture.hpp"

#include <set>
#include <vector>

namespace boxwood::judge {

using Kept = std::vector<bool>; // for each element: whether it stays

// Applies to all revisions of the mesh that have kept.size() triangles. Removes leaves that become empty, and nodes
// that have no other descendants.
capture::Capture keep_triangles(const capture::Capture& capture, std::uint64_t mesh, const Kept& kept);

// The children of a removed node become children of its parent. Leaves with primitives and roots with several children
// are never removed.
capture::Capture keep_nodes(const capture::Capture& capture, const capture::IdAndRevision& hierarchy, const Kept& kept);

// `kept` refers to positions in capture.queries, or in capture.pairs.
capture::Capture keep_queries(const capture::Capture& capture, const Kept& kept);
capture::Capture keep_pair_records(const capture::Capture& capture, const Kept& kept);

capture::Capture keep_bodies(const capture::Capture& capture, const std::set<std::uint64_t>& kept);

// Removes meshes, hierarchies, bodies, poses, frames and marks without references.
capture::Capture drop_unused(const capture::Capture& capture);

} // namespace boxwood::judge
