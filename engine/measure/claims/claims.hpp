// What: a stated test on slopes, and its result, for each shape that the paper reports of its graphs.
// Units: as the test of each claim states.
// Invariants: a slope is estimated per seed; the rule of the claim judges the 95 % interval of the mean over the seeds
//             (verdict_rule.hpp). Claims about causes are tested on counts, which do not depend on the machine.
// Degenerate input: a claim with incompletely measured graphs is `not_judged`.
// Source: the shapes are those of [Cohen 1995] section 5, as its text states them; the ranges are this project's
//         choice.
// Oracle: tests/engine/measure/claims_test.cpp, results generated from known curves.
#pragma once

#include "engine/measure/claims/source_claim.hpp"
#include "engine/measure/sweeps/sweep_result.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// Results of one or several graphs, identified by graph number.
using Results = std::span<const SweepResult>;

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Measured {
    Interval estimate{kUnknown, kUnknown, kUnknown}; // of the tested slope, exponent, change or ratio
    std::string note{};                              // additional information, such as the number of points
};

struct Judgement {
    Verdict verdict = Verdict::not_judged;
    Interval estimate{kUnknown, kUnknown, kUnknown};
    std::string note; // additional information, such as the number of points
};

// To add one: a line in the list in claims.cpp.
struct Claim {
    int graph = 0; // 0: all graphs
    SourceClaim said;
    bool is_percent = false; // display the estimate in percent; rule and estimate are fractions
    Measured (*measure)(Results results) = nullptr;
};
std::span<const Claim> all_claims();

struct ClaimFinding {
    const Claim* claim = nullptr;
    Judgement judgement;
};
std::vector<ClaimFinding> judge_all(Results results);
// Only the claims of one graph.
std::vector<ClaimFinding> judge_graph(Results results, int graph);

// "1.08, 1.05 to 1.11" or "+12 %, +9 to +15 %"; an en dash without an estimate.
std::string estimate_text(const Claim& claim, const Interval& estimate);

// For the tables of an experiment.
ClaimResult make_claim_result(const ClaimFinding& finding);

} // namespace boxwood
