// What: overlap tests in two stages, for traversals that open both nodes of a pair together. When two nodes are
//     opened, the first stage computes the terms of each child. The second stage does the remaining work of each pair
//     of children. The same tests also exist in one stage, for comparison.
// Frame: for boxes, all terms are in A's mesh frame. For k-DOPs, the terms of a node are interval ends along the
//     directions of the other object. Real: float, double or a type that counts its operations.
// Invariants: for every pair, a two-stage test returns the same axis as the one-stage test; PartTest returns the axis
//     of find_separating_axis. PartTest requires a relative pose with a rotation; for OBBs, its scale must be uniform.
//     For k-DOPs, PartTest requires OverlapTest::sat.
// Source: [Zachmann 2002] section 4.3. Difference from the source: k-DOPs and oriented boxes are also tested in two
//     stages, for the experiment only.
// Oracle: the experiment compares the axes of both tests over all pairs.
#pragma once

#include "bench/experiments/box_tree/counted_tests.hpp"
#include "collision/query/traversal/box_tree_traversal.hpp"
#include "collision/volumes/box/obb_axes.hpp"

namespace boxwood {

// The interval ends of a k-DOP along the directions of the other object.
template <int K, class Real>
struct RotatedEnds {
    std::array<Real, K / 2> lower{}, upper{};
};

template <int K, class Real>
RotatedEnds<K, Real> rotate_ends(const Kdop<K>& dop,
                                 std::span<const typename KdopRelation<K, Real>::Turned, K / 2> turned) {
    RotatedEnds<K, Real> ends;
    const auto end = [&](std::uint8_t which) { return static_cast<Real>(dop.lower.data()[which]); };
    for (std::size_t i = 0; i < K / 2; ++i) {
        const auto& sum = turned[i];
        Real upper = sum.weights[0] * end(sum.upper[0]), lower = sum.weights[0] * end(sum.lower[0]);
        for (std::size_t l = 1; l < 3; ++l) {
            upper += sum.weights[l] * end(sum.upper[l]);
            lower += sum.weights[l] * end(sum.lower[l]);
        }
        ends.upper[i] = upper + sum.shift;
        ends.lower[i] = lower + sum.shift;
    }
    return ends;
}

// The terms of one node. make(is_of_a, volume, relation) computes them, and find_axis() uses them to test a pair.
template <class V, class Real>
struct NodePart;

template <int K, class Real>
struct NodePart<Kdop<K>, Real> {
    using Relation = KdopRelation<K, Real>;
    const Kdop<K>* own = nullptr;
    RotatedEnds<K, Real> ends{};

    static NodePart make(bool is_of_a, const Kdop<K>& dop, const Relation& r) {
        return {&dop, rotate_ends<K, Real>(dop, is_of_a ? r.a_along_b : r.b_along_a)};
    }
    static int find_axis(const NodePart& a, const NodePart& b, const Relation& r) {
        if (const int axis = find_separating_direction(*a.own, b.ends, r.b_along_a); axis >= 0) return axis;
        const int axis = find_separating_direction(*b.own, a.ends, r.a_along_b);
        return axis < 0 ? -1 : axis + K / 2;
    }

  private:
    // Returns the first direction of `own` along which the k-DOPs are disjoint; -1: none.
    static int find_separating_direction(const Kdop<K>& own, const RotatedEnds<K, Real>& other,
                                         const auto& turned) {
        for (std::size_t i = 0; i < K / 2; ++i)
            if (std::max(static_cast<Real>(own.lower[i]) - other.upper[i],
                         other.lower[i] - static_cast<Real>(own.upper[i])) -
                    turned[i].error_bound >
                0.0f)
                return static_cast<int>(i);
        return -1;
    }
};

// The axes, the center and the half extents of the box in A's mesh frame. The half extents of A include the error
// bound.
template <class Real>
struct NodePart<Obb, Real> {
    using Relation = AffineRelationOf<Real>;
    using Vector = glm::vec<3, Real>;
    glm::mat<3, 3, Real> axes;
    Vector center, half;

