// What: distributes the hierarchy types over translation units (shards), which compile in parallel. Shard k contains
//     the types with index i if i modulo the number of shards is k. CMakeLists.txt reads the numbers of shards from
//     this file.
#pragma once

#include "collision/query/traversal/primitive_tests.hpp"

#include <cstddef>

namespace boxwood::detail {

inline constexpr std::size_t kQueryShards = 8;
inline constexpr std::size_t kRecordedShards = 4; // for recorded queries, which are optimized less

// These functions require that both hierarchies have the same type and that this type belongs to the shard.
template <std::size_t kShard>
void query_in_shard(const QueryInput& in, QueryScratch& io_scratch, QueryResult& out_result);
template <std::size_t kShard>
void record_in_shard(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder& io_trace,
                     QueryResult& out_result);

// Queries between hierarchies of two different types.
void query_mixed(const QueryInput& in, QueryScratch& io_scratch, QueryResult& out_result);
void record_mixed(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder& io_trace,
                  QueryResult& out_result);

} // namespace boxwood::detail
