// What: counts, compares and times traversals of two posed copies of one hierarchy. The traversals open both nodes of a
//     pair together. They use a two-stage test of hoisted_tests.hpp, or the same test with all terms recomputed for
//     every pair. The latter test is also used in a traversal that opens one node at a time.
// Units: operations; microseconds per traversal.
// Invariants: counts do not depend on the machine. Triangles are not tested.
// Source: [Zachmann 2002] section 4.3.
#pragma once

#include "bench/experiments/box_tree/hoisted_tests.hpp"
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/models.hpp"
#include "engine/meshes/generate/random.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace boxwood::hoisting {

// Sums over the calls of a test. `prepared`, `pairs` and `flops` cover only pairs whose nodes were opened together.
struct Tally {
    std::uint64_t prepared = 0, pairs = 0, flops = 0;
    std::uint64_t answers = 0; // hash of the separating axes of all tests
};

template <class Test>
class CountingTest {
  public:
    using Pair = typename Test::Pair;
    using Cursor = typename Test::Cursor;
    using State = typename Test::State;
    using Work = typename Test::Work;

    CountingTest(const Test& test, Tally& io_tally)
        : test_(test)
        , tally_(io_tally) {}
    int test_roots(const Pair& pair, State& out_state) const {
        return note(test_.test_roots(pair, out_state));
    }
    int test_opened(bool is_of_a, const Cursor& child, const Pair& pair, const State& above,
                    State& out_state) const {
        return note(test_.test_opened(is_of_a, child, pair, above, out_state));
    }
    Work prepare(bool is_of_a, const Cursor& child, const State& above) const {
        ++tally_.prepared;
        Work work;
        tally_.flops +=
            counted::count_operations([&] { work = test_.prepare(is_of_a, child, above); }).flops();
        return work;
    }
    int test_both(const Pair& pair, const Work& work_a, const Work& work_b, const State& above,
                  State& out_state) const {
        ++tally_.pairs;
        int axis = -1;
        tally_.flops += counted::count_operations([&] {
                            axis = test_.test_both(pair, work_a, work_b, above, out_state);
                        }).flops();
        return note(axis);
    }

  private:
    int note(int axis) const {
        tally_.answers = mix_seed(tally_.answers, static_cast<std::uint64_t>(axis + 1));
        return axis;
    }
    const Test& test_;
    Tally& tally_;
};

// Traverses down to the leaves, without triangle tests. Returns the number of volume tests.
template <class H, class Test>
std::uint64_t walk(const H& tree, const DescentRule& descent, const Test& test) {
    static thread_local std::vector<TestedPair<H, Test>> stack;
    QueryCounters counters;
    NoTrace no_trace;
    PairTraversal(tree, tree, descent, test, stack, counters, no_trace).run([](auto&&...) { return false; });
    return counters.volume_tests;
}

struct WalkRow {
    std::string_view model;
    std::string hierarchy;
    Tally recomputed{}, hoisted{};
    // recomputed: computes the terms for every pair. in_turn: the same, but opens one node at a time.
    double recomputed_us = 0.0, hoisted_us = 0.0, in_turn_us = 0.0;
    std::uint64_t tests = 0, tests_in_turn = 0;

    double time_ratio() const { return hoisted_us / recomputed_us; }
    double flop_ratio() const {
        return static_cast<double>(hoisted.flops) / static_cast<double>(recomputed.flops);
    }
    double prepared_share() const {
        return static_cast<double>(hoisted.prepared) / (2.0 * static_cast<double>(hoisted.pairs));
    }
};

// Counts operations. use_test(world_from_a, world_from_b, use) must call use(test).
template <class H, class UseTest>
void tally(const H& tree, const PosePairs& poses, UseTest&& use_test, WalkRow& io_row) {
    for (const auto& pose : poses)
        use_test(pose.first, pose.second, [&](const auto& test) {
            const DescentRule both(pose.first, pose.second, true, Descent::simultaneous);
            const DescentRule in_turn(pose.first, pose.second, true);
            const RecomputeTest recomputed(test);
            io_row.tests += walk(tree, both, CountingTest(test, io_row.hoisted));
            walk(tree, both, CountingTest(recomputed, io_row.recomputed));
            io_row.tests_in_turn += walk(tree, in_turn, recomputed);
        });
}

// Measures microseconds per traversal: the minimum of several interleaved passes.
template <class H, class UseTest>
void time(const H& tree, const PosePairs& poses, UseTest&& use_test, const ExperimentRun& run,
          WalkRow& io_row) {
    const auto pass = [&](Descent descent, bool is_hoisted, double& io_least_us) {
        const double start = run.now();
        for (const auto& [world_from_a, world_from_b] : poses)
            use_test(world_from_a, world_from_b, [&](const auto& test) {
                const DescentRule rule(world_from_a, world_from_b, true, descent);
                is_hoisted ? walk(tree, rule, test) : walk(tree, rule, RecomputeTest(test));
            });
        const double us = 1e3 * (run.now() - start) / static_cast<double>(poses.size());
        io_least_us = io_least_us == 0.0 ? us : std::min(io_least_us, us);
    };
    for (int i = 0; i < (run.is_quick ? 1 : 5); ++i) {
        pass(Descent::simultaneous, true, io_row.hoisted_us);
        pass(Descent::simultaneous, false, io_row.recomputed_us);
        pass(Descent::larger_volume, false, io_row.in_turn_us);
    }
}

} // namespace boxwood::hoisting
