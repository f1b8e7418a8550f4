// What: one function per source that returns the list of its claims. source_claims.hpp joins the lists.
#pragma once

#include "engine/measure/claims/source_claim.hpp"

#include <span>

namespace boxwood {

// Without the claims about graphs, which engine/measure/claims/claims.cpp lists.
std::span<const SourceClaim> list_cohen_claims();
std::span<const SourceClaim> list_van_den_bergen_claims();
std::span<const SourceClaim> list_akenine_moller_claims();
std::span<const SourceClaim> list_zachmann_claims();

} // namespace boxwood
