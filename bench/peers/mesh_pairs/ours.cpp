// Adds hierarchies of Boxwood with several kinds, builders, leaf sizes and volumes.
#include "bench/peers/mesh_pairs/competitors.hpp"

#include "collision/query/mesh_query.hpp"
#include "collision/query/query_coherence.hpp"

namespace boxwood::bench {

namespace {

struct Choice {
    const char* name;
    HierarchyConfig config;
    OverlapTest test = OverlapTest::sat;
    bool has_memory = false;
    bool has_contacts = true, has_distance = false;
};

class OurHierarchy final : public Competitor {
  public:
    OurHierarchy(const Mesh& mesh, const Choice& choice)
        : mesh_(mesh)
        , hierarchy_(*build_any_hierarchy(choice.config, mesh.view()))
        , test_(choice.test)
        , has_memory_(choice.has_memory) {}
    void answer(const Placement& at, Wanted wanted, PairAnswer& out) override {
        std::swap(result_.pairs, out.pairs); // reuses the capacity of out.pairs
        QueryRequest request{mode_of(wanted), test_};
        if (has_memory_) request.coherence = &memory_;
        require_ok(query_meshes({mesh_.view(), &hierarchy_, &at.a}, {mesh_.view(), &hierarchy_, &at.b},
                                request, scratch_, result_));
        std::swap(result_.pairs, out.pairs);
        out.intersects = result_.intersects;
        out.distance = result_.distance;
    }

  private:
    static QueryMode mode_of(Wanted wanted) {
        switch (wanted) {
        case Wanted::first:
            return QueryMode::any;
        case Wanted::all:
            return QueryMode::all;
        case Wanted::distance:
            break;
        }
        return QueryMode::distance;
    }

    const Mesh& mesh_;
    AnyHierarchy hierarchy_;
    OverlapTest test_;
    bool has_memory_;
    QueryCoherence memory_;
    QueryScratch scratch_;
    QueryResult result_;
};

} // namespace

void add_ours(std::vector<NamedCompetitor>& io_all) {
    const Choice choices[] = {
        {.name = kOurDefault, .config = {}, .has_distance = true},
        {.name = "boxwood aabb midpoint", .config = {"bvh2", "aabb", "midpoint", 1}, .has_distance = true},
        {"boxwood aabb binned-sah", {"bvh2", "aabb", "binned-sah", 1}},
        {"boxwood aabb binned-volume", {"bvh2", "aabb", "binned-volume", 1}},
        {"boxwood aabb binned-sah, lite", {"bvh2", "aabb", "binned-sah", 1}, OverlapTest::sat_lite},
        {"boxwood aabb binned-sah, leaves of 2", {"bvh2", "aabb", "binned-sah", 2}},
        {"boxwood bvh8", {"bvh8", "aabb", "binned-sah", 1}},
        {.name = "boxwood bvh8 obb, leaves of 2",
         .config = default_config(QueryMode::distance),
         .has_contacts = false,
         .has_distance = true},
        {.name = "boxwood bvh8 obb, leaves of 2, with memory",
         .config = default_config(QueryMode::distance),
         .has_memory = true,
         .has_contacts = false,
         .has_distance = true},
        {"boxwood bvh8, leaves of 2, lite", {}, OverlapTest::sat_lite},
        {.name = "boxwood bvh8, leaves of 2, with memory", .config = {}, .has_memory = true},
        {.name = "boxwood obb", .config = {"bvh2", "obb", "binned-sah", 1}, .has_distance = true},
        {.name = "boxwood rss",
         .config = {"bvh2", "rss", "binned-sah", 1},
         .has_contacts = false,
         .has_distance = true},
        {"boxwood kdop18", {"bvh2", "kdop18", "binned-sah", 1}},
        {.name = "boxwood obbrss", .config = {"bvh2", "obbrss", "binned-sah", 1}, .has_distance = true},
        {"boxwood box-tree", {"box-tree", "aabb", "binned-sah", 1}},
    };
    for (const Choice& choice : choices)
        io_all.push_back({.name = choice.name,
                          .make = [choice](const Mesh& mesh) -> std::unique_ptr<Competitor> {
                              return std::make_unique<OurHierarchy>(mesh, choice);
                          },
                          .has_first = choice.has_contacts,
                          .has_all = choice.has_contacts,
                          .has_distance = choice.has_distance,
                          .is_ours = true});
}

} // namespace boxwood::bench
