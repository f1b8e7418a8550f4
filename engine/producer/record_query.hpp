// What: Boxwood as a producer of captures: meshes, hierarchies of every kind, and queries with their visits.
// Frame: meshes in their own frame, poses to the world.
// Invariants: nodes are numbered in the order of their ids in a trace; where ids have gaps (nodes of a lazy hierarchy
//     that do not exist), the numbers in the recorded visits follow the nodes.
// Cost: linear in the hierarchy; a query is run once with a recorder.
// Oracle: engine/judge.
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
    std::vector<std::uint32_t> node_of_id; // by id in a trace
};
RecordedHierarchy record_hierarchy(const AnyHierarchy& hierarchy, std::uint64_t id, std::uint64_t mesh);

// Runs the query with a recorder, and appends the query and its visits. The hierarchies are those recorded for a and b.
// Modes any, all, distance and within; the visits of a distance query are its bounds.
Status append_query(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    const std::array<const RecordedHierarchy*, 2>& hierarchies, std::uint64_t id,
                    Capture& io_capture);

} // namespace boxwood::capture
