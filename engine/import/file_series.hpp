// What: lists the files of a numbered series: walk_000.obj, walk_001.obj, …
// Invariants: the numbers are consecutive and ascend from the number of the given file. All files are in the same
//             folder. Their names differ only in the number before the extension. The number is padded with zeros to at
//             least as many digits as in the given file (007, 008; 9, 10). The result has at most kMaxSeriesFiles
//             files.
// Degenerate input: the result is only the given file if its name without the extension does not end in a number, or if
//             the next file does not exist.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace boxwood {

inline constexpr std::size_t kMaxSeriesFiles = 2000;

std::vector<std::filesystem::path> find_series(const std::filesystem::path& first);

} // namespace boxwood
