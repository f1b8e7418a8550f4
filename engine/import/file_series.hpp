// What: the files of a numbered series: walk_000.obj, walk_001.obj, …
// Invariants: ascending consecutive numbers from the given file on; same folder, same text around the number, which has
//             either a fixed number of digits (007, 008) or no leading zeros (9, 10).
// Degenerate input: a name without a number or without a successor gives that file alone.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace boxwood {

inline constexpr std::size_t kMaxSeriesFiles = 2000;

std::vector<std::filesystem::path> find_series(const std::filesystem::path& first);

} // namespace boxwood
