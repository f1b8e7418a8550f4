// What: a shard is one of N parts of a run, so that several machines can share the work. `boxwood query --shard I/N`
//       answers the Ith of N parts, `boxwood judge --shard I/N` judges the Ith part of the claims, and `boxwood merge`
//       merges the files of all parts.
// Invariants: the parts are consecutive and their lengths differ by at most 1. The first line of a part is its heading:
//             {"shard":I,"of":N,"first":K,"queries":M,"of_queries":T,"question":"..."}. One line per answer follows, or
//             as many lines as the field "lines" states. `question` is a 64-bit hash of the questions and the input, so
//             that parts of different runs can be told from each other.
#pragma once

#include "collision/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

struct Shard {
    std::uint64_t number = 1, count = 1; // number: 1 to count
    bool operator==(const Shard&) const = default;
};

inline constexpr std::uint64_t kMaxShards = 1u << 20;
// Reads "I/N" with 1 <= I <= N <= kMaxShards.
Result<Shard> read_shard(std::string_view text);

// Returns an Error unless each of the parts 1 to N occurs once. `names[i]` describes the file of shards[i] for the
// message. Requires at least one shard, and that all shards have the same count.
Status check_all_shards(std::span<const Shard> shards, std::span<const std::string> names);

struct ShardHeading {
    Shard shard;
    // The part consists of the queries first to first + queries - 1 of the run's `of_queries` queries, counted from 0.
    // With `judge`, these are claims instead of queries.
    std::uint64_t first = 0, queries = 0, of_queries = 0;
    std::uint64_t question = 0;
    std::uint64_t lines = queries; // after the heading: one per query, or for `judge` one per finding
    bool operator==(const ShardHeading&) const = default;
};

ShardHeading make_heading(const Shard& shard, std::uint64_t of_queries, std::uint64_t question);
// Includes the line break.
std::string to_line(const ShardHeading& heading);
// Returns an Error unless to_line() would write exactly this line. `line` does not include the line break.
Result<ShardHeading> read_heading(std::string_view line);

} // namespace boxwood
