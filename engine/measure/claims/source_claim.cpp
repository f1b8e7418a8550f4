#include "engine/measure/claims/source_claim.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {

Ruling judge(const SourceClaim& claim, std::span<const ClaimValue> values) {
    if (!claim.not_judged.empty()) return {Verdict::not_judged, std::string(claim.not_judged)};
    if (claim.rule.reproduced.is_empty() && claim.rule.direction.is_empty() && !values.empty())
        return {Verdict::observed, ""};
    return judge(claim.rule, values);
}

ClaimResult make_claim_result(const SourceClaim& claim, std::span<const ClaimValue> values,
                              std::string note) {
    Ruling ruling = judge(claim, values);
    const bool is_known = std::all_of(values.begin(), values.end(),
                                      [](const ClaimValue& value) { return value.interval.is_known(); });
    if (!ruling.reason.empty()) note = ruling.reason + (note.empty() ? "" : "; " + note);
    return {.statement = std::string(claim.statement),
            .source = std::string(claim.source),
            .test = rule_text(claim.rule),
            .estimate = is_known ? values_text(values) : "",
            .verdict = ruling.verdict,
            .basis = claim.basis,
            .note = std::move(note),
            .key = std::string(claim.key.substr(claim.key.find('/') + 1)),
            .figure = std::string(claim.figure)};
}

} // namespace boxwood
