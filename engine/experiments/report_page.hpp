// What: the results of experiments as one self-contained HTML page: an index, and for each what is claimed, our number, the
//       verdict, pictures, tables, how it was measured and with what.
// Invariants: nothing is loaded from elsewhere and no script runs; light, dark and on paper by the reader's choice. Tables of
//             more than kMostRows rows, and those for programs, are named as files.
#pragma once

#include "engine/experiments/experiment.hpp"

#include <string>

namespace boxwood {

struct ReportFacts {
    std::string build, machine, clock; // in words
    bool is_quick = false;
};

struct ReportedExperiment {
    const Experiment* experiment = nullptr;
    ExperimentResult result;
    double seconds = 0.0; // that it took
};

std::string report_page(std::span<const ReportedExperiment> experiments, const ReportFacts& facts);

inline constexpr std::size_t kMostRows = 40; // of a table on the page

} // namespace boxwood
