// What: parts of a capture taken away, with all references to them: what is left is a capture of the same program, whose
//     hierarchies, claims and visits are those of the original as far as they are about what is left.
// Invariants: relative order is kept; numbers of triangles, vertices and nodes are dense again.
// Degenerate input: any capture; references that were out of range stay out of range.
// Cost: linear in the capture.
#pragma once

#include "engine/capture/capture.hpp"

#include <set>
#include <vector>

namespace boxwood::judge {

using Kept = std::vector<bool>; // per element: whether it stays

// Of all revisions of a mesh that have so many triangles. Leaves that become empty go, with the nodes above them that have
// nothing else below.
capture::Capture keep_triangles(const capture::Capture& capture, std::uint64_t mesh, const Kept& kept);

// A node that goes leaves its children to its parent; a leaf with primitives, and a root with several children, stay.
capture::Capture keep_nodes(const capture::Capture& capture, const capture::IdAndRevision& hierarchy, const Kept& kept);

// By position in the lists of the capture.
capture::Capture keep_queries(const capture::Capture& capture, const Kept& kept);
capture::Capture keep_pair_records(const capture::Capture& capture, const Kept& kept);

capture::Capture keep_bodies(const capture::Capture& capture, const std::set<std::uint64_t>& kept);

// Drops meshes, hierarchies, poses, frames and marks that nothing names.
capture::Capture drop_unused(const capture::Capture& capture);

} // namespace boxwood::judge
