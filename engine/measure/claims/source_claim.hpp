// What: a claim of a source as data: what the source states, its figure, and the rule that judges it.
// Invariants: rules are written before the results that they judge. The figure is the source's own; "lost" where no copy
//             has it, and then the inner range of the rule is empty, so that the claim can at most have the same
//             direction; "an order" where the source only says which of two is larger, and then the inner range begins
//             5 % beyond equality. A claim that follows from a definition, or that nothing here measures, has a reason
//             instead of a verdict.
#pragma once

#include "engine/measure/claims/verdict_rule.hpp"

namespace boxwood {

struct SourceClaim {
    std::string_view
        key; // "solid-tables/box-tests": experiment and claim; without experiment if nothing measures it
    std::string_view source; // "[S] [van den Bergen 1997] 5": tag, key of docs/sources.md, section
    std::string_view statement;
    std::string_view figure;
    VerdictRule rule;
    Basis basis = Basis::counts;
    std::string_view not_judged{}; // the reason, if the claim is never judged
};

// Verdict and, where there is none, the reason. A rule without any range only observes.
Ruling judge(const SourceClaim& claim, std::span<const ClaimValue> values);

ClaimResult make_claim_result(const SourceClaim& claim, std::span<const ClaimValue> values,
                              std::string note = {});

} // namespace boxwood
