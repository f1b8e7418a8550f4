// Explanations of leaf tests, and of steps of the descent in two box-trees, agree with the results of the visits.
#include "engine/explain/explanations/box_tree_step_explanation.hpp"
#include "engine/explain/explanations/leaf_test_explanation.hpp"

#include "collision/query/mesh_query.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace boxwood {
namespace {

struct Scene {
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    AnyHierarchy hierarchy;
    Pose pose_a, pose_b;
    NodeTable table;
    VisitRecorder recorder;
    QueryRequest request;

    Scene(const HierarchyConfig& config, const QueryRequest& asked, std::uint64_t seed = 17)
        : hierarchy(*build_any_hierarchy(config, mesh.view()))
        , request(asked) {
        oracle::Random random(seed);
        pose_a = oracle::draw_pose(random, 0.2);
        pose_b = oracle::draw_pose(random, 0.9);
        QueryScratch scratch;
        QueryResult result;
        EXPECT_TRUE(query_meshes({mesh.view(), &hierarchy, &pose_a}, {mesh.view(), &hierarchy, &pose_b},
                                 request, scratch, recorder, result));
        table = make_node_table(hierarchy);
    }
    QueriedPair question() const {
        return {hierarchy, hierarchy, table, table, pose_a, pose_b, request.test};
    }
};

TEST(LeafTestExplanation, agrees_with_the_verdict_of_the_visit) {
    int met = 0, missed = 0;
    for (const std::string_view volume : {"aabb", "obb", "kdop14", "sphere", "capsule", "rss"}) {
        const Scene scene({.volume = std::string(volume), .builder = "object-median", .leaf_size = 3},
                          {.leaf_test = LeafTest::triangle});
        for (const Visit& visit : scene.recorder.visits()) {
            if (visit.kind != VisitKind::leaf_pair) continue;
            const LeafTestExplanation why =
                explain_leaf(scene.question(), {scene.mesh.view(), scene.mesh.view()}, {visit.a, visit.b});
            ASSERT_EQ(why.may_meet(), visit.verdict) << volume;
            ASSERT_TRUE(scene.table.is_leaf(why.leaf_side == 0 ? visit.a : visit.b));
            ASSERT_EQ(why.nearest().may_meet, visit.verdict);
            for (const LeafTriangle& row : why.triangles) {
                ASSERT_NEAR(row.spans[1].low - row.spans[0].high, row.gap, 1e-12);
                // Gaps are exact only for these volumes.
                if (volume != "aabb" && volume != "obb") continue;
                if (row.gap > 1e-4) {
                    ASSERT_FALSE(row.may_meet);
                }
                if (!row.may_meet) {
                    ASSERT_GT(row.gap, 0.0);
                }
            }
            ++(visit.verdict ? met : missed);
        }
    }
    EXPECT_GT(met, 100);
    EXPECT_GT(missed, 100);
}

TEST(LeafTestExplanation, explains_a_leaf_against_a_node_that_is_not_split_yet) {
    const oracle::SampleMesh coarse = oracle::make_torus(1.0, 0.3, 16, 8),
                             fine = oracle::make_torus(0.8, 0.2, 24, 12);
    std::array<int, 2> unsplit{};
    for (const bool is_fine_first : {true, false}) {
        const std::array meshes{(is_fine_first ? fine : coarse).view(),
                                (is_fine_first ? coarse : fine).view()};
        const HierarchyConfig lazy{.kind = "bvh2-lazy", .leaf_size = 3};
        const AnyHierarchy a = *build_any_hierarchy(lazy, meshes[0]),
                           b = *build_any_hierarchy(lazy, meshes[1]);
        oracle::Random random(3);
        const Pose pose_a = oracle::draw_pose(random, 0.2), pose_b = oracle::draw_pose(random, 0.9);
        VisitRecorder recorder;
        QueryScratch scratch;
        QueryResult result;
        ASSERT_TRUE(query_meshes({meshes[0], &a, &pose_a}, {meshes[1], &b, &pose_b},
                                 {.leaf_test = LeafTest::triangle}, scratch, recorder, result));
        const NodeTable table_a = make_node_table(a), table_b = make_node_table(b);
        for (const Visit& visit : recorder.visits()) {
            if (visit.kind != VisitKind::leaf_pair) continue;
            const LeafTestExplanation why =
                explain_leaf({a, b, table_a, table_b, pose_a, pose_b}, meshes, {visit.a, visit.b});
            ASSERT_EQ(why.may_meet(), visit.verdict);
            const bool is_of_a = why.leaf_side == 0;
            ASSERT_TRUE(is_of_a ? table_a.has_primitives(visit.a) : table_b.has_primitives(visit.b));
            if (is_of_a ? table_b.is_unsplit(visit.b) : table_a.is_unsplit(visit.a)) ++unsplit[why.leaf_side];
        }
    }
    EXPECT_GT(unsplit[0], 10);
    EXPECT_GT(unsplit[1], 10);
}

TEST(BoxTreeStepExplanation, has_the_axis_of_every_visit_and_a_rejecting_end_if_separated) {
    std::set<int> axes;
    std::size_t explained = 0;
    for (const OverlapTest test : {OverlapTest::sat, OverlapTest::sat_lite, OverlapTest::aabb_of_obb})
        for (const Descent descent : {Descent::larger_volume, Descent::alternating, Descent::simultaneous}) {
            const Scene scene({.kind = "box-tree", .leaf_size = 2}, {.test = test, .descent = descent});
            VisitReplay replay(scene.recorder.visits(), scene.table, scene.table);
            for (std::size_t i = 0; i < replay.size(); ++i) {
                const std::optional<BoxTreeStepExplanation> why = explain_step(scene.question(), replay, i);
                ASSERT_EQ(why.has_value(), replay[i].kind == VisitKind::volume_pair);
                if (!why) continue;
                ASSERT_EQ(why->separated_axis, replay[i].axis) << i;
                ASSERT_EQ(why->rejecting() != nullptr, !replay[i].verdict);
                ASSERT_EQ(why->slabs.empty(), i == 0);
                axes.insert(why->separated_axis);
                for (const MovedSlab& slab : why->slabs)
                    ASSERT_EQ(slab.node, slab.side == 0 ? replay[i].a : replay[i].b);
                for (const StepEnd& end : why->ends) ASSERT_GE(end.before, end.after - 1e-6f);
                ++explained;
            }
        }
    EXPECT_GT(explained, 1000u);
    EXPECT_GE(axes.size(), 8u);
    const Scene other({}, {});
    EXPECT_FALSE(
        explain_step(other.question(), VisitReplay(other.recorder.visits(), other.table, other.table), 0));
}

} // namespace
} // namespace boxwood
