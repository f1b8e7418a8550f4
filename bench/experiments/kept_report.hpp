// What: the report of a folder, read back: what each experiment was measured with, its claims and its section of the page, so
//       that a later run renews some experiments and keeps the others.
// Invariants: parts come in the order of the list of experiments; what was written by make_about_table and report_page reads
//             back equal, of claims what the index counts: source and verdict.
// Degenerate input: a line that is not of this form, an experiment that is not known, a section or a table of claims that is
//                   not there is an Error that names it.
#pragma once

#include "bench/experiments/report_page.hpp"

#include <functional>

namespace boxwood {

Table make_about_table(std::span<const ReportPart> parts); // named "about": what each was measured with

// The text of an experiment's claims.csv.
using ReadClaims = std::function<Result<std::string>(std::string_view experiment)>;

Result<std::vector<ReportPart>> read_report(std::string_view page, std::string_view about,
                                            const ReadClaims& read_claims);

// In place of the part of the same experiment, or in its place of the list.
void put_part(std::vector<ReportPart>& io_parts, ReportPart part);

} // namespace boxwood
