// What: a claim of a source as data: the source's statement, its figure, and the rule that judges it.
// Invariants: rules are written before the results that they judge. The figure is the source's own, with two
//             exceptions. It is "lost" if no copy of the source has it. The inner range of the rule is then empty, so
//             the best possible verdict is same_direction. It is "an order" if the source only states which of two
//             quantities is larger. The inner range of a ratio then begins 5 % beyond equality. A claim that follows
//             from a definition, or that no experiment measures, has a reason instead of a verdict.
#pragma once

#include "engine/measure/claims/verdict_rule.hpp"

namespace boxwood {

struct SourceClaim {
    // "solid-tables/box-tests": experiment and claim. The experiment is missing if none measures the claim.
    std::string_view key;
    std::string_view source; // "[S] [van den Bergen 1997] 5": tag, key of docs/sources.md, section
    std::string_view statement;
    std::string_view figure;
    VerdictRule rule;
    Basis basis = Basis::counts;
    std::string_view not_judged{}; // the reason, if the claim is never judged
};

// Returns the verdict, or the reason why the claim is not judged. A rule without ranges gives Verdict::observed.
Ruling judge(const SourceClaim& claim, std::span<const ClaimValue> values);

ClaimResult make_claim_result(const SourceClaim& claim, std::span<const ClaimValue> values,
                              std::string note = {});

} // namespace boxwood
