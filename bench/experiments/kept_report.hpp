// What: reads the facts, the claims and the page section of each experiment from an existing report folder. A later
//     run can then replace some experiments and keep the others.
// Invariants: parts are in the order of the list of experiments. read_report() restores the parts that
//     make_about_table() and report_page() wrote, with two exceptions: claims have only their source and verdict, which
//     the index counts; and times are rounded to tenths.
// Degenerate input: if the page is empty, the sections name the folders of the tables. A malformed line, an unknown
//     experiment, a missing section or a missing table of claims is an Error that names it.
#pragma once

#include "bench/experiments/report_page.hpp"

#include <functional>

namespace boxwood {

Table make_about_table(
    std::span<const ReportPart> parts); // named "about": the measuring conditions of each experiment

// Returns the text of an experiment's claims.csv.
using ReadClaims = std::function<Result<std::string>(std::string_view experiment)>;

Result<std::vector<ReportPart>> read_report(std::string_view page, std::string_view about,
                                            const ReadClaims& read_claims);

// Replaces the part of the same experiment, or inserts the part in the order of the list.
void put_part(std::vector<ReportPart>& io_parts, ReportPart part);

} // namespace boxwood
