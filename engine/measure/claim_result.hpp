// What: a claim of a source, its test, the measured estimate, and the result of the test.
// Units: as stated by the test.
// Invariants: the source is a tag as in docs/benchmarks.md: [S] the paper's text, [E: x] found elsewhere, [D] derived,
//             [M] measured for the design, "own" a question of this project, "target" a figure that it set itself,
//             "ratio" the comparison with a library that such a figure requires. Claims whose source is lost are not
//             listed.
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

// Data behind the estimate: counts are machine-independent, times are not.
enum class Basis : std::uint8_t { counts, times };

struct ClaimResult {
    std::string shape;  // as reported
    std::string source; // the tag
    std::string test;   // the estimated quantity, and the range that counts as reproduced
    std::string estimate;
    Verdict verdict = Verdict::not_run;
    Basis basis = Basis::counts;
    std::string note{}; // additional information
};

// Marks a claim about times as not run in a quick run: small inputs and few repeats are not conclusive. Claims about
// counts are unchanged.
void leave_time_unjudged(ClaimResult& io_claim);

// Only claims of a source can be reproduced: a question of this project holds or not, a target is reached or not.
enum class ClaimKind : std::uint8_t { reported, own, target, ratio };
ClaimKind kind_of(const ClaimResult& claim);
std::string_view verdict_name(const ClaimResult& claim);

} // namespace boxwood
