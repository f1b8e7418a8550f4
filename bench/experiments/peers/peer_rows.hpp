// What: the rows written by comparison programs, grouped: one group for each input, with every method's value.
// Units: as the file says.
// Invariants: methods that begin with the name of a library are peers, the others ours. Methods that only find boxes
//     give no answer and are excluded, as are rows without a value, which were not run.
// Degenerate input: a missing column is an Error that names the file.
#pragma once

#include "bench/experiments/csv_text.hpp"
#include "collision/core/result.hpp"

#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

bool is_peer(std::string_view method);

// A file: the columns that identify a row of the comparison, its method and its value.
struct PeerFile {
    std::string_view name;
    std::vector<std::string_view> keys;      // columns that identify a row
    std::string_view method, value, answers; // answers: empty if there are none to compare
    // Column of the ratio to the fastest of ours, for slow methods with fewer inputs; empty: the ratio of the values.
    std::string_view ratio{};
};

struct PeerEntry {
    std::string method, answers;
    double value = 0.0;
    double ratio = std::nan(""); // over the same inputs; NaN if the file has none
};

// The ratio of theirs to ours, over the same inputs if the file contains it.
double ratio_between(const PeerEntry& theirs, const PeerEntry& ours);

struct PeerGroup {
    std::string name;              // its keys, in readable form
    std::vector<std::string> keys; // in the order of the file's keys
    std::vector<PeerEntry> entries;

    // Fastest of ours or theirs whose name contains one of `parts`; all if `parts` is empty. Null if there is none.
    const PeerEntry* best(bool of_peers, std::span<const std::string_view> parts = {}) const;
    double ratio() const; // of the best peer to our best; NaN without both
};

Result<std::vector<PeerGroup>> group_rows(const PeerFile& file, const std::string& csv);

} // namespace boxwood
