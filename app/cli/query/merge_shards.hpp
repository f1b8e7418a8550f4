// What: merges the files of all shards of a run into one file with the answers of the complete run.
// Degenerate input: if a shard is missing, truncated, from another run or occurs twice, an Error names the file or the
//                   missing parts, and no output file is written. A truncated shard is detected only while its lines
//                   are copied, when standard output can already contain lines. The other errors are detected before
//                   any output.
#pragma once

#include "app/cli/query/shard.hpp"

#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

namespace boxwood {

// Counts the verdicts in the merged lines; all counts are 0 if the lines are answers of queries.
struct MergedVerdicts {
    static constexpr std::array<std::string_view, 4> kNames{"right", "within-precision", "undecided",
                                                            "wrong"};
    std::array<std::uint64_t, 4> counts{};

    void add(std::string_view line);
};

// The paths can be in any order.
Result<MergedVerdicts> merge_shards(const std::vector<std::filesystem::path>& paths,
                                    const std::filesystem::path& out);

// Reads the heading of a shard file.
Result<ShardHeading> read_heading_of(const std::filesystem::path& path);

} // namespace boxwood
