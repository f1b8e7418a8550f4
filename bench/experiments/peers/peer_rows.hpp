// What: the rows that comparing programs wrote, grouped: one group for each input, with every method's value.
// Units: as the file says.
// Invariants: methods that begin with the name of a library are peers, the others ours. What finds boxes only gives no answer
//     and takes no part, nor does a row without a value: it was not run.
// Degenerate input: a column that is missing is an Error that names the file.
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

// One of the files: which columns name a row of the comparison, the method and its value.
struct PeerFile {
    std::string_view name;
    std::vector<std::string_view> keys;      // columns that tell rows apart
    std::string_view method, value, answers; // answers: empty if there are none to compare
    std::string_view
        ratio{}; // to the fastest of ours, where a slow method has had fewer inputs; empty: that of the values
};

struct PeerEntry {
    std::string method, answers;
    double value = 0.0;
    double ratio = std::nan(""); // over the same inputs; not a number: the file has none
};

// Of theirs to ours, over the same inputs where the file tells.
double ratio_between(const PeerEntry& theirs, const PeerEntry& ours);

struct PeerGroup {
    std::string name;              // its keys, for people
    std::vector<std::string> keys; // in the order of the file's
    std::vector<PeerEntry> entries;

    // Fastest of ours or theirs whose name contains one of `parts`; none: of all. Null if there is none.
    const PeerEntry* best(bool of_peers, std::span<const std::string_view> parts = {}) const;
    double ratio() const; // of the best peer to our best; no number without both
};

Result<std::vector<PeerGroup>> group_rows(const PeerFile& file, const std::string& csv);

} // namespace boxwood
