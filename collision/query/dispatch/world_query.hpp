// What: a query on world trees (world_trees.hpp): contacts and distances by boxes that are exact.
// Frame: the world.
// Invariants: those of mesh_query.hpp: the same answers. Contacts, and distances of meshes that are very far from each other,
//     need the axes of the world. Boxes that do not overlap hold nothing that intersects. A gap of boxes, less kRounding of
//     their size and of itself and less the rounding of the trees, is a lower bound on every distance of triangles as
//     triangle_distance.hpp computes it. The request's overlap test, descent and leaf test do not matter here: the larger
//     box is opened.
//     Of meshes farther than kVeryFar times their sizes from each other the distances of all triangles near the two ends agree
//     but for rounding: the pair is then that of the first triangles with the vertices that are farthest along the line of
//     the centers. Its distance is the least one but for the rounding of a distance of triangles.
// Degenerate input: boxes that are points; meshes that are one point in the world.
// Cost: a pass over both hierarchies, then tests as where nothing is rounded: a box of each pair of nodes. Of the distance
//     no triangle that repeats another one is tested. All contacts take at least one test for each pair that is found.
// Source: [van den Bergen 1997] section 3; [Larsen 2000] section 4.
// Oracle: tests/contracts/distance_sweep_test.cpp.
#pragma once

#include "collision/query/dispatch/world_trees.hpp"
#include "collision/query/traversal/primitive_tests.hpp"
#include "collision/query/traversal/query_parts.hpp"
#include "collision/query/traversal/search_limits.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace boxwood::detail {

// Its functions are compiled once, in world_query.cpp.
template <TracePolicy Trace>
class WorldQuery {
  public:
    WorldQuery(const WorldTree& a, const WorldTree& b, bool is_a_first, std::vector<WorldPair>& io_stack,
               PrimitiveTests<Trace>& io_primitives, Trace& io_trace, QueryResult& out)
        : a_(a)
        , b_(b)
        , is_a_first_(is_a_first)
        , stack_(io_stack)
        , primitives_(io_primitives)
        , trace_(io_trace)
        , out_(out) {}

    // The first contact, in an order that survives a swap of the operands.
    bool find_contact(PrimitivePair& out_contact);
    // To out.pairs, unsorted.
    void find_all();
    // Requires that nothing intersects.
    void find_distance(const SearchLimits& limits);
    // From the nearest triangles that are known, on trees along any axes.
    void go_on_with_distance(const SearchLimits& limits);

  private:
    bool are_very_far() const;
    void measure_very_far();
    bool are_leaves(const WorldPair& pair) const;
    std::pair<WorldPair, WorldPair> children_of(const WorldPair& pair);
    template <class VisitLeaves>
    bool visit_contacts(VisitLeaves&& visit_leaves);
    template <class Visit>
    bool visit_pairs(const WorldNode& a, const WorldNode& b, Visit&& visit);
    bool overlaps(const WorldPair& pair); // closed
    WorldPair bound(WorldPair pair);
    bool is_pruned(const WorldPair& pair) const { return pair.squared_bound > limit_; }
    void note_nearest();
    void record(const WorldPair& pair, VisitKind kind, bool verdict);

    const WorldTree &a_, &b_;
    bool is_a_first_;
    std::vector<WorldPair>& stack_;
    PrimitiveTests<Trace>& primitives_;
    Trace& trace_;
    QueryResult& out_;
    SearchLimits limits_;
    double limit_ = 0.0; // of squared distances: what lies beyond is pruned
    bool is_ended_ = false;
};

} // namespace boxwood::detail
