// The queries between hierarchies of two types.
#include "collision/query/query_dispatch.hpp"

namespace boxwood::detail {

void query_mixed(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder* io_trace,
                 QueryResult& out_result) {
    const MixedTree tree_a(in.a.hierarchy->tree()), tree_b(in.b.hierarchy->tree());
    auto& scratch = std::get<TraversalScratch<MixedTree>>(io_scratch.of_type);
    NoTrace no_trace;
    if (in.threads != nullptr)
        DividedQuery<MixedTree>(in, tree_a, tree_b, out_result).run();
    else if (io_trace != nullptr)
        query_type(in, tree_a, tree_b, scratch, *io_trace, out_result);
    else
        query_type(in, tree_a, tree_b, scratch, no_trace, out_result);
}

} // namespace boxwood::detail
