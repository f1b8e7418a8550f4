// The triangles that a query reached on each surface, compared with their definition. They include all triangles that
// the query found.
#include "engine/explain/hierarchy/reached_triangles.hpp"

#include "collision/query/mesh_query.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace boxwood {
namespace {

TEST(ReachedTriangles, are_those_that_were_tested_or_are_in_tested_leaves) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    oracle::Random random(3);
    const Pose pose_a = oracle::draw_pose(random, 0.2), pose_b = oracle::draw_pose(random, 0.7);
    for (const HierarchyConfig& config :
         {HierarchyConfig{.volume = "kdop18"}, HierarchyConfig{.volume = "obb", .leaf_size = 3},
          HierarchyConfig{.kind = "bvh2-lazy", .volume = "aabb"}}) {
        const AnyHierarchy hierarchy = *build_any_hierarchy(config, mesh.view());
        VisitRecorder recorder;
        QueryScratch scratch;
        QueryResult result;
        EXPECT_TRUE(query_meshes({mesh.view(), &hierarchy, &pose_a}, {mesh.view(), &hierarchy, &pose_b}, {},
                                 scratch, recorder, result));
        const NodeTable table = make_node_table(hierarchy);
        for (const std::size_t side : {0u, 1u}) {
            const std::vector<std::uint8_t> reached = find_reached(recorder.visits(), table, side);
            ASSERT_EQ(reached.size(), mesh.triangles.size());
            for (std::uint32_t triangle = 0; triangle < reached.size(); ++triangle) {
                bool expected = false;
                for (const Visit& visit : recorder.visits()) {
                    const std::uint32_t name = side == 0 ? visit.a : visit.b;
                    expected |= visit.kind == VisitKind::primitive_pair
                                    ? name == triangle
                                    : table.is_leaf(name) && table.holds(name, triangle);
                }
                EXPECT_EQ(reached[triangle] == 1, expected) << config.kind << ' ' << triangle;
            }
            const int count = std::accumulate(reached.begin(), reached.end(), 0);
            EXPECT_GT(count, 0);
            EXPECT_LT(count, static_cast<int>(reached.size()))
                << "the query must prune a part of the triangles";
            for (const PrimitivePair& pair : result.pairs)
                EXPECT_TRUE(reached[side == 0 ? pair.a : pair.b])
                    << "an intersecting triangle must be reached";
        }
    }
}

TEST(ReachedTriangles, nothing_is_reached_without_visits) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 8, 4);
    const NodeTable table = make_node_table(*build_any_hierarchy({}, mesh.view()));
    for (const std::uint8_t is_reached : find_reached({}, table, 0)) EXPECT_FALSE(is_reached);
}

} // namespace
} // namespace boxwood
