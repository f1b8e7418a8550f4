// Question: how many instructions does a volume test of two BoxTrees execute? Traverses the BoxTree of a rock against
// itself, at the poses of a tumble, without triangle tests. Every pass does the same work, so
// scripts/count_instructions.py can subtract the count of a run with one pass from the count of a run with two.
//     bench_box_tree_steps TEST HOW PASSES
// TEST: aabb-of-obb, sat-lite or sat.
// HOW: `in-turn` opens one node of a pair. `both` opens both nodes and computes the terms of each node once.
//     `both-again` opens both nodes and computes the terms again for every pair.
// Prints the number of volume tests of one pass, and the nanoseconds per test.
#include "bench/experiments/box_tree/box_tree_walks.hpp"
#include "bench/experiments/box_tree/hoisted_walks.hpp"
#include "collision/hierarchy/box_tree/build_box_tree.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace boxwood;

double now_ns() {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

template <OverlapTest kTest>
std::uint64_t pass(const BoxTree& tree, const PosePairs& poses, std::string_view how) {
    const BoxTreeTraversal walked(tree);
    std::uint64_t tests = 0;
    for (const auto& [world_from_a, world_from_b] : poses) {
        const BoxRelation relation =
            Aabb::make_relation(world_from_a, world_from_b, tree.root_box, tree.root_box, kTest);
        const IncrementalBoxSat<kTest> steps = make_incremental_box_sat<kTest>(
            relation, {tree.root_box, tree.depth}, {tree.root_box, tree.depth});
        const DividedStepTest<kTest> test(steps);
        const DescentRule descent(world_from_a, world_from_b, true,
                                  how == "in-turn" ? Descent::larger_volume : Descent::simultaneous);
        tests += how == "both-again" ? hoisting::walk(walked, descent, RecomputeTest(test))
                                     : hoisting::walk(walked, descent, test);
    }
    return tests;
}

} // namespace

int main(int count, char** arguments) {
    const std::string_view test = count == 4 ? arguments[1] : "", how = count == 4 ? arguments[2] : "";
    const int passes = count == 4 ? std::atoi(arguments[3]) : -1;
    const bool is_known = (test == "aabb-of-obb" || test == "sat-lite" || test == "sat") &&
                          (how == "in-turn" || how == "both" || how == "both-again") && passes >= 1;
    if (!is_known) {
        std::fprintf(stderr,
                     "usage: bench_box_tree_steps aabb-of-obb|sat-lite|sat in-turn|both|both-again PASSES\n");
        return 2;
    }
    const TumblingModel model = make_tumbling(all_models()[1], 2000, 5);
    const BoxTree tree = build_box_tree(make_primitive_boxes(model.mesh.view()), {}).tree;
    std::uint64_t tests = 0;
    const double start = now_ns();
    for (int i = 0; i < passes; ++i)
        tests = test == "sat"        ? pass<OverlapTest::sat>(tree, model.poses, how)
                : test == "sat-lite" ? pass<OverlapTest::sat_lite>(tree, model.poses, how)
                                     : pass<OverlapTest::aabb_of_obb>(tree, model.poses, how);
    std::printf("%llu %.2f\n", static_cast<unsigned long long>(tests),
                (now_ns() - start) / (static_cast<double>(tests) * passes));
}
