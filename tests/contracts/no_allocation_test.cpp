// Queries allocate nothing once their scratch and result have been used.
#include "collision/core/executor.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_choices.hpp"
#include "collision/query/query_coherence.hpp"
#include "collision/query/traversal/primitive_test_record.hpp"

#include "tests/contracts/allocations.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

struct Questions {
    const oracle::SampleMesh& mesh;
    const AnyHierarchy& tree;
    std::vector<Pose> poses;
    QueryScratch scratch{};
    QueryResult result{};
    std::uint64_t volume_tests = 0;

    void ask_everything() {
        for (const Pose& pose : poses)
            for (const auto& mode : kAllQueryModes)
                for (const auto& test : kAllOverlapTests)
                    for (const auto& descent : kAllDescents)
                        for (const auto& leaf_test : kAllLeafTests)
                            ask({.mode = mode.value,
                                 .test = test.value,
                                 .descent = descent.value,
                                 .leaf_test = leaf_test.value},
                                pose);
    }
    void ask(const QueryRequest& request, const Pose& pose) {
        EXPECT_TRUE(query_meshes({mesh.view(), &tree, &poses[0]}, {mesh.view(), &tree, &pose}, request, scratch, result));
        volume_tests += result.counters.volume_tests;
    }
    // With every triangle test; recording and replaying a log; with a coherence cache; parallel.
    void ask_in_every_way() {
        for (const auto& mode : kAllQueryModes) {
            for (const Pose& pose : poses) {
                for (const auto& test : kAllTriangleTests)
                    ask({.mode = mode.value, .triangle_test = test.intersect}, pose);
                log.record();
                ask({.mode = mode.value, .log = &log}, pose);
                log.replay();
                ask({.mode = mode.value, .log = &log}, pose);
                ask_divided({.mode = mode.value}, pose);
            }
            memory = {};
            for (Pose pose : poses)
                for (int step = 0; step < 8; ++step, pose.origin.x += 0.002)
                    ask({.mode = mode.value, .memory = &memory}, pose);
        }
    }
    void ask_divided(const QueryRequest& request, const Pose& pose) {
        EXPECT_TRUE(query_meshes({mesh.view(), &tree, &poses[0]}, {mesh.view(), &tree, &pose}, request, serial, divided,
                     result));
    }
    PrimitiveTestRecord log{};
    QueryCoherence memory{};
    ParallelQueryScratch divided{};
    SerialExecutor serial{};
};

TEST(NoAllocation, QueriesOfEveryKindAndVolumeAllocateNothingAfterWarmUp) {
    oracle::Random random(1);
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.35, 16, 8);
    std::vector<Pose> poses{Pose{}};
    for (int i = 0; i < 3; ++i) poses.push_back(oracle::draw_pose(random, 0.8));
    poses.push_back(make_pose({oracle::draw_rotation(random), {9, 0, 0}, {0.5, -2.0, 1.0}}));
    std::size_t number = 0;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            if (!test::takes_case(number++, 9)) continue;
            const HierarchyConfig config{std::string(kind), std::string(volume), "midpoint", 2};
            const Result<AnyHierarchy> tree = build_any_hierarchy(config, mesh.view());
            if (!tree) continue; // a kind may reject a volume
            Questions run{mesh, *tree, poses};
            const std::size_t at_first = test::count_allocations();
            run.ask_everything();
            const std::size_t warm = test::count_allocations();
            EXPECT_GT(warm, at_first) << "the counter counts nothing";
            run.ask_everything();
            EXPECT_EQ(test::count_allocations(), warm) << kind << ' ' << volume;
            run.ask_in_every_way();
            const std::size_t warm_in_every_way = test::count_allocations();
            run.ask_in_every_way();
            EXPECT_EQ(test::count_allocations(), warm_in_every_way) << kind << ' ' << volume;
            EXPECT_GT(run.volume_tests, 10000u);
        }
}

} // namespace
} // namespace boxwood
