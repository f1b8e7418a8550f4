// What: the files of a numbered series: walk_000.obj, walk_001.obj, …
// Invariants: the numbers are consecutive and ascend from the number of the given file. All files are in the same
//             folder, and their names differ only in the number, which has either a fixed number of digits (007, 008)
//             or no leading zeros (9, 10). At most kMaxSeriesFiles files.
// Degenerate input: if the name contains no number, or the next file does not exist, the result is the given file only.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace boxwood {

inline constexpr std::size_t kMaxSeriesFiles = 2000;

std::vector<std::filesystem::path> find_series(const std::filesystem::path& first);

} // namespace boxwood
