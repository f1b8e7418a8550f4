// The costs of triangles over several queries add up to the counters of these queries.
#include "engine/explain/hierarchy/cost_map.hpp"

#include "collision/query/mesh_query.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace boxwood {
namespace {

double sum_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(CostMap, sums_over_queries_equal_their_counters) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8),
                             small = oracle::make_torus(1.0, 0.4, 9, 5);
    const AnyHierarchy a = *build_any_hierarchy({.leaf_size = 2}, mesh.view()),
                       b = *build_any_hierarchy({.leaf_size = 2}, small.view());
    const std::array tables{make_node_table(a), make_node_table(b)};
    oracle::Random random(3);
    CostMap map;
    QueryCounters all;
    for (std::size_t frame = 1; frame <= 6; ++frame) {
        const Pose pose_a = oracle::draw_pose(random, 0.2), pose_b = oracle::draw_pose(random, 0.5);
        VisitRecorder recorder;
        QueryScratch scratch;
        QueryResult result;
        EXPECT_TRUE(query_meshes({mesh.view(), &a, &pose_a}, {small.view(), &b, &pose_b},
                                 {.leaf_test = LeafTest::triangle}, scratch, recorder, result));
        map.add(VisitReplay(recorder.visits(), tables[0], tables[1]), tables);
        all.volume_tests += result.counters.volume_tests;
        all.primitive_tests += result.counters.primitive_tests;
        EXPECT_EQ(map.query_count(), frame);
        EXPECT_EQ(map.volume_tests(), all.volume_tests);
        EXPECT_EQ(map.triangle_tests(), all.primitive_tests);
        for (const std::size_t side : {0u, 1u}) {
            EXPECT_EQ(sum_of(map.of(side).triangle_tests), static_cast<double>(all.primitive_tests));
            EXPECT_NEAR(sum_of(map.of(side).volume_tests), static_cast<double>(all.volume_tests), 1e-6);
        }
    }
    EXPECT_GT(all.primitive_tests, 50u);
    map.add(VisitReplay(), {make_node_table(b), make_node_table(a)}); // the sums restart for other meshes
    EXPECT_EQ(map.query_count(), 1u);
    EXPECT_EQ(map.volume_tests(), 0u);
}

TEST(CostMap, a_histogram_counts_every_triangle_and_cost_at_inverts_ramp_position) {
    const std::vector<double> costs{0.0, 0.0, 1.0, 7.0, 30.0, 100.0};
    CostHistogram bins{};
    add_to_histogram(costs, 100.0, bins);
    EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), 0u), costs.size());
    EXPECT_EQ(bins.front(), 2u);
    EXPECT_EQ(bins.back(), 1u);
    for (const double cost : costs) EXPECT_NEAR(cost_at(ramp_position(cost, 100.0), 100.0), cost, 1e-9);
    EXPECT_EQ(ramp_position(100.0, 100.0), 1.0);
}

} // namespace
} // namespace boxwood
