// What: removes elements of a capture and the references to them. Nothing is recomputed: remaining nodes keep their
//     recorded volumes, and remaining claims and visits keep their recorded values. Only the indices of elements
//     change.
// Invariants: the remaining elements keep their order, and triangles, vertices and nodes are renumbered without gaps.
// Degenerate input: accepts any capture. References that were out of range stay so or are removed. A hierarchy whose
//     arrays contradict each other stays unchanged, even if triangles of its mesh are removed.
// Cost: O(n log n) time in the size of the capture. keep_nodes() takes O(nodes) time for each removed node, and
//     keep_triangles() passes over the nodes of a hierarchy at most once per level.
#pragma once

#include "engine/capture/capture.hpp"

#include <set>
#include <vector>

namespace boxwood::judge {

using Kept = std::vector<bool>; // for each element: whether it stays

// Removes triangles from all revisions of the mesh that have kept.size() triangles. Hierarchies, claims and visits of
// the mesh are renumbered for all revisions. Also removes leaves that become empty, and then inner nodes whose children
// are all removed.
capture::Capture keep_triangles(const capture::Capture& capture, std::uint64_t mesh, const Kept& kept);

// Removes nodes that are not wanted, where that is possible. The children of a removed node become children of its
// parent. A node with primitives is never removed. A root is removed only if it has exactly one child.
capture::Capture keep_nodes(const capture::Capture& capture, const capture::IdAndRevision& hierarchy,
                            const Kept& wanted);

// kept[i] belongs to capture.queries[i] in keep_queries(), and to capture.pairs[i] in keep_pair_records().
capture::Capture keep_queries(const capture::Capture& capture, const Kept& kept);
capture::Capture keep_pair_records(const capture::Capture& capture, const Kept& kept);

// Removes bodies, and their entries in poses and pair records. Queries keep the bodies that they name.
capture::Capture keep_bodies(const capture::Capture& capture, const std::set<std::uint64_t>& kept);

// Removes meshes, hierarchies, bodies, poses, frames and marks that the remaining queries and pair records do not need.
// Without queries, all hierarchies stay. With pair records, all bodies stay, and all poses up to the last frame with
// pairs.
capture::Capture drop_unused(const capture::Capture& capture);

} // namespace boxwood::judge
