// What: judges every claim of a capture: hierarchies against their meshes, broad-phase pairs and queries against exact
//     answers; and names the stage at which a wrong answer first went wrong.
// Frame: world.
// Invariants: a claim is wrong only beyond the producer's declared error, or the default of its scalar type. The exact
//     answers come from exact_answer.hpp, which shares no code with hierarchies.
// Degenerate input: anything that read_capture accepts. What was not recorded makes a finding undecided, and its text
//     says what to record.
// Cost: exact_answer.hpp per query; each hierarchy is validated once.
#pragma once

#include "engine/capture/capture.hpp"
#include "engine/judge/finding.hpp"
#include "engine/judge/judge_query.hpp"

#include <functional>
#include <limits>
#include <vector>

namespace boxwood::judge {

struct JudgedCapture {
    std::vector<Finding> findings; // hierarchies, then frames, then queries; one per query at least
    std::size_t hierarchies = 0, frames = 0, queries = 0;
    JudgedHierarchies trees; // those whose mesh is recorded; they refer to the capture

    std::size_t count(Outcome outcome) const;
};

// A range of the claims: the hierarchies, then the frames, then the queries.
struct ClaimRange {
    std::size_t first = 0, count = std::numeric_limits<std::size_t>::max();
    bool has(std::size_t claim) const { return claim >= first && claim - first < count; }
};
std::size_t count_claims(const capture::Capture& capture);

// Calls `goes_on(done, all)` before each query; if it returns false, the rest is left out. Every hierarchy is validated,
// because queries are judged by them; findings and counts are those of the range.
JudgedCapture judge_capture(const capture::Capture& capture,
                            const std::function<bool(std::size_t, std::size_t)>& goes_on = {},
                            const ClaimRange& range = {});

} // namespace boxwood::judge
