// What: all claims of the sources with their verdicts as Markdown, from the tables of claims of a results folder:
//     the part of docs/sources.md between its markers.
// Invariants: the verdict is judged from the table's estimate by the rule of today; the table's own verdict is not read.
// Degenerate input: an experiment without table, a claim without row or without estimate is "not judged"; a table or an
//     estimate that cannot be read is an Error that names it.
#pragma once

#include "collision/core/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

// The text of an experiment's claims.csv; nothing if the folder has none.
using FindClaims = std::function<Result<std::optional<std::string>>(std::string_view experiment)>;

Result<std::string> claims_page(const FindClaims& find_claims);

} // namespace boxwood
