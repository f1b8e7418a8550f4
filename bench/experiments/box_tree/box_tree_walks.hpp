// What: measures the overlap tests of BoxTrees by traversing two trees down to the leaves at many poses. Triangles
//     are not tested.
// Units: microseconds per pose.
// Invariants: counts do not depend on the machine.
#pragma once

#include "bench/experiments/experiment.hpp"
#include "bench/experiments/models.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "collision/hierarchy/box_tree/box_tree_moves.hpp"
#include "collision/query/traversal/box_tree_traversal.hpp"

namespace boxwood {

struct WalkCost {
    double walk_us = 0.0;
    std::uint64_t volume_tests = 0, leaf_pairs = 0;
};

// make_test(steps) constructs the test of one pose. The time includes this construction.
template <OverlapTest kTest, class MakeTest>
WalkCost walk_all(const BoxTree& tree, const PosePairs& poses, const ExperimentRun& run,
                  MakeTest&& make_test) {
    const BoxTreeTraversal walk(tree);
    const double start = run.now();
    WalkCost cost;
    using Test = std::remove_cvref_t<decltype(make_test(std::declval<const IncrementalBoxSat<kTest>&>()))>;
    std::vector<TestedPair<BoxTreeTraversal, Test>> stack;
    for (const auto& [world_from_a, world_from_b] : poses) {
        const BoxRelation relation =
            Aabb::make_relation(world_from_a, world_from_b, tree.root_box, tree.root_box, kTest);
        const IncrementalBoxSat<kTest> steps = make_incremental_box_sat<kTest>(
            relation, {tree.root_box, tree.depth}, {tree.root_box, tree.depth});
        const Test test = make_test(steps);
        const DescentRule descent(world_from_a, world_from_b, true);
        QueryCounters counters;
        NoTrace no_trace;
        PairTraversal(walk, walk, descent, test, stack, counters, no_trace).run([&](auto&&...) {
            ++cost.leaf_pairs;
            return false;
        });
        cost.volume_tests += counters.volume_tests;
    }
    cost.walk_us = 1e3 * (run.now() - start) / static_cast<double>(poses.size());
    return cost;
}

inline std::string_view test_name(OverlapTest test) {
    return test == OverlapTest::sat ? "sat" : test == OverlapTest::sat_lite ? "sat-lite" : "aabb-of-obb";
}

} // namespace boxwood
