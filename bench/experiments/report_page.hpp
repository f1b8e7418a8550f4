// What: the results of experiments as one self-contained HTML page: an index, and for each experiment the claims, our
//     numbers, the results of the checks, pictures, tables, method and conditions.
// Invariants: loads nothing from elsewhere and runs no script; light, dark or printed by the reader's choice. Tables of
//     more than kMaxRows rows, and those for programs, are named as files. The page is the concatenation of its parts:
//     a part that was read back (kept_report.hpp) is unchanged.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <string>

namespace boxwood {

// The conditions of a measurement.
struct ReportFacts {
    std::string build, machine, clock; // in words
    std::string date;                  // 2001-12-31
    std::uint64_t seed = 0;
    bool is_quick = false;
    double seconds = 0.0; // duration of the experiment
    double load_before_ns = 0.0,
           load_after_ns = 0.0; // scaling/load_latency.hpp: the state of the machine; 0: not measured
};

struct ReportPart {
    const Experiment* experiment = nullptr;
    ReportFacts facts;
    std::vector<ClaimResult> claims;
    std::string section; // of the page
};
ReportPart make_report_part(const Experiment& experiment, const ExperimentResult& result,
                            const ReportFacts& facts);

std::string report_page(std::span<const ReportPart> parts);

// The start of an experiment's section, and the text that ends every section.
std::string section_start(std::string_view experiment);
inline constexpr std::string_view kSectionEnd = "</section>\n";

inline constexpr std::size_t kMaxRows = 40; // of a table on the page

} // namespace boxwood
