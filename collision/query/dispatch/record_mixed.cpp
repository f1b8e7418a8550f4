// Recorded queries between hierarchies of two different types.
#include "collision/query/dispatch/query_dispatch.hpp"

namespace boxwood::detail {

void record_mixed(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder& io_trace,
                  QueryResult& out_result) {
    const MixedTree tree_a(in.a.hierarchy->tree()), tree_b(in.b.hierarchy->tree());
    query_type(in, tree_a, tree_b, scratch_of<MixedTree>(io_scratch), io_trace, out_result);
}

} // namespace boxwood::detail
