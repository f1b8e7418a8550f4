// What: groups the rows of comparison programs: one group per input, with the values of all methods for it.
// Units: named in the file.
// Invariants: a method is a peer if its name begins with the name of a library; the others are Boxwood's. Rows without
//     a value, which were not run, are excluded. Methods that find only overlapping boxes are never chosen as fastest.
// Degenerate input: if the column of a key, of the method or of the value is missing, an Error names the file.
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

// The names of a file and of its columns.
struct PeerFile {
    std::string_view name;
    std::vector<std::string_view> keys;      // columns that identify an input
    std::string_view method, value, answers; // answers: empty if answers are not compared
    // Column with the ratio to Boxwood's fastest method over the same inputs, because slow methods can have fewer
    // inputs. If empty, ratios of values are used.
    std::string_view ratio{};
};

struct PeerEntry {
    std::string method, answers;
    double value = 0.0;
    double ratio = std::nan(""); // ratio over the same inputs; NaN: the file has none
};

// The time of the peer divided by the time of `ours`: from the ratios of both to Boxwood's fastest method if the file
// has them, otherwise from their values.
double ratio_between(const PeerEntry& theirs, const PeerEntry& ours);

struct PeerGroup {
    std::string name;              // readable text of the keys
    std::vector<std::string> keys; // in the order of the file's keys
    std::vector<PeerEntry> entries;

    // The fastest method of the peers or of Boxwood among those whose name contains one of `parts` as a whole word. If
    // `parts` is empty, all names are considered. Null if there is none.
    const PeerEntry* best(bool of_peers, std::span<const std::string_view> parts = {}) const;
    double ratio() const; // time of the best peer divided by Boxwood's best; NaN unless both exist
};

Result<std::vector<PeerGroup>> group_rows(const PeerFile& file, const std::string& csv);

} // namespace boxwood
