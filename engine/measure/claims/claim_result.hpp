// What: a claim, the rule by which it is judged, the measured estimate, and the verdict.
// Units: as stated by the test.
// Invariants: the source begins with a tag as in docs/benchmarks.md: [S] the paper's text, [E: x] found elsewhere, [D]
//             derived, [M] measured for the design, "own" a question of this project, "target" a figure that it set
//             itself, "ratio" the comparison with a library that such a figure requires. Claims of [S] and [E] have a
//             key, and their verdict follows from the rule of that key (source_claim.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

// same_direction: the source's statement has the right sign, but lies outside the range around its figure, or the
// figure is lost. unclear: only of ratios. not_judged: the note says why.
enum class Verdict : std::uint8_t {
    reproduced,
    same_direction,
    not_reproduced,
    unclear,
    not_judged,
    observed
};
inline constexpr std::size_t kVerdictCount = 6;
std::string_view verdict_name(Verdict verdict); // "not reproduced"

inline Verdict verdict_if(bool is_reproduced) {
    return is_reproduced ? Verdict::reproduced : Verdict::not_reproduced;
}

// Data behind the estimate: counts are machine-independent, times are not.
enum class Basis : std::uint8_t { counts, times };

struct ClaimResult {
    std::string shape;  // the statement
    std::string source; // tag and source
    std::string test;   // the estimated quantity, and the range that counts as reproduced
    std::string estimate;
    Verdict verdict = Verdict::not_judged;
    Basis basis = Basis::counts;
    std::string note{};   // additional information
    std::string key{};    // of the source's claim, within the experiment; empty: a claim of no source
    std::string figure{}; // of the source
};

// Marks a claim about times as not judged in a quick run: small inputs and few repeats are not conclusive. Claims about
// counts are unchanged.
void leave_time_unjudged(ClaimResult& io_claim);

// Only claims of a source can be reproduced: a question of this project, or what it derived, holds or not; a target is
// reached or not.
enum class ClaimKind : std::uint8_t { reported, own, target, ratio };
ClaimKind kind_of(const ClaimResult& claim);
std::string_view verdict_name(const ClaimResult& claim);

} // namespace boxwood
