// What: the working memory of the facade's queries. Internal: not installed.
#pragma once

#include "collision/api/context.hpp"
#include "collision/narrow_phase/compound/compound_query.hpp"
#include "collision/query/contacts/mesh_contacts.hpp"
#include "collision/query/points/closest_point.hpp"
#include "collision/query/points/ray_cast.hpp"

namespace boxwood::api {

struct Context::Scratch {
    MeshContactsScratch mesh; // of queries on two meshes and of self-contacts
    MeshContacts mesh_contacts;
    RayScratch ray;
    ClosestScratch closest;
    PartsCache parts_cache;
    PartsScratch parts;
    CompoundResult parts_result;
    std::uint32_t unchecked_queries = 0; // calls of release_if_due() since the size was last checked

    std::size_t bytes() const;
    // Call at the end of each query that used this object, except a query that returns an Error. Must be the last
    // access to this object: if the working memory is too large, the context destroys the object.
    void release_if_due(Context& context) {
        if (++unchecked_queries >= kQueriesPerCheck ||
            mesh.pairs.pairs.capacity() * sizeof(PrimitivePair) > kMaxScratchBytes / 4)
            release_if_large(context);
    }

  private:
    static constexpr std::uint32_t kQueriesPerCheck = 256;
    void release_if_large(Context& context);
};

} // namespace boxwood::api
