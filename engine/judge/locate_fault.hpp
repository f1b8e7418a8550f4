// What: the stage at which a pair query lost or invented a pair of triangles, from its hierarchies and visits.
#pragma once

#include "engine/capture/records/frame_records.hpp"
#include "engine/judge/exact_answer.hpp"
#include "engine/judge/judge_hierarchy.hpp"

#include <array>

namespace boxwood::judge {

struct QueryEvidence {
    std::array<const JudgedHierarchy*, 2> hierarchies{}; // null: not recorded
    const capture::VisitsRecord* visits = nullptr;       // null: not recorded
    std::array<const WorldTriangles*, 2> world{};
};

// A pair that intersects and is missing in the answer. The finding's text is one sentence that starts after "because ".
Finding locate_missing(const QueryEvidence& evidence, TrianglePair pair);
// A pair that is in the answer and does not intersect.
Finding locate_invented(const QueryEvidence& evidence, TrianglePair pair);

// A triangle that a query of one object (a ray, a point) misses. Null: not recorded. In the visits b has no meaning.
Finding locate_missed_triangle(const JudgedHierarchy* hierarchy, const capture::VisitsRecord* visits,
                               std::uint32_t triangle);

} // namespace boxwood::judge
