// What: the graphs as one self-contained HTML page: pictures, verdicts, how it was measured and with what.
// Invariants: nothing is loaded from elsewhere; light, dark and on paper by the reader's choice.
#pragma once

#include "engine/experiments/claims.hpp"

#include <string>
#include <vector>

namespace boxwood {

struct ReportFacts {
    std::string build, machine, clock; // in words
    bool is_quick = false;
};
std::string report_page(Results results, const ReportFacts& facts);

} // namespace boxwood
