// What: the result of a claim: its statement, the rule that judges it, the measured estimate, and the verdict.
// Units: as `test` states.
// Invariants: `source` begins with a tag of docs/benchmarks.md: [S] the text of a paper, [E: x] found elsewhere, [D]
//             derived, [M] measured for the design, "own" a question of this project, "target" a figure that this
//             project set itself, "ratio" the comparison with a library that a target requires. Claims with the tags
//             [S] and [E] have a key, and the rule of this key gives the verdict (source_claim.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

// same_direction: the estimate has the direction that the source states, but either it is outside the range around the
// source's figure, or no copy of the source has the figure. unclear: used only for ratios. not_judged: the note states
// the reason.
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

// The data that the estimate is computed from: counts are machine-independent, times are not.
enum class Basis : std::uint8_t { counts, times };

struct ClaimResult {
    std::string statement;
    std::string source; // tag and source
    std::string test;   // the estimated quantity and the range that counts as reproduced
    std::string estimate;
    Verdict verdict = Verdict::not_judged;
    Basis basis = Basis::counts;
    std::string note{}; // additional information
    // SourceClaim::key without the experiment; empty if no SourceClaim states the claim.
    std::string key{};
    std::string figure{}; // the source's own number
};

// Marks a claim about times as not judged. Use it for a quick run, because times of small inputs with few repeats prove
// nothing. Claims about counts are unchanged.
void leave_time_unjudged(ClaimResult& io_claim);

// Only a reported claim, which comes from a source, can be reproduced. A claim of this project's own holds or does not
// hold. A target or a ratio is reached or not.
enum class ClaimKind : std::uint8_t { reported, own, target, ratio };
ClaimKind kind_of(const ClaimResult& claim);
std::string_view verdict_name(const ClaimResult& claim);

} // namespace boxwood
