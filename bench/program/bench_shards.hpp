// What: a part of the experiments of a run, so that several machines share them: `boxwood bench --shard I/N` runs every Nth
//       experiment, and `boxwood merge` puts the folders of all parts together.
// Invariants: the folder of a part has shard.json, a line of JSON that says which part of which run it is.
// Degenerate input: a part that is missing, given twice, not finished or of another run is an Error that names the folder;
//                   then nothing is written.
#pragma once

#include "app/cli/query/shard.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct BenchShard {
    Shard shard;
    std::vector<std::string> experiments; // of the whole run, in order
    std::uint64_t seed = 0;
    bool is_quick = false, counts_only = false;

    bool has(std::size_t experiment) const { return experiment % shard.count == shard.number - 1; }
};

Status write_bench_shard(const std::filesystem::path& folder, const BenchShard& shard);
Result<BenchShard> read_bench_shard(const std::filesystem::path& folder);

// In any order.
Status merge_benches(std::span<const std::filesystem::path> folders, const std::filesystem::path& out);

} // namespace boxwood
