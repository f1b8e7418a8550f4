// What: the traversal of two hierarchies: calls a function for every pair of leaves whose volumes overlap.
// Frame: volumes in their mesh's frame; the pair transform is part of the test.
// Invariants: the order of leaf pairs depends only on the hierarchies and the descend rule. A volume test that prunes
//     more or fewer pairs does not change the order of the others.
// Cost: counted in QueryCounters. For each opened pair above the current pair, the stack has at most one entry, or
//     three if the descend rule opens both nodes. No memory is allocated after the stack has reached its largest size.
// Source: [van den Bergen 1997] section 3; RTR 17.3.2; [Zachmann 2002] section 4.3 (opening both nodes).
// Departs from the source: iterative; ends as soon as the result is known; never swaps (a, b).
// Oracle: all pairs of triangles.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/query/query_counters.hpp"
#include "collision/query/traversal/descent.hpp"
#include "collision/query/traversal/leaf_test.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace boxwood {

class WideOrder;

// A pair of nodes. `depth` is the number of descents from the pair of roots.
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
    const WideOrder* order = nullptr;      // for wide hierarchies; null if children are not sorted
};

// The parameter Test of PairTraversal is a policy with the volume tests of a traversal. The policy's State is passed
// from an overlapping pair to the pairs below it. When both nodes of a pair are opened, the policy's Work is computed
// once for each child and passed to the tests of all pairs with that child. Each test returns the first axis that
// separates, or -1 for an overlap, and sets the State of an overlapping pair.
//     test_roots(pair, out_state)
//     test_opened(is_of_a, child, pair, state_above, out_state)      `child` is the new node of the pair
//     prepare(is_of_a, child, state_above) -> Work
//     test_both(pair, work_a, work_b, state_above, out_state)        both nodes of the pair are new
// DirectPairTest is a policy without State and Work: it tests each pair of volumes independently.
template <Hierarchy H>
class DirectPairTest {
  public:
    using Cursor = typename H::Cursor;
    using Pair = CursorPair<Cursor>;
    struct State {};
    struct Work {};

    explicit DirectPairTest(const TraversalInput<H>& input)
        : input_(input) {}

    int test_roots(const Pair& pair, State&) const { return test(pair); }
    int test_opened(bool, const Cursor&, const Pair& pair, const State&, State&) const { return test(pair); }
    Work prepare(bool, const Cursor&, const State&) const { return {}; }
    int test_both(const Pair& pair, Work, Work, const State&, State&) const { return test(pair); }

    // PairTraversal tests the triangles of leaves only if the policy defines this function. A policy must not define it
    // if its cursors store only the sizes of volumes, because these tests need positions.
    const TraversalInput<H>& input() const { return input_; }

  private:
    int test(const Pair& pair) const {
        return find_separating_axis(input_.a.volume(pair.a), input_.b.volume(pair.b), input_.relation);
    }
    const TraversalInput<H>& input_;
};

template <class H, class Test>
struct TestedPair : CursorPair<typename H::Cursor> {
    [[no_unique_address]] typename Test::State state;
};

// Counts and traces a volume test. Returns true if `axis` is -1, that is, if the volumes overlap.
template <class H, class Cursor, TracePolicy Trace>
bool record_test(const H& a, const H& b, const CursorPair<Cursor>& pair, int axis, QueryCounters& io_counters,
                 Trace& io_trace) {
    ++io_counters.volume_tests;
    io_counters.volume_updates += updates_per_test<typename H::VolumeType>();
    ++io_counters.separations_by_axis[static_cast<unsigned>(axis) & kMaxAxes]; // -1 selects the last bin
    if constexpr (Trace::kActive)
        io_trace.record({.a = a.node_index(pair.a),
                         .b = b.node_index(pair.b),
                         .depth = pair.depth,
                         .kind = VisitKind::volume_pair,
                         .verdict = axis < 0,
                         .axis = static_cast<std::int8_t>(axis)});
    return axis < 0;
}

