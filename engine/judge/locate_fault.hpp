// What: finds the stage of a query that lost a pair of triangles (or, in a query with one object, a triangle), or that
//     reported a pair that does not intersect or is beyond the margin. Uses the recorded hierarchies and visits.
#pragma once

#include "engine/capture/records/frame_records.hpp"
#include "engine/judge/exact_answer.hpp"
#include "engine/judge/trees/judge_hierarchy.hpp"

#include <array>

namespace boxwood::judge {

struct QueryEvidence {
    std::array<const JudgedHierarchy*, 2> hierarchies{}; // null: not recorded, or of another mesh
    const capture::VisitsRecord* visits = nullptr;       // null: not recorded
    std::array<const WorldTriangles*, 2> world{};
    Pose world_from_a; // recorded axes of visits are in the frame of a
    // What a visit decides about two volumes or two triangles.
    enum class Question { intersection, closeness, distance } question = Question::intersection;
};

// For a pair that the answer misses: an intersecting pair, a pair within the margin, or the nearest pair of a distance.
// The finding's text continues a sentence after "because ", or after "; " if its stage is none.
Finding locate_missing(const QueryEvidence& evidence, TrianglePair pair);
// For a pair that is in the answer but does not intersect or, in a query with a margin, is beyond the margin.
Finding locate_spurious(const QueryEvidence& evidence, TrianglePair pair);

// For a triangle that is missing in the answer of a query with one object (a ray or a point). Null arguments were not
// recorded. The visits of such a query use only a; their b has no meaning.
Finding locate_missed_triangle(const JudgedHierarchy* hierarchy, const capture::VisitsRecord* visits,
                               std::uint32_t triangle);

} // namespace boxwood::judge
