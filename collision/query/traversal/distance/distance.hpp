// What: branch and bound for the closest leaves of two hierarchies.
// Frame: bounds are squared distances in the world, computed by gap_choice.hpp for any affine poses.
// Invariants: a pair is pruned only if a certified lower bound on its distance exceeds a distance already found. Every
//     pair of leaves at the minimum distance is therefore visited, ties included. With a tolerance t, a pair is pruned
//     if its bound times 1 + t exceeds the distance found. The result is then at most 1 + t times the minimum. Pairs
//     farther than max_distance are also pruned. A `within` search ends with the first pair within max_distance.
// Cost: a depth-first search that opens the nearer child first, after a short search for a good upper bound. Without
//     the short search, it would need twice as many tests. A best-first search would need as many tests, and a queue in
//     addition. Between parallel surfaces at a constant distance, few pairs are pruned: bounds are below that distance
//     by the rounding error, and every pair of triangles can be the nearest in the last bit. A tolerance above that
//     error (1e-4) avoids these tests.
//     A common offset of the meshes adds no tests if one ulp of the largest world coordinate is below 1e-9 of their
//     size. A large separation adds no tests if the volumes are tight along the line between the meshes. The bounds of
//     loose volumes become weaker as the separation grows. The number of tests is limited: after 16 tests per triangle,
//     the search continues on world trees with boxes that are aligned with that line.
//     Example: two sheets of 60 x 60 cells, extent 1, roughness 0.01, face to face, at separations 1, 10 and 1e6.
//     Volume tests: plain trees of boxes 9,428, 27,132 and 392, of oriented boxes 26,292, 87,282 and 31,918; wide trees
//     10,498, 15,120 and 1,020; lazy trees of rectangle swept spheres 134,288, 237,507 and 230,569; box trees 253,589,
//     242,009 and 230,569.
//     For larger offsets, the search tests all pairs of triangles with distances that exceed the minimum by less than
//     about 50 ulps of the largest world coordinate. If there are too many such pairs, world_query.hpp is used.
// Source: [Larsen 2000] section 4, for the search; squared_distance_lower_bound computes the bounds.
// Oracle: all pairs of triangles.
#pragma once

#include "collision/query/traversal/distance/gap_choice.hpp"
#include "collision/query/traversal/search_limits.hpp"
#include "collision/query/traversal/traverse.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace boxwood {

template <class Cursor>
struct BoundedPair {
    CursorPair<Cursor> pair;
    double squared_bound = 0.0;
};

// Number of rounds before the main search. Each round finds the closest partner of the nearest leaf of A, then of the
// nearest leaf of B.
inline constexpr int kWarmUpRounds = 2;

// visit_leaves(cursor_a, cursor_b) is called for pairs of leaves that can be the closest. It returns the nearest
// primitives of all calls so far, as a NearestSoFar.
template <Hierarchy H, TracePolicy Trace, class VisitLeaves>
class NearestSearch {
  public:
    using Cursor = typename H::Cursor;
    using Pair = CursorPair<Cursor>;

    NearestSearch(const TraversalInput<H>& input, const GapChoice& gap,
                  std::vector<BoundedPair<Cursor>>& io_stack, QueryCounters& io_counters, Trace& io_trace,
                  VisitLeaves& visit_leaves, const SearchLimits& limits, const NearestSoFar& nearest)
        : input_(input)
        , gap_(gap)
        , stack_(io_stack)
        , counters_(io_counters)
        , trace_(io_trace)
        , visit_leaves_(visit_leaves)
        , limits_(limits)
        , max_tests_(io_counters.volume_tests + limits.max_tests)
        , nearest_(nearest)
        , limit_(limits.squared_limit(nearest)) {
        if (nearest.is_known) gap_.aim(nearest.from_a_to_b);
    }

    // Returns false if the search is unfinished: that is, if it has reached the limit of tests.
    bool run() { return warm_up() && search(roots()); }

    // Finds a good upper bound unless one is known. Returns false if the search is unfinished.
    bool warm_up() {
        if (nearest_.is_known) return true;
        nearest_leaves_ = descend(roots());
        for (int round = 0; round < kWarmUpRounds; ++round) {
            if (!search({nearest_leaves_.a, input_.b.root(), 0})) return false;
            if (!search({input_.a.root(), nearest_leaves_.b, 0})) return false;
        }
        return true;
    }

