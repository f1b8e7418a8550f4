// What: every claim of the sources, with the rule that judges it (engine/measure/claims/source_claim.hpp): one list per source.
// Invariants: keys are unique; a claim is measured by the experiment that its key names. Rules stand here before the
//     results that they judge.
// To add one: an entry in the file of its source; its experiment calls judge_source_claim with the key.
#pragma once

#include "engine/measure/claims/source_claim.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct SourceOfClaims {
    std::string_view key;  // of docs/sources.md
    std::string_view name; // what the source is about
    std::vector<SourceClaim> claims;
};
std::span<const SourceOfClaims> all_source_claims();

// The claim's verdict on these values. Requires that the key is listed.
ClaimResult judge_source_claim(std::string_view key, std::vector<ClaimValue> values, std::string note = {});

} // namespace boxwood
