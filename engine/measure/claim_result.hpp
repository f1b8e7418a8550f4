// What: what a source reports, the test that stands for it, our number, and whether it is reproduced.
// Units: as the test says.
// Invariants: the source is a tag as in docs/experiments.md: [S] the paper's text, [E: x] found elsewhere, [D] derived,
//             [M] measured for the design, "own" this project's question, "target" a figure that it set itself,
//             "ratio" what that figure asks against a library. Nothing that is lost stands here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

enum class Verdict : std::uint8_t { reproduced, not_reproduced, unclear, not_run, observed };
std::string_view verdict_name(Verdict verdict); // "not reproduced"

inline Verdict verdict_if(bool is_reproduced) {
    return is_reproduced ? Verdict::reproduced : Verdict::not_reproduced;
}

// What the estimate is made of: counts are the same on every machine, times are not.
enum class Basis : std::uint8_t { counts, times };

struct ClaimResult {
    std::string shape;  // as reported
    std::string source; // the tag
    std::string test;   // what is estimated, and the range that counts as reproduced
    std::string estimate;
    Verdict verdict = Verdict::not_run;
    Basis basis = Basis::counts;
    std::string note{}; // more to know
};

// What a quick run makes of a claim: small input and few repeats say nothing of a time. Counts stay as they are.
void leave_time_unjudged(ClaimResult& io_claim);

// Only what a source reports can be reproduced: a question of our own holds or not, a target is reached or not.
enum class ClaimKind : std::uint8_t { reported, own, target, ratio };
ClaimKind kind_of(const ClaimResult& claim);
std::string_view verdict_name(const ClaimResult& claim);

} // namespace boxwood
