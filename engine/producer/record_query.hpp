// What: records Boxwood's own meshes, hierarchies of every kind, and queries with their visits as a capture.
// Frame: meshes are in their own frames; poses map them to the world.
// Invariants: nodes are numbered without gaps in the order of their ids in a trace. The ids themselves can have gaps,
//     for example where a lazy hierarchy has not split nodes. Recorded visits contain the numbers, not the ids.
// Cost: O(n log n) time per hierarchy of n nodes, because nodes are sorted by id; a query runs once with a recorder.
// Oracle: the judge finds no wrong claim in the records (tests/engine/judge/sound_captures_test.cpp).
#pragma once

#include "collision/query/mesh_query.hpp"
#include "engine/capture/capture.hpp"

#include <array>
#include <string>

namespace boxwood::capture {

inline constexpr std::string_view kThisLibrary = "boxwood";

MeshRecord record_mesh(const MeshView& mesh, std::uint64_t id, std::string name, bool is_solid = false);

struct RecordedHierarchy {
    HierarchyRecord record;
    // The node number for each id in a trace; HierarchyRecord::kNone if there is no such node.
    std::vector<std::uint32_t> node_of_id;
};
RecordedHierarchy record_hierarchy(const AnyHierarchy& hierarchy, std::uint64_t id, std::uint64_t mesh);

// Runs the query with a recorder, and appends the query and its visits. `hierarchies`: the recorded hierarchies of a
// and b. Supports the modes any, all, distance and within. A query of mode within is recorded as a distance query with
// a cutoff. In a distance query, a visit of two nodes has the kind volume_bound: a test of a lower bound on their
// distance instead of an overlap test.
Status append_query(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    const std::array<const RecordedHierarchy*, 2>& hierarchies, std::uint64_t id,
                    Capture& io_capture);

} // namespace boxwood::capture
