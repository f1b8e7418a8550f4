// The measures by which nodes are colored, compared with their definitions.
#include "engine/explain/hierarchy/node_measures.hpp"

#include "collision/query/mesh_query.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

struct RecordedQuery {
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    AnyHierarchy hierarchy = *build_any_hierarchy({.volume = "aabb", .leaf_size = 2}, mesh.view());
    NodeTable table = make_node_table(hierarchy);
    VisitRecorder recorder;
    QueryResult result;
    VisitReplay replay;

    RecordedQuery() {
        oracle::Random random(3);
        const Pose pose_a = oracle::draw_pose(random, 0.2), pose_b = oracle::draw_pose(random, 0.7);
        QueryScratch scratch;
        EXPECT_TRUE(query_meshes({mesh.view(), &hierarchy, &pose_a}, {mesh.view(), &hierarchy, &pose_b}, {},
                                 scratch, recorder, result));
        replay = VisitReplay(recorder.visits(), table, table);
    }
    std::vector<float> measure(NodeMeasure measure, std::size_t side = 0) const {
        return measure_nodes(measure, hierarchy, table, replay, side);
    }
};

TEST(NodeMeasures, visits_add_up_to_the_counters_on_both_sides) {
    const RecordedQuery query;
    for (const std::size_t side : {0u, 1u}) {
        double sum = 0.0;
        for (const float tests : query.measure(NodeMeasure::visits, side))
            if (tests != kNoMeasure) sum += static_cast<double>(tests);
        EXPECT_EQ(sum, static_cast<double>(query.result.counters.volume_tests));
    }
}

// A test of A's node is useful if a triangle below it intersects a triangle below B's node of that test.
TEST(NodeMeasures, waste_is_the_percentage_of_tests_without_a_contact_below) {
    const RecordedQuery query;
    const std::vector<float> waste = query.measure(NodeMeasure::waste);
    std::vector<int> tests(waste.size(), 0), useful(waste.size(), 0);
    for (const Visit& visit : query.recorder.visits()) {
        if (visit.kind != VisitKind::volume_pair) continue;
        ++tests[visit.a];
        useful[visit.a] +=
            std::any_of(query.result.pairs.begin(), query.result.pairs.end(), [&](PrimitivePair pair) {
                return query.table.holds(visit.a, pair.a) && query.table.holds(visit.b, pair.b);
            });
    }
    int some = 0;
    for (std::size_t node = 0; node < waste.size(); ++node) {
        if (tests[node] == 0) {
            EXPECT_EQ(waste[node], kNoMeasure);
            continue;
        }
        EXPECT_NEAR(waste[node], 100.0 * (tests[node] - useful[node]) / tests[node], 1e-3);
        some += waste[node] > 0.0f && waste[node] < 100.0f;
    }
    EXPECT_GT(some, 0);
}

TEST(NodeMeasures, depth_is_the_length_of_the_path_and_overlap_and_area_are_percentages) {
    const RecordedQuery query;
    const std::vector<float> depth = query.measure(NodeMeasure::depth),
                             overlap = query.measure(NodeMeasure::overlap),
                             area = query.measure(NodeMeasure::area);
    EXPECT_EQ(area[0], 100.0f);
    for (std::uint32_t node = 0; node < query.table.nodes.size(); ++node) {
        EXPECT_EQ(depth[node], static_cast<float>(query.table.path_to(node).size() - 1));
        EXPECT_LE(area[node], 100.0f);
        EXPECT_EQ(overlap[node] == kNoMeasure, query.table.is_leaf(node));
        EXPECT_LE(overlap[node], 100.0f);
    }
    // The boxes of the halves of a torus overlap a little, because some triangles cross the splitting plane.
    EXPECT_GT(overlap[0], 0.0f);
    EXPECT_LT(overlap[0], 50.0f);
}

TEST(NodeMeasures, the_first_visit_of_a_node_refers_to_the_node) {
    const RecordedQuery query;
    const std::vector<std::size_t> first = first_visits_of(query.replay, query.table, 1);
    EXPECT_EQ(first[0], 0u);
    for (std::uint32_t node = 0; node < first.size(); ++node)
        if (first[node] != VisitReplay::kNone) {
            EXPECT_EQ(query.recorder.visits()[first[node]].b, node);
        }
}

} // namespace
} // namespace boxwood
