// What: a query on world trees (world_trees.hpp): contacts and distances by exact boxes.
// Frame: the world.
// Invariants: those of mesh_query.hpp: the same answers. Contact queries, and distances of meshes that are very far
//     from each other, require the world's axes. Disjoint boxes contain no intersecting triangles. The distance of two
//     boxes, less kRounding of their sizes and of itself and less the rounding of the trees, is a lower bound on every
//     distance of triangles as triangle_distance.hpp computes it. The request's overlap test, descend rule and leaf
//     test are ignored: the larger box is opened.
//     For meshes farther from each other than kVeryFar times their sizes, the distances of all triangles near the two
//     ends agree up to rounding. The pair is then that of the first triangles whose vertices are farthest along the
//     line of the centers, and its distance is the minimum up to the rounding of one triangle distance.
// Degenerate input: boxes that are points; meshes whose world vertices coincide in one point.
// Cost: a pass over both hierarchies, then the tests of a query without rounding: one pair of boxes per pair of nodes.
//     Distance queries skip triangles that repeat another one. All-contacts queries need at least one test per pair
//     found.
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

// Member functions are compiled once, in world_query.cpp.
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

    // The first contact, in an order that is unchanged by a swap of the operands.
    bool find_contact(PrimitivePair& out_contact);
    // Appends to out.pairs, unsorted.
    void find_all();
    // Requires that nothing intersects.
    void find_distance(const SearchLimits& limits);
    // Continues from the nearest triangles in the result; the trees may have any axes.
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
    bool overlaps(const WorldPair& pair); // closed boxes
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
    double limit_ = 0.0; // upper bound of squared distances; pairs beyond it are pruned
    bool is_ended_ = false;
};

} // namespace boxwood::detail
