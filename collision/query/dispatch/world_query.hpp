// What: queries for contacts and distances on world trees (world_trees.hpp), which have exact boxes.
// Frame: the world.
// Invariants: mesh_query.hpp specifies the answers. Contact queries, and distance queries for meshes that are very far
//     from each other, require trees along the world's axes. Disjoint boxes contain no intersecting triangles. The
//     pruning bound is the distance d of two boxes, reduced by kRounding times the sizes of the boxes, by kRounding
//     times d, and by the rounding of the trees. It is a lower bound on every triangle distance that
//     triangle_distance.hpp computes for the contents of the boxes. The request's overlap test, descend rule and leaf
//     test are ignored; the larger box is opened.
//     If the meshes are farther from each other than kVeryFar times their sizes, the distances of all triangles near
//     the two facing ends agree up to rounding. The result is then the triangle of A that reaches farthest towards B
//     along the line between the centers, and the triangle of B that reaches farthest towards A. Among ties, the first
//     triangle is used. Its distance is the minimum up to the rounding of one triangle distance.
// Degenerate input: boxes can be points, and all world vertices of a mesh can coincide.
// Cost: a pass over both hierarchies, then as many tests as a query without rounding errors; even for wide hierarchies,
//     each test has a single pair of boxes. A distance query that starts on world trees skips triangles with the same
//     world vertices as another triangle; one that continues an unfinished search does not. All-contacts queries need
//     at least one test per pair found.
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

// Member functions are defined in world_query.cpp, so that they are compiled only there.
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

    // Finds the first contact, in an order that does not change when the operands are swapped.
    bool find_contact(PrimitivePair& out_contact);
    // Appends all intersecting pairs to out.pairs, unsorted.
    void find_all();
    // Requires that the meshes do not intersect.
    void find_distance(const SearchLimits& limits);
    // Continues a search from the nearest triangles in the result. The trees can have any axes.
    void continue_distance(const SearchLimits& limits);

  private:
    bool are_very_far() const;
    void measure_very_far();
    bool are_leaves(const WorldPair& pair) const;
    std::pair<WorldPair, WorldPair> children_of(const WorldPair& pair);
    template <class VisitLeaves>
    bool visit_contacts(VisitLeaves&& visit_leaves);
    template <class Visit>
    bool visit_pairs(const WorldNode& a, const WorldNode& b, Visit&& visit);
    bool overlaps(const WorldPair& pair); // boxes are closed sets
    WorldPair bound(WorldPair pair);
    bool is_pruned(const WorldPair& pair) const { return pair.squared_bound > limit_; }
    void update_limit();
    // `axis`: the index of the bin of separations_by_axis that counts the test; -1 if the volumes overlap, or for a
    // bound.
    void record(const WorldPair& pair, VisitKind kind, bool verdict, int axis = -1);

    const WorldTree &a_, &b_;
    bool is_a_first_;
    std::vector<WorldPair>& stack_;
    PrimitiveTests<Trace>& primitives_;
    Trace& trace_;
    QueryResult& out_;
    SearchLimits limits_;
    double limit_ = 0.0; // pairs with a greater squared bound are pruned
    bool is_ended_ = false;
};

} // namespace boxwood::detail
