// What: tests each statement of the paper about the shape of its graphs against the slopes of the measured curves.
// Units: as the rule of each claim states.
// Invariants: a slope is estimated per seed. The rule of the claim judges the 95 % interval of the mean over the seeds
//             (verdict_rule.hpp). Claims about causes are tested on counts, which do not depend on the machine.
// Degenerate input: a claim is `not_judged` if one of its graphs was not measured completely. A claim about all graphs
//     uses the graphs that were measured completely.
// Source: the text of [Cohen 1995] section 5 states the shapes. The ranges are this project's choice.
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

// Results of one or several graphs; their graph numbers identify them.
using Results = std::span<const SweepResult>;

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Measured {
    Interval estimate{kUnknown, kUnknown, kUnknown}; // of the tested slope, exponent, change or ratio
    std::string note{};                              // additional information, such as the number of points
};

struct ClaimOutcome {
    Verdict verdict = Verdict::not_judged;
    Interval estimate{kUnknown, kUnknown, kUnknown};
    std::string note; // the reason if not judged, then additional information, such as the number of points
};

// To add a claim: add an entry to the list in claims.cpp.
struct Claim {
    int graph = 0; // 0: all graphs, or the scene of the paper's abstract (kHeadline)
    SourceClaim source_claim;
    bool is_percent = false; // the estimate is displayed in percent; rule and estimate are fractions
    Measured (*measure)(Results results) = nullptr;
};
std::span<const Claim> all_claims();

struct ClaimFinding {
    const Claim* claim = nullptr;
    ClaimOutcome outcome;
};
std::vector<ClaimFinding> judge_all(Results results);
std::vector<ClaimFinding> judge_graph(Results results, int graph);

// "1.08 (1.05 to 1.11)", "+12 % (+9.1 to +15)", or an en dash if there is no estimate.
std::string estimate_text(const Claim& claim, const Interval& estimate);

// The finding as a row of an experiment's table of claims.
ClaimResult make_claim_result(const ClaimFinding& finding);

} // namespace boxwood
