// What: the working memory of the facade's queries. Internal: not installed.
#pragma once

#include "collision/api/context.hpp"
#include "collision/narrow_phase/compound/compound_query.hpp"
#include "collision/query/contacts/mesh_contacts.hpp"
#include "collision/query/points/closest_point.hpp"
#include "collision/query/points/ray_cast.hpp"

namespace boxwood::api {

struct Context::Scratch {
    MeshContactsScratch mesh; // its members serve all queries on meshes
    MeshContacts mesh_contacts;
    RayScratch ray;
    ClosestScratch closest;
    PartsCache parts_cache;
    PartsScratch parts;
    CompoundResult parts_result;
    std::uint32_t queries = 0; // since the last look at the size

    std::size_t bytes() const;
    // Called after each query.
    void bound(Context& context) {
        if (++queries >= kQueriesPerLook ||
            mesh.pairs.pairs.capacity() * sizeof(PrimitivePair) > kMaxScratchBytes / 4)
            look_at_size(context);
    }

  private:
    static constexpr std::uint32_t kQueriesPerLook = 256;
    void look_at_size(Context& context);
};

} // namespace boxwood::api
