// What: judges one recorded query against the exact answer.
#pragma once

#include "engine/capture/capture.hpp"
#include "engine/judge/exact_answer.hpp"
#include "engine/judge/judge_hierarchy.hpp"
#include "engine/judge/poses.hpp"

#include <array>
#include <map>

namespace boxwood::judge {

using JudgedHierarchies = std::map<capture::IdAndRevision, JudgedHierarchy>;

WorldTriangles world_triangles(const capture::MeshRecord& mesh, const Pose& world_from_mesh);

// The triangles of the last query in the world, for the next one about the same objects at the same poses.
struct WorldCache {
    struct Entry {
        const capture::MeshRecord* mesh = nullptr; // null: empty
        capture::Reals pose;
        WorldTriangles triangles;
    };
    std::array<Entry, 2> sides;
};

// One finding: right, or the earliest stage that explains the answer.
Finding judge_query(const capture::Capture& capture, const JudgedHierarchies& hierarchies,
                    const capture::QueryRecord& query, WorldCache& io_cache);

} // namespace boxwood::judge
