// The cost of each triangle equals its definition, and all costs add up to the counters of the query.
#include "engine/explain/hierarchy/cost_map.hpp"

#include "collision/query/mesh_query.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace boxwood {
namespace {

TEST(TriangleCosts, add_up_to_the_counters_and_contain_a_share_of_each_test_of_a_node_above) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    for (const std::uint32_t leaf_size : {1u, 3u}) {
        const AnyHierarchy hierarchy =
            *build_any_hierarchy({.volume = "kdop18", .leaf_size = leaf_size}, mesh.view());
        const NodeTable table = make_node_table(hierarchy);
        oracle::Random random(3);
        const Pose pose_a = oracle::draw_pose(random, 0.2), pose_b = oracle::draw_pose(random, 0.7);
        VisitRecorder recorder;
        QueryScratch scratch;
        QueryResult result;
        EXPECT_TRUE(query_meshes({mesh.view(), &hierarchy, &pose_a}, {mesh.view(), &hierarchy, &pose_b}, {},
                                 scratch, recorder, result));
        const VisitReplay replay(recorder.visits(), table, table);
        for (const std::size_t side : {0u, 1u}) {
            const TriangleCosts costs = spread_costs(replay, table, side);
            const auto sum = [](const std::vector<double>& v) {
                return std::accumulate(v.begin(), v.end(), 0.0);
            };
            EXPECT_EQ(sum(costs.triangle_tests), static_cast<double>(result.counters.primitive_tests));
            EXPECT_NEAR(sum(costs.volume_tests), static_cast<double>(result.counters.volume_tests), 1e-6);
            for (std::uint32_t triangle = 0; triangle < mesh.triangles.size(); triangle += 17) {
                double expected = 0.0;
                for (const Visit& visit : recorder.visits()) {
                    const std::uint32_t node = side == 0 ? visit.a : visit.b;
                    if (visit.kind == VisitKind::volume_pair && table.holds(node, triangle))
                        expected += 1.0 / static_cast<double>(table.primitives_below(node).size());
                }
                EXPECT_NEAR(costs.volume_tests[triangle], expected, 1e-9);
            }
        }
    }
}

} // namespace
} // namespace boxwood
