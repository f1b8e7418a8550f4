// What: the translation units over which the types of hierarchy are dealt out, which compile in parallel: shard k has the
//     types whose index leaves k. CMakeLists.txt reads the numbers here.
#pragma once

#include "collision/query/traversal/primitive_tests.hpp"

#include <cstddef>

namespace boxwood::detail {

inline constexpr std::size_t kQueryShards = 8;
inline constexpr std::size_t kRecordedShards = 4; // of queries that record their visits: optimised less

// Require the hierarchies to be of one type, and that type to be of the shard.
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
