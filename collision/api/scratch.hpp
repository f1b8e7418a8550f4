// What: the working memory of the facade's queries. Internal: not installed.
#pragma once

#include "collision/api/context.hpp"
#include "collision/narrow_phase/compound/compound_query.hpp"
#include "collision/query/mesh_query.hpp"

namespace boxwood::api {

struct Context::Scratch {
    QueryScratch query;
    QueryResult result;
    PartsCache parts_cache;
    PartsScratch parts;
    CompoundResult parts_result;
    std::uint32_t queries = 0; // since the last look at the size

    std::size_t bytes() const;
    // Called after each query.
    void bound(Context& context) {
        if (++queries >= kQueriesPerLook ||
            result.pairs.capacity() * sizeof(PrimitivePair) > kMaxScratchBytes / 4)
            look_at_size(context);
    }

  private:
    static constexpr std::uint32_t kQueriesPerLook = 256;
    void look_at_size(Context& context);
};

} // namespace boxwood::api
