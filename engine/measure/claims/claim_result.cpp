#include "engine/measure/claims/claim_result.hpp"

#include <array>

namespace boxwood {

std::string_view verdict_name(Verdict verdict) {
    constexpr std::array<std::string_view, kVerdictCount> kNames{
        "reproduced", "same direction", "not reproduced", "unclear", "not judged", "observed"};
    return kNames[static_cast<std::size_t>(verdict)];
}

void leave_time_unjudged(ClaimResult& io_claim) {
    if (io_claim.basis == Basis::counts || io_claim.verdict == Verdict::not_judged)
        return; // the note of a claim that is not judged already states the reason
    io_claim.estimate.clear();
    io_claim.verdict = Verdict::not_judged;
    io_claim.note = "times of a quick run";
}

ClaimKind kind_of(const ClaimResult& claim) {
    for (const std::string_view own : {"own", "[D]", "[M]"})
        if (claim.source.starts_with(own)) return ClaimKind::own;
    if (claim.source.starts_with("ratio")) return ClaimKind::ratio;
    return claim.source.starts_with("target") ? ClaimKind::target : ClaimKind::reported;
}

std::string_view verdict_name(const ClaimResult& claim) {
    const bool is_met = claim.verdict == Verdict::reproduced;
    const ClaimKind kind = kind_of(claim);
    if (kind == ClaimKind::reported || (!is_met && claim.verdict != Verdict::not_reproduced))
        return verdict_name(claim.verdict);
    if (kind == ClaimKind::own) return is_met ? "holds" : "does not hold";
    return is_met ? "reached" : "not reached";
}

} // namespace boxwood
