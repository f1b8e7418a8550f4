// What: writes the results of experiments as one self-contained HTML page: an index, and for each experiment the claims
//     with estimates and verdicts, pictures, tables, method and conditions.
// Invariants: the page loads no other files and runs no scripts. It supports light and dark themes and printing. For a
//     table that has more than kMaxRows rows or is not meant for the page, it names the file instead. The page is the
//     concatenation of its parts, so parts that were read from another page (kept_report.hpp) do not change.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <string>

namespace boxwood {

// The conditions of a measurement.
struct ReportFacts {
    std::string build, machine, clock; // in words
    std::string date;                  // for example 2001-12-31
    std::uint64_t seed = 0;
    bool is_quick = false;
    double seconds = 0.0; // duration of the experiment
    double load_before_ns = 0.0,
           load_after_ns = 0.0; // see scaling/load_latency.hpp; 0: not measured
};

struct ReportPart {
    const Experiment* experiment = nullptr;
    ReportFacts facts;
    std::vector<ClaimResult> claims;
    std::string section; // HTML text of its section
};
ReportPart make_report_part(const Experiment& experiment, const ExperimentResult& result,
                            const ReportFacts& facts);

std::string report_page(std::span<const ReportPart> parts);

// The start tag of an experiment's section. Every section ends with kSectionEnd.
std::string section_start(std::string_view experiment);
inline constexpr std::string_view kSectionEnd = "</section>\n";

inline constexpr std::size_t kMaxRows = 40; // rows of a table on the page

} // namespace boxwood
