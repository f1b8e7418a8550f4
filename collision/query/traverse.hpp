// What: the traversal of two hierarchies: hands every pair of leaves whose volumes overlap to a function.
// Frame: volumes in their mesh's frame; the relation knows the poses.
// Invariants: the order of leaf pairs depends on the hierarchies and the descent rule only: a volume test may
//     prune more or less, it never changes the order of what is left.
// Cost: counters of QueryCounters; one stack entry per level. Nothing is allocated once the stack has grown.
// Source: [van den Bergen 1997] section 3; RTR 17.3.2.
// Departs from the source: iterative; results are propagated at once; (a, b) never change places.
// Oracle: O4.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/hierarchy/bvh.hpp"
#include "collision/query/descent.hpp"
#include "collision/query/leaf_test.hpp"
#include "collision/query/query_counters.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <vector>

namespace boxwood {

// A pair of nodes to be visited; depth counts the descents from the two roots.
template <class Cursor>
struct CursorPair {
    Cursor a, b;
    std::uint32_t depth = 0;
};

template <Hierarchy H>
struct TraversalInput {
    const H& a;
    const H& b;
    const typename H::VolumeType::Relation& relation;
    const DescentRule& descent;
    const LeafSides* leaf_sides = nullptr; // for LeafTest::triangle
};

// True if the nodes' volumes overlap; counts and traces the test.
template <Hierarchy H, TracePolicy Trace>
bool test_volumes(const TraversalInput<H>& input, const CursorPair<typename H::Cursor>& pair,
                  QueryCounters& io_counters, Trace& io_trace) {
    const int axis = find_separating_axis(input.a.volume(pair.a), input.b.volume(pair.b), input.relation);
    ++io_counters.volume_tests;
    io_counters.volume_updates += updates_per_test<typename H::VolumeType>();
    ++io_counters.exits_by_axis[static_cast<unsigned>(axis) & kMaxAxes]; // -1: the last, overlapping
    if constexpr (Trace::kActive)
        io_trace.record({.a = input.a.node_index(pair.a),
                         .b = input.b.node_index(pair.b),
                         .depth = pair.depth,
                         .kind = VisitKind::volume_pair,
                         .verdict = axis < 0,
                         .axis = static_cast<std::int8_t>(axis)});
    return axis < 0;
}

// The same for a pair of a leaf and an inner node, by the leaf's triangles. They name no axis.
template <Hierarchy H, TracePolicy Trace>
bool test_leaf(const TraversalInput<H>& input, const CursorPair<typename H::Cursor>& pair, bool is_a_leaf,
               QueryCounters& io_counters, Trace& io_trace) {
    const LeafSides& sides = *input.leaf_sides;
    const bool may_meet =
        is_a_leaf ? sides.a_in_b.may_meet_any(input.a.primitives_of(pair.a), input.b.volume(pair.b))
                  : sides.b_in_a.may_meet_any(input.b.primitives_of(pair.b), input.a.volume(pair.a));
    ++io_counters.volume_tests;
    ++io_counters.leaf_tests;
    if constexpr (Trace::kActive)
        io_trace.record({.a = input.a.node_index(pair.a),
                         .b = input.b.node_index(pair.b),
                         .depth = pair.depth,
                         .kind = VisitKind::leaf_pair,
                         .verdict = may_meet});
    return may_meet;
}

template <Hierarchy H, TracePolicy Trace>
bool test_pair(const TraversalInput<H>& input, const CursorPair<typename H::Cursor>& pair,
               QueryCounters& io_counters, Trace& io_trace) {
    if (input.leaf_sides != nullptr) {
        const bool is_a_leaf = input.a.is_leaf(pair.a);
        if (is_a_leaf != input.b.is_leaf(pair.b))
            return test_leaf(input, pair, is_a_leaf, io_counters, io_trace);
    }
    return test_volumes(input, pair, io_counters, io_trace);
}

template <Hierarchy H>
bool opens_a(const TraversalInput<H>& input, const CursorPair<typename H::Cursor>& pair) {
    if (input.b.is_leaf(pair.b)) return true;
    if (input.a.is_leaf(pair.a)) return false;
    return input.descent.opens_a(input.a.volume(pair.a), input.b.volume(pair.b), pair.depth);
}

namespace detail {

template <Hierarchy H>
using PairChildren = std::array<CursorPair<typename H::Cursor>, 2>;

template <Hierarchy H>
PairChildren<H> open_pair(const TraversalInput<H>& input, const CursorPair<typename H::Cursor>& pair) {
    const std::uint32_t depth = pair.depth + 1;
    const bool is_a_opened = opens_a(input, pair);
    if constexpr (std::same_as<typename H::Cursor, std::uint32_t> && requires { input.a.nodes; }) {
        // Which node is opened is anyone's guess: selected, not branched on. Siblings are adjacent.
        const std::uint32_t in_a = is_a_opened ? 1u : 0u, in_b = 1u - in_a;
        const std::uint32_t a = is_a_opened ? input.a.nodes[pair.a].first : pair.a;
        const std::uint32_t b = is_a_opened ? pair.b : input.b.nodes[pair.b].first;
        return {{{a, b, depth}, {a + in_a, b + in_b, depth}}};
    } else {
        if (is_a_opened)
            return {{{input.a.child(pair.a, 0), pair.b, depth}, {input.a.child(pair.a, 1), pair.b, depth}}};
        return {{{pair.a, input.b.child(pair.b, 0), depth}, {pair.a, input.b.child(pair.b, 1), depth}}};
    }
}

} // namespace detail

// Calls visit_leaves(cursor_a, cursor_b) for each pair of leaves that overlaps; it returns true to end the
// traversal. Returns whether it was ended so. io_stack is scratch.
template <Hierarchy H, TracePolicy Trace, class VisitLeaves>
bool traverse(const TraversalInput<H>& input, std::vector<CursorPair<typename H::Cursor>>& io_stack,
              QueryCounters& io_counters, Trace& io_trace, VisitLeaves&& visit_leaves) {
    using Pair = CursorPair<typename H::Cursor>;
    io_stack.clear();
    Pair pair{input.a.root(), input.b.root(), 0};
    if (!test_pair(input, pair, io_counters, io_trace)) return false;
    while (true) {
        if (input.a.is_leaf(pair.a) && input.b.is_leaf(pair.b)) {
            if (visit_leaves(pair.a, pair.b)) return true;
        } else {
            const auto [first, second] = detail::open_pair(input, pair);
            io_counters.max_depth = std::max(io_counters.max_depth, first.depth);
            const bool is_first_met = test_pair(input, first, io_counters, io_trace);
            const bool is_second_met = test_pair(input, second, io_counters, io_trace);
            if (is_first_met) {
                pair = first;
                if (is_second_met) io_stack.push_back(second);
                continue;
            }
            if (is_second_met) {
                pair = second;
                continue;
            }
        }
        if (io_stack.empty()) return false;
        pair = io_stack.back();
        io_stack.pop_back();
    }
}

} // namespace boxwood