    // Functions for split() of query_parts.hpp. Call warm_up() first.
    using Part = BoundedPair<Cursor>;
    void begin(std::vector<Part>& out_parts) { out_parts.push_back(bound(roots())); }
    bool expand(const Part& part, std::vector<Part>& out_parts) {
        if (is_pruned(part)) return false;
        if (are_leaves(part.pair)) {
            out_parts.push_back(part);
            return false;
        }
        const auto [near, far] = expand(part.pair);
        if (!is_pruned(far)) out_parts.push_back(far);
        if (!is_pruned(near)) out_parts.push_back(near);
        return true;
    }
    // Returns false if the search is unfinished.
    bool run_part(const Part& part) {
        stack_.clear();
        stack_.push_back(part);
        return traverse_stack();
    }

  private:
    Pair roots() const { return {input_.a.root(), input_.b.root(), 0}; }
    bool are_leaves(const Pair& pair) const { return input_.a.is_leaf(pair.a) && input_.b.is_leaf(pair.b); }
    bool is_pruned(const Part& part) const { return part.squared_bound > limit_; }

    // Returns the pair's children with their bounds, the nearer child first. Flattened for the same reason as
    // PairTraversal::open().
    [[gnu::flatten]] std::array<BoundedPair<Cursor>, 2> expand(const Pair& pair) {
        const std::uint32_t depth = pair.depth + 1;
        counters_.max_depth = std::max(counters_.max_depth, depth);
        std::array<BoundedPair<Cursor>, 2> children;
        const bool is_a_opened = opens_a(input_.a, input_.b, input_.descent, pair);
        for (unsigned i = 0; i < 2; ++i)
            children[i] = bound(is_a_opened ? Pair{input_.a.child(pair.a, i), pair.b, depth}
                                            : Pair{pair.a, input_.b.child(pair.b, i), depth});
        if (children[1].squared_bound < children[0].squared_bound) std::swap(children[0], children[1]);
        return children;
    }

    double bound_by_volumes(const Pair& pair) {
        counters_.volume_updates += updates_per_gap<typename H::VolumeType>();
        return squared_distance_lower_bound(input_.a.volume(pair.a), input_.b.volume(pair.b),
                                            input_.relation);
    }
    [[gnu::noinline]] double bound_by_directions(const Pair& pair) {
        const double squared =
            gap_.directional().find_squared(input_.a.volume(pair.a), input_.b.volume(pair.b));
        return gap_.uses_volumes() ? std::max(squared, bound_by_volumes(pair)) : squared;
    }
    BoundedPair<Cursor> bound(const Pair& pair) {
        const double squared = gap_.uses_directions() ? bound_by_directions(pair) : bound_by_volumes(pair);
        ++counters_.volume_tests;
        if constexpr (Trace::kActive)
            trace_.record({.a = input_.a.node_index(pair.a),
                           .b = input_.b.node_index(pair.b),
                           .depth = pair.depth,
                           .kind = VisitKind::volume_bound,
                           .verdict = !is_pruned({pair, squared})});
        return {pair, squared};
    }

    Pair descend(Pair pair) {
        while (!are_leaves(pair)) pair = expand(pair)[0].pair;
        return pair;
    }

    bool search(const Pair& start) {
        stack_.clear();
        stack_.push_back(bound(start));
        return traverse_stack();
    }
    bool traverse_stack() {
        while (!stack_.empty() && !limits_.ends_at(nearest_)) {
            if (counters_.volume_tests > max_tests_) [[unlikely]]
                return false;
            const BoundedPair<Cursor> next = stack_.back();
            stack_.pop_back();
            if (is_pruned(next)) continue;
            if (are_leaves(next.pair)) {
                visit(next.pair);
                continue;
            }
            const auto [near, far] = expand(next.pair);
            if (!is_pruned(far)) stack_.push_back(far);
            if (!is_pruned(near)) stack_.push_back(near);
        }
        return true;
    }

    void visit(const Pair& leaves) {
        const NearestSoFar found = visit_leaves_(leaves.a, leaves.b);
        if (found.is_known && (found.squared < nearest_.squared || !nearest_.is_known)) {
            nearest_leaves_ = leaves;
            gap_.aim(found.from_a_to_b);
        }
        nearest_ = found;
        limit_ = limits_.squared_limit(nearest_);
    }

    const TraversalInput<H>& input_;
    GapChoice gap_;
    std::vector<BoundedPair<Cursor>>& stack_;
    QueryCounters& counters_;
    Trace& trace_;
    VisitLeaves& visit_leaves_;
    const SearchLimits& limits_;
    const std::uint64_t max_tests_;
    NearestSoFar nearest_;
    double limit_; // pairs with a greater squared bound are pruned
    Pair nearest_leaves_{};
};

} // namespace boxwood
