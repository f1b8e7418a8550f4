// What: splits the experiments of a run into N parts for several machines. `boxwood bench --shard I/N` runs part I: the
//     experiments I, I + N, I + 2N, ... of the run. `boxwood merge` combines the folders of all parts.
// Invariants: the folder of a part contains shard.json, a line of JSON that identifies the part and its run.
// Degenerate input: if a part is missing, given twice, unfinished or from another run, the Error names the folder or
//                   the missing parts, and nothing is written.
#pragma once

#include "app/cli/query/shard.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct BenchShard {
    Shard shard;
    std::vector<std::string> experiments; // all experiments of the run, in order
    std::uint64_t seed = 0;
    bool is_quick = false, counts_only = false;

    bool has(std::size_t experiment) const { return experiment % shard.count == shard.number - 1; }
};

Status write_bench_shard(const std::filesystem::path& folder, const BenchShard& shard);
Result<BenchShard> read_bench_shard(const std::filesystem::path& folder);

// Combines the parts in `folders`, in any order, into `out`. The report of `out` keeps its other experiments.
Status merge_benches(std::span<const std::filesystem::path> folders, const std::filesystem::path& out);

} // namespace boxwood
