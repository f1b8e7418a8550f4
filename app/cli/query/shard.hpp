// What: a part of the queries of a run, so that several machines share them: `boxwood query --shard I/N` answers the Ith of
//       N parts, `boxwood judge --shard I/N` judges that part of the claims, and `boxwood merge` puts the files of all parts
//       together.
// Invariants: the parts are consecutive and their lengths differ by at most 1. The first line of a part is its heading:
//             {"shard":I,"of":N,"first":K,"queries":M,"of_queries":T,"question":"..."}; a line per answer follows, or
//             as many as "lines" says.
//             `question` is equal for two parts exactly if they come from the same questions about the same input, up to a
//             collision of 64 bits.
#pragma once

#include "collision/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

struct Shard {
    std::uint64_t number = 1, count = 1; // from 1
    bool operator==(const Shard&) const = default;
};

// "I/N" with 1 <= I <= N <= kMaxShards.
inline constexpr std::uint64_t kMaxShards = 1u << 20;
Result<Shard> read_shard(std::string_view text);

// Ok if each of the parts 1 to N is there once; `names[i]` names the file of shards[i]. Requires one count for all.
Status check_all_shards(std::span<const Shard> shards, std::span<const std::string> names);

struct ShardHeading {
    Shard shard;
    std::uint64_t first = 0, queries = 0, of_queries = 0; // of the whole run: this part begins at `first`
    std::uint64_t question = 0;
    std::uint64_t lines = queries; // that follow: one per query, and of `judge` one per finding
    bool operator==(const ShardHeading&) const = default;
};

ShardHeading make_heading(const Shard& shard, std::uint64_t of_queries, std::uint64_t question);
// With its line break.
std::string to_line(const ShardHeading& heading);
// An Error says why the line is no heading, or one that to_line() does not write.
Result<ShardHeading> read_heading(std::string_view line);

} // namespace boxwood
