// Queries between hierarchies of two different types.
#include "collision/query/dispatch/query_dispatch.hpp"

namespace boxwood::detail {

void query_mixed(const QueryInput& in, QueryScratch& io_scratch, QueryResult& out_result) {
    const MixedTree tree_a(in.a.hierarchy->tree()), tree_b(in.b.hierarchy->tree());
    NoTrace no_trace;
    if (in.threads != nullptr)
        ParallelQuery<MixedTree>(in, tree_a, tree_b, out_result).run();
    else
        query_type(in, tree_a, tree_b, scratch_of<MixedTree>(io_scratch), no_trace, out_result);
}

} // namespace boxwood::detail
