// What: judges one recorded query against the exact answer.
#pragma once

#include "engine/capture/capture.hpp"
#include "engine/judge/exact_answer.hpp"
#include "engine/judge/poses.hpp"
#include "engine/judge/trees/judge_hierarchy.hpp"

#include <array>
#include <map>
#include <optional>

namespace boxwood::judge {

using JudgedHierarchies = std::map<capture::IdAndRevision, JudgedHierarchy>;

WorldTriangles world_triangles(const capture::MeshRecord& mesh, const Pose& world_from_mesh);

// Caches the world triangles of the last query, so that a query about the same objects at the same poses can reuse
// them.
struct WorldCache {
    struct Entry {
        const capture::MeshRecord* mesh = nullptr; // null: empty
        capture::Reals pose;
        WorldTriangles triangles;
    };
    std::array<Entry, 2> sides;
};

// Returns one finding. Its stage for a wrong answer is the earliest stage that explains the answer, or Stage::none if
// the recorded data do not decide the stage.
Finding judge_query(const capture::Capture& capture, const JudgedHierarchies& hierarchies,
                    const capture::QueryRecord& query, WorldCache& io_cache);

// The relative pose (of b in the frame of a) that the producer used. Empty if it is not recorded or invalid, if it
// differs from the relative pose of the query's poses by at most 8 times the larger of the producer's error and its
// rounding error, or if the query does not have two objects that can be judged.
std::optional<Pose> find_differing_relative_pose(const capture::Capture& capture,
                                                 const capture::QueryRecord& query);

} // namespace boxwood::judge
