// What: the traversal of two BoxTrees. Tests are incremental: the overlaps along the axes are passed from a pair to the
//     pairs below it, and each descent subtracts the part that the moved side of the child removes.
// Frame: cursors store the size of a box, not its position; the overlaps contain the relative position.
// Invariants: the invariants of IncrementalBoxSat; all three overlap tests use the same descend rule.
// Cost: per test, loads of one node of 8 bytes and of the vectors of overlaps: 2 for OverlapTest::aabb_of_obb, 3 for
//     sat_lite, 8 for sat.
// Source: [Zachmann 2002] sections 4.1 to 4.3.
// Departs from the source: as described at IncrementalBoxSat.
// Oracle: tests/collision/query/box_tree_traversal_test.cpp: all pairs of triangles; the largest gap over all candidate
//     planes (tests/oracles/separation.hpp).
#pragma once

#include "collision/hierarchy/box_tree/box_tree.hpp"
#include "collision/query/traversal/traverse.hpp"
#include "collision/volumes/box/incremental_box_sat.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace boxwood {

// The size of a box, for the descend rule (see Sized).
class TraversalStateSize {
  public:
    explicit TraversalStateSize(Float4 extent)
        : extent_(extent) {}

    float volume() const {
        const Float4 product = extent_ * broadcast<1>(extent_) * broadcast<2>(extent_);
        return first_lane(product);
    }
    float half_area() const {
        const std::array<float, 4> e = lanes();
        return e[0] * e[1] + e[1] * e[2] + e[2] * e[0];
    }
    float longest_side() const {
        const std::array<float, 4> e = lanes();
        return std::max(e[0], std::max(e[1], e[2]));
    }

  private:
    std::array<float, 4> lanes() const {
        std::array<float, 4> e;
        store4(extent_, e.data());
        return e;
    }
    Float4 extent_;
};

// A BoxTree whose cursors contain box sizes.
class BoxTreeTraversal {
  public:
    using VolumeType = Aabb;

    struct Cursor {
        Float4 extent; // size of the box
        BoxTreeNode at;
        std::uint32_t node = 0;
        std::uint32_t primitive = 0; // a leaf's primitive, or the index of its list in tree_.primitives
    };

    explicit BoxTreeTraversal(const BoxTree& tree)
        : tree_(tree) {}

    Cursor root() const {
        const glm::vec3 e = tree_.root_box.extent();
        return {make_float4(e.x, e.y, e.z), tree_.nodes[0], 0, tree_.nodes[0].index()};
    }
    bool is_leaf(const Cursor& cursor) const { return cursor.at.is_leaf(); }
    Cursor child(const Cursor& above, unsigned which) const {
        const std::uint32_t node = above.at.index() + which;
        const BoxTreeNode at = tree_.nodes[node];
        const Float4 cut = splat4(at.move()) * load4(kUnits[at.axis()].data());
        return {max(above.extent - cut, Float4{}), at, node, at.index()};
    }
    TraversalStateSize volume(const Cursor& cursor) const { return TraversalStateSize(cursor.extent); }
    std::span<const std::uint32_t> primitives_of(const Cursor& leaf) const {
        return leaf.at.is_large()
                   ? std::span(tree_.primitives).subspan(leaf.primitive + 1, tree_.primitives[leaf.primitive])
                   : std::span(&leaf.primitive, 1);
    }
    std::uint32_t node_index(const Cursor& cursor) const { return cursor.node; }

  private:
    static constexpr std::array<std::array<float, 4>, 3> kUnits{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    const BoxTree& tree_;
};

// Tests pairs of nodes for PairTraversal of two BoxTreeTraversals.
template <OverlapTest kTest>
class BoxStepTest {
  public:
    using Steps = IncrementalBoxSat<kTest>;
    using Cursor = BoxTreeTraversal::Cursor;
    using Pair = CursorPair<Cursor>;
    using State = typename Steps::Overlaps;
    using Work = typename Steps::Overlaps; // subtracted from the overlaps for one child

    explicit BoxStepTest(const Steps& steps)
        : steps_(steps) {}

    int test_roots(const Pair&, State& out_state) const {
        out_state = steps_.root;
        return Steps::separated_axis(out_state);
    }
    int test_opened(bool is_of_a, const Cursor& child, const Pair&, const State& above,
                    State& out_state) const {
        return Steps::step(above, weights_of(is_of_a, child.at), splat4(child.at.move()), out_state);
    }
    Work prepare(bool is_of_a, const Cursor& child, const State&) const {
        return Steps::scaled(weights_of(is_of_a, child.at), splat4(child.at.move()));
    }
    int test_both(const Pair&, const Work& work_a, const Work& work_b, const State& above,
                  State& out_state) const {
        return Steps::subtract_decreases(above, work_a, work_b, out_state);
    }

  private:
    const typename Steps::Overlaps& weights_of(bool is_of_a, BoxTreeNode node) const {
        return steps_.weights[is_of_a ? 0 : 1][node.axis()][node.is_upper() ? 1 : 0];
    }
    const Steps& steps_;
};

template <OverlapTest kTest>
using BoxTreeStack = std::vector<TestedPair<BoxTreeTraversal, BoxStepTest<kTest>>>;

template <>
struct TraversalStackOf<BoxTree> {
    using type = std::tuple<BoxTreeStack<OverlapTest::sat>, BoxTreeStack<OverlapTest::sat_lite>,
                            BoxTreeStack<OverlapTest::aabb_of_obb>, DirectPairStack<BoxTree>>;
};

template <OverlapTest kTest, TracePolicy Trace, class Use>
auto use_box_tree_walk(const TraversalInput<BoxTree>& input, TraversalStack<BoxTree>& io_stacks,
                       QueryCounters& io_counters, Trace& io_trace, Use&& use) {
    const BoxTreeTraversal a(input.a), b(input.b);
    const IncrementalBoxSat<kTest> steps = make_incremental_box_sat<kTest>(
        input.relation, {input.a.root_box, input.a.depth}, {input.b.root_box, input.b.depth});
    const BoxStepTest<kTest> test(steps);
    PairTraversal traversal(a, b, input.descent, test, std::get<BoxTreeStack<kTest>>(io_stacks), io_counters,
                            io_trace);
    return use(traversal);
}

// Overload for hierarchies of this type; see traverse.hpp. If leaf tests use triangles, this calls
// use_direct_traversal, because such tests need positions and these cursors store only sizes.
template <TracePolicy Trace, class Use>
auto use_traversal(const TraversalInput<BoxTree>& input, TraversalStack<BoxTree>& io_stacks,
                   QueryCounters& io_counters, Trace& io_trace, Use&& use) {
    if (input.leaf_sides != nullptr)
        return use_direct_traversal(input, std::get<DirectPairStack<BoxTree>>(io_stacks), io_counters,
                                    io_trace, use);
    switch (input.relation.test) {
    case OverlapTest::aabb_of_obb:
        return use_box_tree_walk<OverlapTest::aabb_of_obb>(input, io_stacks, io_counters, io_trace, use);
    case OverlapTest::sat_lite:
        return use_box_tree_walk<OverlapTest::sat_lite>(input, io_stacks, io_counters, io_trace, use);
    case OverlapTest::sat:
        break;
    }
    return use_box_tree_walk<OverlapTest::sat>(input, io_stacks, io_counters, io_trace, use);
}

} // namespace boxwood
