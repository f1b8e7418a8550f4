// What: branch and bound for the closest leaves of two hierarchies.
// Frame: bounds are squared distances in the world, valid for any affine poses.
// Invariants: a pair is pruned only if a certified lower bound on its distance exceeds a distance already
// found, so
//             every pair of leaves at the least distance is visited, ties included.
// Cost: depth first, the nearer child first. Surfaces that run parallel at one distance prune badly.
// Source: [Larsen 2000] section 4 (the search; the bounds are those of find_squared_gap).
// Oracle: all pairs of triangles.
#pragma once

#include "collision/query/traverse.hpp"

#include <limits>
#include <utility>
#include <vector>

namespace boxwood {

template <class Cursor>
struct BoundedPair {
    CursorPair<Cursor> pair;
    double squared_bound = 0.0;
};

template <Hierarchy H, TracePolicy Trace>
BoundedPair<typename H::Cursor> bound_pair(const TraversalInput<H>& input,
                                           const CursorPair<typename H::Cursor>& pair, double nearest,
                                           QueryCounters& io_counters, Trace& io_trace) {
    const double bound = find_squared_gap(input.a.volume(pair.a), input.b.volume(pair.b), input.relation);
    ++io_counters.volume_tests;
    if constexpr (Trace::kActive)
        io_trace.record({.a = input.a.node_index(pair.a),
                         .b = input.b.node_index(pair.b),
                         .depth = pair.depth,
                         .kind = VisitKind::volume_pair,
                         .verdict = bound <= nearest});
    return {pair, bound};
}

// Calls visit_leaves(cursor_a, cursor_b) for pairs of leaves that may be the closest; it returns the squared
// distance of the nearest primitives it has seen so far. io_stack is scratch.
template <Hierarchy H, TracePolicy Trace, class VisitLeaves>
void traverse_nearest(const TraversalInput<H>& input, std::vector<BoundedPair<typename H::Cursor>>& io_stack,
                      QueryCounters& io_counters, Trace& io_trace, VisitLeaves&& visit_leaves) {
    using Pair = CursorPair<typename H::Cursor>;
    double nearest = std::numeric_limits<double>::infinity();
    io_stack.clear();
    io_stack.push_back(
        bound_pair(input, Pair{input.a.root(), input.b.root(), 0}, nearest, io_counters, io_trace));
    while (!io_stack.empty()) {
        const auto [pair, bound] = io_stack.back();
        io_stack.pop_back();
        if (bound > nearest) continue;
        if (input.a.is_leaf(pair.a) && input.b.is_leaf(pair.b)) {
            nearest = visit_leaves(pair.a, pair.b);
            continue;
        }
        const std::uint32_t depth = pair.depth + 1;
        io_counters.max_depth = std::max(io_counters.max_depth, depth);
        std::array<Pair, 2> children;
        const bool is_a_opened = opens_a(input, pair);
        for (unsigned i = 0; i < 2; ++i)
            children[i] = is_a_opened ? Pair{input.a.child(pair.a, i), pair.b, depth}
                                      : Pair{pair.a, input.b.child(pair.b, i), depth};
        auto near = bound_pair(input, children[0], nearest, io_counters, io_trace);
        auto far = bound_pair(input, children[1], nearest, io_counters, io_trace);
        if (far.squared_bound < near.squared_bound) std::swap(near, far);
        if (far.squared_bound <= nearest) io_stack.push_back(far);
        if (near.squared_bound <= nearest) io_stack.push_back(near);
    }
}

} // namespace boxwood
