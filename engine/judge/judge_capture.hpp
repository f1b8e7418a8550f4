// What: judges every claim of a capture: hierarchies against their meshes, and broad-phase pairs and queries against
//     exact answers. For a wrong answer, names the first stage that went wrong.
// Frame: world.
// Invariants: a query gets the outcome wrong only if its input or its answer is invalid, if the answer contradicts
//     itself, or if the answer is off by more than the producer's declared error, or the default error of its scalar
//     type. judge_hierarchy.hpp states the limits for volumes. The exact answers come from exact_answer.hpp, which
//     shares no code with hierarchies.
// Degenerate input: accepts every capture that read_capture accepts. If data needed for a verdict were not recorded,
//     the finding is undecided, and its text names the data to record.
// Cost: one validation per hierarchy; a few exact answers (exact_answer.hpp) per query, and if an answer is wrong, also
//     the exact answers of earlier queries; per frame, a sweep along x over all bodies, and one exact answer for each
//     pair of bodies that is not reported although the boxes of the bodies overlap.
#pragma once

#include "engine/capture/capture.hpp"
#include "engine/judge/finding.hpp"
#include "engine/judge/judge_query.hpp"

#include <functional>
#include <limits>
#include <vector>

namespace boxwood::judge {

struct JudgedCapture {
    std::vector<Finding> findings; // first of hierarchies, then of frames, then of queries
    std::size_t hierarchies = 0, frames = 0, queries = 0;
    // The hierarchies whose mesh is recorded and valid; they contain pointers into the capture.
    JudgedHierarchies trees;

    std::size_t count(Outcome outcome) const;
};

// A range of claims. Claims are numbered from 0: first the hierarchies, then the frames in the order of their numbers,
// then the queries.
struct ClaimRange {
    std::size_t first = 0, count = std::numeric_limits<std::size_t>::max();
    bool has(std::size_t claim) const { return claim >= first && claim - first < count; }
};
std::size_t count_claims(const capture::Capture& capture);

// Judges the claims in `range`. Calls `should_continue(done, all)` before each query of the capture, inside the range
// or not, and stops when it returns false. `done` and `all` count queries. All hierarchies are validated, because the
// verdicts on queries depend on them. The findings and counts are only of the range.
JudgedCapture judge_capture(const capture::Capture& capture,
                            const std::function<bool(std::size_t, std::size_t)>& should_continue = {},
                            const ClaimRange& range = {});

} // namespace boxwood::judge
