// What: writes all claims of the sources with their verdicts as Markdown, from the tables of claims in a results
//       folder.
//     The text is the part of docs/sources.md between its markers.
// Invariants: verdicts are computed from the estimates of the tables with the current rules; the verdicts in the tables
//     are ignored.
// Degenerate input: if there is no table, no row or no estimate, the claim is "not judged". If a table or an estimate
//     cannot be read, an Error names it.
#pragma once

#include "collision/core/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

// Returns the text of an experiment's claims.csv; none: the folder has no such file.
using FindClaims = std::function<Result<std::optional<std::string>>(std::string_view experiment)>;

Result<std::string> claims_page(const FindClaims& find_claims);

} // namespace boxwood
