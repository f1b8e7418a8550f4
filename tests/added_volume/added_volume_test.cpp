// A volume that is defined in one header and named in one list works in queries, explanations and the traversal
// inspector. The contract tests of volumes and queries are compiled with the same list.
#include "engine/explain/explanations/leaf_test_explanation.hpp"
#include "engine/explain/explanations/volume_test_explanation.hpp"
#include "engine/explain/visit_replay.hpp"
#include "tests/added_volume/octahedron.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include "collision/query/mesh_query.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

struct Pair {
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 24, 12);
    AnyHierarchy a, b;
    Pose pose_a, pose_b;
    QueryScratch scratch;
    QueryResult result;

    Pair(const HierarchyConfig& config_a, const HierarchyConfig& config_b)
        : a(*build_any_hierarchy(config_a, mesh.view()))
        , b(*build_any_hierarchy(config_b, mesh.view())) {
        oracle::Random random(17);
        pose_a = oracle::draw_pose(random, 0.2);
        pose_b = oracle::draw_pose(random, 0.9);
    }
    MeshOperand operand_a() const { return {mesh.view(), &a, &pose_a}; }
    MeshOperand operand_b() const { return {mesh.view(), &b, &pose_b}; }
};

TEST(AddedVolume, is_known_by_its_name) {
    const std::vector<std::string_view> names = list_volumes();
    ASSERT_EQ(names.back(), Octahedron::kName);
    EXPECT_TRUE(takes_volume("bvh2", "octahedron"));
    EXPECT_TRUE(takes_volume("bvh2-lazy", "octahedron"));
    EXPECT_FALSE(takes_volume("bvh8", "octahedron"));
    EXPECT_EQ(resolved({.volume = "octahedron"}).kind, "bvh2");
    const oracle::SampleMesh mesh = oracle::make_cube(1.0, 1);
    const auto refused = build_any_hierarchy({.volume = "dodecahedron"}, mesh.view());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("octahedron"), std::string::npos) << refused.error().message;
}

// The expected pairs are the answer for two AABB hierarchies. The contract test of queries compares answers with exact
// arithmetic.
TEST(AddedVolume, answers_queries_also_with_hierarchies_of_other_types) {
    Pair of_boxes({.kind = "bvh2"}, {.kind = "bvh2"});
    ASSERT_TRUE(query_meshes(of_boxes.operand_a(), of_boxes.operand_b(), {.mode = QueryMode::all},
                             of_boxes.scratch, of_boxes.result));
    const std::vector<PrimitivePair> expected = of_boxes.result.pairs;
    ASSERT_GT(expected.size(), 10u);
    for (const HierarchyConfig& other : {HierarchyConfig{.kind = "bvh2", .volume = "octahedron"},
                                         HierarchyConfig{.kind = "bvh2-lazy", .volume = "octahedron"},
                                         HierarchyConfig{.kind = "bvh8", .volume = "aabb"}}) {
        SCOPED_TRACE(other.kind + " " + other.volume);
        Pair pair({.volume = "octahedron"}, other);
        ASSERT_FALSE(pair.a.validate(pair.mesh.view()));
        ASSERT_TRUE(query_meshes(pair.operand_a(), pair.operand_b(), {.mode = QueryMode::all}, pair.scratch,
                                 pair.result));
        EXPECT_EQ(pair.result.pairs, expected);
        EXPECT_LT(2 * pair.result.counters.primitive_tests,
                  pair.mesh.triangles.size() * pair.mesh.triangles.size());

        pair.pose_b.origin.x += 9.0;
        double distances[2] = {};
        const AnyHierarchy boxes = *build_any_hierarchy({.volume = "aabb"}, pair.mesh.view());
        for (const AnyHierarchy* tree : {static_cast<const AnyHierarchy*>(&pair.a), &boxes}) {
            ASSERT_TRUE(query_meshes({pair.mesh.view(), tree, &pair.pose_a}, pair.operand_b(),
                                     {.mode = QueryMode::distance}, pair.scratch, pair.result));
            distances[tree == &boxes] = pair.result.distance;
        }
        EXPECT_GT(distances[0], 1.0);
        EXPECT_EQ(distances[0], distances[1]);
    }
}

// For each visit, the inspector shows the two nodes, the axes of the overlap test, and the test of a leaf's triangles.
TEST(AddedVolume, is_explained_visit_by_visit) {
    Pair pair({.volume = "octahedron", .leaf_size = 3}, {.volume = "octahedron", .leaf_size = 3});
    const QueryRequest request{.mode = QueryMode::all, .leaf_test = LeafTest::triangle};
    VisitRecorder recorder;
    ASSERT_TRUE(query_meshes(pair.operand_a(), pair.operand_b(), request, pair.scratch, recorder, pair.result));
    const NodeTable table_a = make_node_table(pair.a), table_b = make_node_table(pair.b);
    const QueriedPair question{pair.a, pair.b, table_a, table_b, pair.pose_a, pair.pose_b, request.test};
    VisitReplay replay(recorder.visits(), table_a, table_b);
    ASSERT_EQ(pair.a.axis_names().size(), 8u);
    std::size_t separated = 0, by_b = 0, overlapping = 0, leaves = 0;
    for (std::size_t i = 0; i < replay.size(); ++i) {
        const VisitMoment& moment = replay.seek(i);
        ASSERT_TRUE(table_a.has(moment.nodes.a) && table_b.has(moment.nodes.b));
        if (moment.visit.kind == VisitKind::leaf_pair) {
            const LeafTestExplanation why =
                explain_leaf(question, {pair.mesh.view(), pair.mesh.view()}, moment.nodes);
            ASSERT_EQ(why.may_meet(), moment.visit.verdict);
            ++leaves;
        }
        if (moment.visit.kind != VisitKind::volume_pair) continue;
        const VolumeTestExplanation why = explain_volumes(question, moment.nodes);
        ASSERT_EQ(why.rows.size(), 8u);
        const std::size_t first = why.first_separating();
        ASSERT_EQ(first < 8 ? static_cast<int>(first) : -1, moment.visit.axis);
        const AxisRow& shown = why.rows[first < 8 ? first : why.widest()];
        ASSERT_EQ(shown.name, pair.a.axis_names()[static_cast<std::size_t>(shown.axis)]);
        ASSERT_NEAR(glm::length(shown.direction_w), 1.0, 1e-12);
        const std::array<Span, 2>& spans = why.spans[static_cast<std::size_t>(shown.axis)];
        ASSERT_NEAR(spans[1].low - spans[0].high, shown.gap, 1e-4) << "gap between the outlines";
        ++(first < 8 ? separated : overlapping);
        by_b += first >= 4 && first < 8;
    }
    EXPECT_GT(separated, 10u);
    EXPECT_GT(by_b, 0u);
    EXPECT_GT(overlapping, 10u);
    EXPECT_GT(leaves, 10u);
    std::size_t lines = 0;
    outline_node(pair.a, table_a, 0, [&](const glm::vec3&, const glm::vec3&) { ++lines; });
    EXPECT_EQ(lines, 12u);
}

} // namespace
} // namespace boxwood
