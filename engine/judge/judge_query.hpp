// What: judges one recorded query against the exact answer.
#pragma once

#include "engine/capture/capture.hpp"
#include "engine/judge/exact_answer.hpp"
#include "engine/judge/judge_hierarchy.hpp"
#include "engine/judge/poses.hpp"

#include <map>

namespace boxwood::judge {

using JudgedHierarchies = std::map<capture::IdAndRevision, JudgedHierarchy>;

WorldTriangles world_triangles(const capture::MeshRecord& mesh, const Pose& world_from_mesh);

// One finding: right, or the earliest stage that explains the answer.
Finding judge_query(const capture::Capture& capture, const JudgedHierarchies& hierarchies,
                    const capture::QueryRecord& query);

} // namespace boxwood::judge
