// What: the files of all shards of a run put together: the answers of the run.
// Degenerate input: a shard that is missing, given twice, cut short, or of another run is an Error that names the file; then no
//                   file is written.
#pragma once

#include "app/cli/query/shard.hpp"

#include <filesystem>
#include <vector>

namespace boxwood {

// In any order.
Status merge_shards(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& out);

// The heading of the file of a shard.
Result<ShardHeading> read_heading_of(const std::filesystem::path& path);

} // namespace boxwood
