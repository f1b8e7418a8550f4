// What: what a query counted. Relations between these numbers are what tests assert and what benches report.
#pragma once

#include <array>
#include <cstdint>

namespace boxwood {

struct QueryCounters {
    std::uint64_t volume_tests = 0;    // n_v
    std::uint64_t primitive_tests = 0; // n_p
    std::uint64_t exact_tests = 0;     // primitive tests that the floating-point filter could not decide
    std::uint32_t relations = 0; // made from poses, with their 18 absolute values: 1 per query, whatever n_v
    std::uint32_t max_depth = 0; // most descents from the two roots to a pair of nodes
    std::array<std::uint64_t, 16> exits_by_axis{}; // first separating axis 0..14; [15]: overlapping
};

} // namespace boxwood