// Tests a leaf's triangles against an inner node. Counts and traces the test, which has no axis.
template <class H, TracePolicy Trace>
[[gnu::noinline]] bool test_leaf(const TraversalInput<H>& input, const CursorPair<typename H::Cursor>& pair,
                                 bool is_a_leaf, QueryCounters& io_counters, Trace& io_trace) {
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

template <class H>
bool opens_a(const H& a, const H& b, const DescentRule& descent, const CursorPair<typename H::Cursor>& pair) {
    if (b.is_leaf(pair.b)) return true;
    if (a.is_leaf(pair.a)) return false;
    return descent.opens_a(a.volume(pair.a), b.volume(pair.b), pair.depth);
}

// A traversal of two trees of type H. The type of H's volume(cursor) need only satisfy Sized.
template <class H, class Test, TracePolicy Trace>
class PairTraversal {
  public:
    using Cursor = typename H::Cursor;
    using Pair = TestedPair<H, Test>;

    PairTraversal(const H& a, const H& b, const DescentRule& descent, const Test& test,
                  std::vector<Pair>& io_stack, QueryCounters& io_counters, Trace& io_trace)
        : a_(a)
        , b_(b)
        , descent_(descent)
        , test_(test)
        , stack_(io_stack)
        , counters_(io_counters)
        , trace_(io_trace) {}

    template <class VisitLeaves>
    bool run(VisitLeaves&& visit_leaves) {
        test_roots();
        return traverse_stack(visit_leaves);
    }

    // Functions for split() of query_parts.hpp. A part is an overlapping pair.
    using Part = Pair;
    void begin(std::vector<Part>& out_parts) {
        test_roots();
        move_stack(out_parts);
    }
    bool expand(const Part& part, std::vector<Part>& out_parts) {
        const bool are_leaves = a_.is_leaf(part.a) && b_.is_leaf(part.b);
        if (are_leaves)
            out_parts.push_back(part);
        else
            open(part);
        move_stack(out_parts);
        return !are_leaves;
    }
    template <class VisitLeaves>
    bool run_part(const Part& part, VisitLeaves&& visit_leaves) {
        make_room();
        stack_[0] = part;
        size_ = 1;
        return traverse_stack(visit_leaves);
    }

  private:
    static constexpr std::size_t kMaxChildren = 4;

    void test_roots() {
        make_room();
        Pair& root = stack_[0];
        root.a = a_.root();
        root.b = b_.root();
        root.depth = 0;
        size_ = meets(root, [&] { return test_.test_roots(root, root.state); }) ? 1 : 0;
    }
    template <class VisitLeaves>
    bool traverse_stack(VisitLeaves&& visit_leaves) {
        while (size_ > 0) {
            const Pair pair = stack_[--size_];
            if (a_.is_leaf(pair.a) && b_.is_leaf(pair.b)) {
                if (visit_leaves(a_, pair.a, b_, pair.b)) return true;
            } else {
                open(pair);
            }
        }
        return false;
    }
    // Requires that at least one node is an inner node. The attribute inlines all callees. Without it, inlining depends
    // on the rest of the translation unit; without inlining, an any-contact query takes 20 % longer.
    [[gnu::flatten]] void open(const Pair& pair) {
        make_room();
        counters_.max_depth = std::max(counters_.max_depth, pair.depth + 1);
        if (descent_.opens_both() && !a_.is_leaf(pair.a) && !b_.is_leaf(pair.b))
            open_both(pair);
        else
            open_one(pair, opens_a(a_, b_, descent_, pair));
    }
    void move_stack(std::vector<Part>& out_parts) {
        out_parts.insert(out_parts.end(), stack_.begin(),
                         stack_.begin() + static_cast<std::ptrdiff_t>(size_));
        size_ = 0;
    }

    // The stack is a vector that never shrinks and a separate size, so a push is only a copy and an increment.
    void make_room() {
        if (stack_.size() < size_ + kMaxChildren) grow_stack();
    }
    [[gnu::noinline]] void grow_stack() { stack_.resize(2 * (size_ + kMaxChildren)); }
    // Branches on the overlap. If the branch is predicted correctly, the descent continues while the test is still
    // executing. Without a branch, each pair would depend on the previous one, which takes longer than mispredictions.
    void open_one(const Pair& above, bool is_a_opened) {
        const auto child = [&](unsigned which) {
            const std::uint32_t depth = above.depth + 1;
            return is_a_opened ? Pair{{a_.child(above.a, which), above.b, depth}, {}}
                               : Pair{{above.a, b_.child(above.b, which), depth}, {}};
        };
        Pair first = child(0), second = child(1);
        const auto overlaps = [&](Pair& pair) {
            return meets(pair, [&] {
                return test_.test_opened(is_a_opened, is_a_opened ? pair.a : pair.b, pair, above.state,
                                         pair.state);
            });
        };
        const bool does_first_overlap = overlaps(first), does_second_overlap = overlaps(second);
        if (does_second_overlap) stack_[size_++] = second;
        if (does_first_overlap) stack_[size_++] = first;
    }

    // Counts as two descents, one in each hierarchy. Swapping the operands does not change the order of the four pairs.
    // They are written to the top of the stack and tested there, from last to first; overlapping pairs remain on the
    // stack. There is no branch on the overlap, because four dependent tests take less time than four possible
    // mispredictions.
    void open_both(const Pair& above) {
        const std::array children_a{a_.child(above.a, 0), a_.child(above.a, 1)};
        const std::array children_b{b_.child(above.b, 0), b_.child(above.b, 1)};
        const std::array work_a{test_.prepare(true, children_a[0], above.state),
                                test_.prepare(true, children_a[1], above.state)};
        const std::array work_b{test_.prepare(false, children_b[0], above.state),
                                test_.prepare(false, children_b[1], above.state)};
        counters_.max_depth = std::max(counters_.max_depth, above.depth + 2);
        for (unsigned i = kMaxChildren; i-- > 0;) {
            const unsigned outer = i >> 1, inner = i & 1u;
            const unsigned of_a = descent_.is_a_first() ? outer : inner,
                           of_b = descent_.is_a_first() ? inner : outer;
            Pair& pair = stack_[size_];
            pair.a = children_a[of_a];
            pair.b = children_b[of_b];
            pair.depth = above.depth + 2;
            const bool do_overlap = meets(pair, [&] {
                return test_.test_both(pair, work_a[of_a], work_b[of_b], above.state, pair.state);
            });
            size_ += do_overlap ? 1 : 0;
        }
    }
    // Returns whether the pair overlaps. Tests a leaf's triangles if exactly one node is a leaf, the query has
    // leaf_sides and the policy defines input(). Otherwise tests the volumes by find_axis().
    template <class FindAxis>
    bool meets(Pair& pair, FindAxis&& find_axis) {
        if constexpr (requires { test_.input().leaf_sides; })
            if (test_.input().leaf_sides != nullptr) {
                const bool is_a_leaf = a_.is_leaf(pair.a);
                if (is_a_leaf != b_.is_leaf(pair.b))
                    return test_leaf(test_.input(), pair, is_a_leaf, counters_, trace_);
            }
        return record_test(a_, b_, pair, find_axis(), counters_, trace_);
    }

    const H& a_;
    const H& b_;
    const DescentRule& descent_;
    const Test& test_;
    std::vector<Pair>& stack_;
    std::size_t size_ = 0; // number of entries on the stack
    QueryCounters& counters_;
    Trace& trace_;
};

template <Hierarchy H>
using DirectPairStack = std::vector<TestedPair<H, DirectPairTest<H>>>;

template <Hierarchy H>
struct TraversalStackOf {
    using type = DirectPairStack<H>;
};
template <Hierarchy H>
using TraversalStack = typename TraversalStackOf<H>::type;

// Calls use(traversal) with a traversal that tests every pair independently. For any type of hierarchy.
template <Hierarchy H, TracePolicy Trace, class Use>
auto use_direct_traversal(const TraversalInput<H>& input, DirectPairStack<H>& io_stack,
                          QueryCounters& io_counters, Trace& io_trace, Use&& use) {
    const DirectPairTest<H> test(input);
    PairTraversal traversal(input.a, input.b, input.descent, test, io_stack, io_counters, io_trace);
    return use(traversal);
}

// Calls use(traversal) with the traversal for these hierarchies and this request. Hierarchy types with a special
// traversal overload this function.
template <Hierarchy H, TracePolicy Trace, class Use>
auto use_traversal(const TraversalInput<H>& input, TraversalStack<H>& io_stack, QueryCounters& io_counters,
                   Trace& io_trace, Use&& use) {
    return use_direct_traversal(input, io_stack, io_counters, io_trace, use);
}

// Calls visit_leaves(tree_a, cursor_a, tree_b, cursor_b) for each overlapping pair of leaves; the cursors belong to
// these trees. visit_leaves returns true to end the traversal; traverse() then also returns true. io_stack is working
// memory.
template <Hierarchy H, TracePolicy Trace, class VisitLeaves>
bool traverse(const TraversalInput<H>& input, TraversalStack<H>& io_stack, QueryCounters& io_counters,
              Trace& io_trace, VisitLeaves&& visit_leaves) {
    return use_traversal(input, io_stack, io_counters, io_trace,
                         [&](auto& traversal) { return traversal.run(visit_leaves); });
}

} // namespace boxwood
