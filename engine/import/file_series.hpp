// What: the files of a numbered series: walk_000.obj, walk_001.obj, …
// Invariants: ascending by number without a gap, from the file that was named on; same folder, same words around the
//     number, which keeps its digits (007, 008) or has none in front (9, 10).
// Degenerate input: a name without a number, or without a successor: that file alone.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace boxwood {

inline constexpr std::size_t kMaxSeriesFiles = 2000;

std::vector<std::filesystem::path> find_series(const std::filesystem::path& first);

} // namespace boxwood
