// What: writes all claims of the sources with their verdicts as Markdown, from the tables of claims in a results
//     folder. docs/sources.md contains this text between its markers.
// Invariants: verdicts are computed from the estimates in the tables with the current rules. The verdicts in the
//     tables are ignored.
// Degenerate input: a claim without a table, a row or an estimate is "not judged". If a table or an estimate cannot
//     be read, an Error names it.
#pragma once

#include "collision/core/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

// Returns the text of an experiment's claims.csv, or nothing if the folder has no such file.
using FindClaims = std::function<Result<std::optional<std::string>>(std::string_view experiment)>;

Result<std::string> claims_page(const FindClaims& find_claims);

} // namespace boxwood
