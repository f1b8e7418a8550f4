// What: runs a query between two hierarchies of the same type: serially, in parallel, with a coherence cache, or
//     recorded. Included only where the types are instantiated (the shards, query_mixed.cpp and record_mixed.cpp).
// Invariants: the invariants of mesh_query.hpp.
#pragma once

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "collision/query/dispatch/mesh_query_of.hpp"
#include "collision/query/dispatch/query_shards.hpp"
#include "collision/query/query_scratch.hpp"
#include "collision/query/traversal/coherent_query.hpp"
#include "collision/query/traversal/parallel_query.hpp"

#include <utility>

namespace boxwood::detail {

template <std::size_t kIndex>
bool try_query(const QueryInput& in, QueryScratch& io_scratch, QueryResult& out_result) {
    using H = HierarchyType<kIndex>;
    const H* tree_a = std::get_if<kIndex>(&in.a.hierarchy->tree());
    const H* tree_b = std::get_if<kIndex>(&in.b.hierarchy->tree());
    if (tree_a == nullptr || tree_b == nullptr) return false;
    auto& scratch = scratch_of<H>(io_scratch);
    NoTrace no_trace;
    if (in.threads != nullptr)
        ParallelQuery<H>(in, *tree_a, *tree_b, out_result).run();
    else if (in.request.coherence == nullptr ||
             !try_coherent_query(in, *tree_a, *tree_b, scratch, out_result))
        query_type(in, *tree_a, *tree_b, scratch, no_trace, out_result);
    return true;
}

template <std::size_t kIndex>
bool try_recorded(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder& io_trace,
                  QueryResult& out_result) {
    using H = HierarchyType<kIndex>;
    const H* tree_a = std::get_if<kIndex>(&in.a.hierarchy->tree());
    const H* tree_b = std::get_if<kIndex>(&in.b.hierarchy->tree());
    if (tree_a == nullptr || tree_b == nullptr) return false;
    query_type(in, *tree_a, *tree_b, scratch_of<H>(io_scratch), io_trace, out_result);
    return true;
}

// Calls try_index(index) for each type of the shard until one returns true.
template <std::size_t kShard, std::size_t kShards, class Try>
void try_shard(const Try& try_index) {
    const auto try_one = [&]<std::size_t kIndex>(std::integral_constant<std::size_t, kIndex> index) {
        if constexpr (kIndex % kShards == kShard)
            return try_index(index);
        else
            return false;
    };
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
        (try_one(std::integral_constant<std::size_t, kIndex>{}) || ...);
    }
    (std::make_index_sequence<kHierarchyTypes>());
}

} // namespace boxwood::detail