    static NodePart make(bool is_of_a, const Obb& box, const Relation& r) {
        const glm::mat<3, 3, Real> axes = box.axes.matrix<Real>();
        if (is_of_a) return {axes, Vector(box.center), Vector(box.half) + r.error_bound};
        Vector half(box.half);
        half *= r.stretch;
        return {r.m * axes, r.m * Vector(box.center) + r.t, half};
    }
    static int find_axis(const NodePart& a, const NodePart& b, const Relation& r) {
        detail::RelativeObbs<Real> p;
        p.t = rotate_into(a.axes, b.center - a.center);
        p.edges = glm::transpose(a.axes) * b.axes;
        p.edges *= 1.0 / r.scale;
        p.cofactors = p.edges;
        p.a = a.half;
        p.b = b.half;
        p.parallel = detail::kParallel * ((p.a.x + p.a.y + p.a.z) + (p.b.x + p.b.y + p.b.z));
        return detail::find_first_axis(p, r);
    }
};

// A test for traversals (query/traversal/traverse.hpp). If only one node of a pair was opened, the test has one stage.
template <class V, class Real>
class PartTest {
  public:
    using Part = NodePart<V, Real>;
    using Cursor = typename Bvh2<V>::Cursor;
    using Pair = CursorPair<Cursor>;
    struct State {};
    using Work = Part;

    PartTest(const Bvh2<V>& tree, const typename Part::Relation& relation)
        : tree_(tree)
        , relation_(relation) {}

    int test_roots(const Pair& pair, State&) const { return test_from_scratch(pair); }
    int test_opened(bool, Cursor, const Pair& pair, const State&, State&) const {
        return test_from_scratch(pair);
    }
    Work prepare(bool is_of_a, Cursor child, const State&) const {
        return Part::make(is_of_a, tree_.volume(child), relation_);
    }
    int test_both(const Pair&, const Work& work_a, const Work& work_b, const State&, State&) const {
        return Part::find_axis(work_a, work_b, relation_);
    }
    int test_both_from_scratch(const Pair& pair, const State&, State&) const {
        return test_from_scratch(pair);
    }

  private:
    // For k-DOPs, stops at the first direction that separates and does not compute the remaining sums.
    int test_from_scratch(const Pair& pair) const {
        const V &a = tree_.volume(pair.a), &b = tree_.volume(pair.b);
        if constexpr (requires { V::kDirections; })
            return find_separating_axis(a, b, relation_);
        else
            return detail::find_first_axis(detail::relate(a, b, relation_), relation_);
    }
    const Bvh2<V>& tree_;
    const typename Part::Relation& relation_;
};

// The BoxTree's production test, with an additional function that recomputes the products for a pair.
template <OverlapTest kTest>
class DividedStepTest : public BoxStepTest<kTest> {
  public:
    using Inner = BoxStepTest<kTest>;
    using Inner::Inner;
    int test_both_from_scratch(const typename Inner::Pair& pair, const typename Inner::State& above,
                               typename Inner::State& out_state) const {
        return this->test_both(pair, this->prepare(true, pair.a, above), this->prepare(false, pair.b, above),
                               above, out_state);
    }
};

// Recomputes the terms of both nodes for every pair.
template <class Test>
class RecomputeTest {
  public:
    using Pair = typename Test::Pair;
    using Cursor = typename Test::Cursor;
    using State = typename Test::State;
    struct Work {};

    explicit RecomputeTest(const Test& test)
        : test_(test) {}
    int test_roots(const Pair& pair, State& out_state) const { return test_.test_roots(pair, out_state); }
    int test_opened(bool is_of_a, const Cursor& child, const Pair& pair, const State& above,
                    State& out_state) const {
        return test_.test_opened(is_of_a, child, pair, above, out_state);
    }
    Work prepare(bool, const Cursor&, const State&) const { return {}; }
    int test_both(const Pair& pair, Work, Work, const State& above, State& out_state) const {
        return test_.test_both_from_scratch(pair, above, out_state);
    }

  private:
    const Test& test_;
};

} // namespace boxwood
