// What: the files of all shards of a run put together: the answers of the run.
// Degenerate input: a shard that is missing, given twice, cut short, or of another run is an Error that names the file; then no
//                   file is written.
#pragma once

#include "app/cli/query/shard.hpp"

#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

namespace boxwood {

// Of the findings in the merged lines; all 0 for answers of queries.
struct MergedVerdicts {
    static constexpr std::array<std::string_view, 4> kNames{"right", "within-precision", "undecided",
                                                            "wrong"};
    std::array<std::uint64_t, 4> counts{};

    void add(std::string_view line);
};

// In any order.
Result<MergedVerdicts> merge_shards(const std::vector<std::filesystem::path>& paths,
                                    const std::filesystem::path& out);

// The heading of the file of a shard.
Result<ShardHeading> read_heading_of(const std::filesystem::path& path);

} // namespace boxwood
