#include "bench/experiments/claims/source_claims.hpp"

#include "bench/experiments/claims/claim_lists.hpp"
#include "collision/core/check.hpp"
#include "engine/measure/claims/claims.hpp"

#include <algorithm>

namespace boxwood {
namespace {

std::vector<SourceClaim> claims_of_cohen() {
    std::vector<SourceClaim> claims;
    // The claims about graphs, which the window of the program also judges.
    for (const Claim& claim : all_claims())
        if (!claim.source_claim.source.starts_with("own")) claims.push_back(claim.source_claim);
    for (const SourceClaim& claim : list_cohen_claims()) claims.push_back(claim);
    return claims;
}

std::vector<SourceClaim> copy(std::span<const SourceClaim> claims) {
    return {claims.begin(), claims.end()};
}

} // namespace

std::span<const SourceOfClaims> all_source_claims() {
    static const std::vector<SourceOfClaims> kAll{
        {"[Cohen 1995]", "I-COLLIDE", claims_of_cohen()},
        {"[van den Bergen 1997]", "AABB trees", copy(list_van_den_bergen_claims())},
        {"[Akenine-Möller 2008]", "volume tests and hierarchies", copy(list_akenine_moller_claims())},
        {"[Zachmann 2002]", "the restricted BoxTree", copy(list_zachmann_claims())}};
    return kAll;
}

ClaimResult judge_source_claim(std::string_view key, std::vector<ClaimValue> values, std::string note) {
    for (const SourceOfClaims& source : all_source_claims())
        for (const SourceClaim& claim : source.claims)
            if (claim.key == key) return make_claim_result(claim, values, std::move(note));
    BOXWOOD_REQUIRE(!"a claim that is not listed");
    return {};
}

} // namespace boxwood
