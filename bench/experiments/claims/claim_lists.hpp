// What: the lists of claims, one function per source; source_claims.hpp joins them.
#pragma once

#include "engine/measure/claims/source_claim.hpp"

#include <span>

namespace boxwood {

std::span<const SourceClaim> list_cohen_claims(); // those that no graph of the multi-body lab measures
std::span<const SourceClaim> list_van_den_bergen_claims();
std::span<const SourceClaim> list_akenine_moller_claims();
std::span<const SourceClaim> list_zachmann_claims();

} // namespace boxwood
