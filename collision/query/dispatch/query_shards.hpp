// What: the hierarchy types distributed over translation units, which compile in parallel: shard k holds the types
//     whose index modulo the number of shards is k. CMakeLists.txt reads the numbers here.
#pragma once

#include "collision/query/traversal/primitive_tests.hpp"

#include <cstddef>

namespace boxwood::detail {

inline constexpr std::size_t kQueryShards = 8;
inline constexpr std::size_t kRecordedShards = 4; // of recorded queries, which are optimised less

// Require that both hierarchies have one type, and that the type belongs to the shard.
template <std::size_t kShard>
void query_in_shard(const QueryInput& in, QueryScratch& io_scratch, QueryResult& out_result);
template <std::size_t kShard>
void record_in_shard(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder& io_trace,
                     QueryResult& out_result);

// Between hierarchies of two types.
void query_mixed(const QueryInput& in, QueryScratch& io_scratch, QueryResult& out_result);
void record_mixed(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder& io_trace,
                  QueryResult& out_result);

} // namespace boxwood::detail
