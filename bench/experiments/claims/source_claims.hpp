// What: all claims of the sources, with the rules that judge them (engine/measure/claims/source_claim.hpp), in one list
//     per source.
// Invariants: keys are unique. A key starts with the experiment that judges the claim, and a slash. A key
//     without a slash belongs to a claim that no experiment judges. A rule is written before the results that it
//     judges.
// To add a claim: add an entry to the file of its source, and call judge_source_claim with its key in the experiment.
#pragma once

#include "engine/measure/claims/source_claim.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct SourceOfClaims {
    std::string_view key;  // as in docs/sources.md
    std::string_view name; // topic of the source
    std::vector<SourceClaim> claims;
};
std::span<const SourceOfClaims> all_source_claims();

// Judges the claim from these values. Requires that the key is listed.
ClaimResult judge_source_claim(std::string_view key, std::vector<ClaimValue> values, std::string note = {});

} // namespace boxwood
