// What: counts the operations of the overlap tests in traversals of two BoxTrees, by instantiating the production
//     templates PairTraversal and IncrementalBoxSat with counting numbers instead of Float4.
// Units: operations. A step tests one child of an opened node. Descending by one level in both trees takes two steps:
//     one to a child in A and one to a child in B.
// Invariants: the test results equal the results of the production traversal, so the same tests run in the same
//     order.
// Source: [Zachmann 2002] section 5.
// Oracle: the traversal with Float4 (tests/bench/experiments/counted_walks_test.cpp).
#pragma once

#include "bench/experiments/box_tree/box_tree_walks.hpp"
#include "bench/experiments/box_tree/counted_steps.hpp"

#include <algorithm>

namespace boxwood::counted {

// Totals over all steps into children of one tree, A or B.
struct StepCounts {
    std::uint64_t steps = 0, flops = 0;  // flops: operations on the interval ends that a step changes
    std::uint64_t most = 0;              // largest number of flops of one step
    std::uint64_t vector_operations = 0; // products, differences and comparisons of four lanes each
    double mean() const { return steps == 0 ? 0.0 : static_cast<double>(flops) / static_cast<double>(steps); }
    double mean_vectors() const {
        return steps == 0 ? 0.0 : static_cast<double>(vector_operations) / static_cast<double>(steps);
    }
};
struct WalkCounts {
    std::array<StepCounts, 2> of{}; // [0]: steps to children of A, [1]: of B
    std::uint64_t volume_tests = 0, leaf_pairs = 0;
    double per_pair() const { return of[0].mean() + of[1].mean(); }
    std::uint64_t most_per_pair() const { return of[0].most + of[1].most; }
    double vectors_per_pair() const { return of[0].mean_vectors() + of[1].mean_vectors(); }
};

// Like BoxStepTest (query/traversal/box_tree_traversal.hpp), but with counting lanes. Only for descend rules that open one
// node at a time.
template <OverlapTest kTest>
class CountedStepTest {
  public:
    using Steps = IncrementalBoxSat<kTest, ChangedLanes>;
    using Cursor = BoxTreeTraversal::Cursor;
    using Pair = CursorPair<Cursor>;
    using State = typename Steps::Overlaps;
    struct Work {};

    CountedStepTest(const IncrementalBoxSat<kTest>& steps, WalkCounts& io_counts)
        : root_(lanes_of(steps.root))
        , counts_(io_counts) {
        for (std::size_t of = 0; of < 2; ++of)
            for (std::size_t axis = 0; axis < 3; ++axis)
                for (std::size_t side = 0; side < 2; ++side)
                    weights_[of][axis][side] = lanes_of(steps.weights[of][axis][side]);
    }
    int test_roots(const Pair&, State& out_state) const {
        out_state = root_;
        for (ChangedLanes& lanes : out_state) lanes.is_changed.fill(true);
        return Steps::separated_axis(out_state);
    }
    int test_opened(bool is_of_a, const Cursor& child, const Pair&, const State& above,
                    State& out_state) const {
        const State& weights = weights_[is_of_a ? 0 : 1][child.at.axis()][child.at.is_upper() ? 1 : 0];
        ChangedLanes move;
        move.lanes.fill(child.at.move());
        StepCounts& counts = counts_.of[is_of_a ? 0 : 1];
        const std::uint64_t vectors = vector_operations_so_far;
        int axis = -1;
        const std::uint64_t flops =
            count_operations([&] { axis = Steps::step(above, weights, move, out_state); }).flops();
        ++counts.steps;
        counts.flops += flops;
        counts.most = std::max(counts.most, flops);
        counts.vector_operations += vector_operations_so_far - vectors;
        return axis;
    }
    Work prepare(bool, const Cursor&, const State&) const { return {}; }
    int test_both(const Pair&, Work, Work, const State&, State&) const { return -1; } // not called

  private:
    State root_;
    std::array<std::array<std::array<State, 2>, 3>, 2> weights_;
    WalkCounts& counts_;
};

template <OverlapTest kTest>
WalkCounts count_walk(const BoxTree& tree, const PosePairs& poses) {
    WalkCounts counts;
    const ExperimentRun untimed;
    const WalkCost cost = walk_all<kTest>(
        tree, poses, untimed, [&](const auto& steps) { return CountedStepTest<kTest>(steps, counts); });
    counts.volume_tests = cost.volume_tests;
    counts.leaf_pairs = cost.leaf_pairs;
    return counts;
}

} // namespace boxwood::counted
