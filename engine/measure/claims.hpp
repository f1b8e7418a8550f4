// What: for each shape that the paper reports of its graphs: a stated test on slopes, and whether it is
//       reproduced.
// Units: as the test of each claim says.
// Invariants: a slope is estimated seed by seed; the verdict comes from the 95 % interval of the mean over
//             the seeds against the stated range: inside reproduced, outside not, else unclear. Claims about
//             causes are tested on counts, which do not depend on the machine.
// Degenerate input: a claim whose graphs are not (completely) measured is `not_run`.
// Source: the shapes are those of [Cohen 1995] section 5, as its text tells them; the ranges are this
//         project's choice.
// Oracle: tests/engine/measure/claims_test.cpp, results made from known curves.
#pragma once

#include "engine/measure/claim_result.hpp"
#include "engine/measure/sweep_result.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// A graph's results, or those of several, by the number of their graph.
using Results = std::span<const SweepResult>;

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Judgement {
    Verdict verdict = Verdict::not_run;
    Interval estimate{kUnknown, kUnknown,
                      kUnknown}; // of the slope, exponent, change or ratio that the test is about
    std::string note;            // more to know, such as the number of points
};

// To add one: a line in the list in claims.cpp.
struct Claim {
    int graph = 0;           // 0: about all of them
    std::string_view shape;  // as reported
    std::string_view source; // a tag: [S] the paper's text; [D] follows from it; "own" of this project
    std::string_view test;   // what is estimated, and the range that counts as reproduced
    bool is_percent = false; // the estimate is a share: shown in percent
    Judgement (*judge)(Results results) = nullptr;
};
std::span<const Claim> all_claims();

struct ClaimFinding {
    const Claim* claim = nullptr;
    Judgement judgement;
};
std::vector<ClaimFinding> judge_all(Results results);
// Those of one graph only.
std::vector<ClaimFinding> judge_graph(Results results, int graph);

// "1.08, 1.05 to 1.11" or "+12 %, +9 to +15 %"; an en dash when there is none.
std::string estimate_text(const Claim& claim, const Interval& estimate);

} // namespace boxwood
