// What: which of the ways to answer a query between two hierarchies of one type is taken: whole, in parts, recorded, or with
//     what the last one left. Included only where types are instantiated (query_shard.cpp.in).
// Invariants: those of mesh_query.hpp.
#pragma once

#include "collision/query/divided_query.hpp"
#include "collision/query/mesh_query_of.hpp"
#include "collision/query/remembered_query.hpp"

namespace boxwood::detail {

// The types of hierarchy are dealt out over translation units, which compile side by side: shard k has the types
// whose index leaves k. Requires the hierarchies to be of one type, and that type to be of the shard.
template <std::size_t kShard>
void query_in_shard(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder* io_trace,
                    QueryResult& out_result);

// Between hierarchies of two types, in query_mixed.cpp.
void query_mixed(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder* io_trace,
                 QueryResult& out_result);

template <std::size_t kIndex>
bool try_query(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder* io_trace,
               QueryResult& out_result) {
    using H = HierarchyType<kIndex>;
    const H* tree_a = std::get_if<kIndex>(&in.a.hierarchy->tree());
    const H* tree_b = std::get_if<kIndex>(&in.b.hierarchy->tree());
    if (tree_a == nullptr || tree_b == nullptr) return false;
    auto& scratch = std::get<TraversalScratch<H>>(io_scratch.of_type);
    NoTrace no_trace;
    if (in.threads != nullptr)
        DividedQuery<H>(in, *tree_a, *tree_b, out_result).run();
    else if (io_trace != nullptr)
        query_type(in, *tree_a, *tree_b, scratch, *io_trace, out_result);
    else if (in.request.memory == nullptr || !try_remembered(in, *tree_a, *tree_b, scratch, out_result))
        query_type(in, *tree_a, *tree_b, scratch, no_trace, out_result);
    return true;
}

} // namespace boxwood::detail
