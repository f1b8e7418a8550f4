// Explanations of volume tests have the axis of the query's visits. Explanations of triangle tests have the result of
// triangles_intersect().
#include "engine/explain/explanations/triangle_explanation.hpp"
#include "engine/explain/explanations/volume_test_explanation.hpp"

#include "collision/query/mesh_query.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace boxwood::why_test {
namespace {

struct Scene {
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    AnyHierarchy hierarchy;
    Pose pose_a, pose_b;
    NodeTable table;
    VisitRecorder recorder;

    Scene(const HierarchyConfig& config, OverlapTest test, bool is_scaled)
        : hierarchy(*build_any_hierarchy(config, mesh.view())) {
        oracle::Random random(17);
        const auto draw = [&](double reach) {
            Transform transform{oracle::draw_rotation(random), oracle::draw_point(random, reach),
                                glm::dvec3(1.0)};
            if (is_scaled) transform.s = glm::dvec3(1.5, 0.75, 1.0);
            return make_pose(transform);
        };
        pose_a = draw(0.2);
        pose_b = draw(0.9);
        QueryScratch scratch;
        QueryResult result;
        EXPECT_TRUE(query_meshes({mesh.view(), &hierarchy, &pose_a}, {mesh.view(), &hierarchy, &pose_b},
                                 {.mode = QueryMode::all, .test = test}, scratch, recorder, result));
        table = make_node_table(hierarchy);
    }
    QueriedPair question(OverlapTest test) const {
        return {hierarchy, hierarchy, table, table, pose_a, pose_b, test};
    }
};

void expect_rows_of(const HierarchyConfig& config, OverlapTest test, bool is_scaled) {
    const Scene scene(config, test, is_scaled);
    std::set<int> seen;
    for (std::size_t i = 0; i < scene.recorder.visits().size(); i += 13) {
        const Visit& visit = scene.recorder.visits()[i];
        if (visit.kind != VisitKind::volume_pair) continue;
        const VolumeTestExplanation why = explain_volumes(scene.question(test), {visit.a, visit.b});
        ASSERT_EQ(why.spans.size(), why.rows.size());
        const std::size_t first = why.first_separating();
        seen.insert(visit.axis);
        ASSERT_EQ(first < why.rows.size() ? why.rows[first].axis : -1, visit.axis)
            << config.kind << ' ' << config.volume << " visit " << i;
        for (std::size_t row = 0; row < why.rows.size(); ++row) {
            ASSERT_EQ(why.rows[row].name, scene.hierarchy.axis_names()[row]);
            if (why.rows[row].separates()) {
                ASSERT_GT(why.rows[row].gap, 0.0);
            }
            ASSERT_NEAR(why.rows[row].centers - why.rows[row].reach, why.rows[row].gap, 1e-12);
            const auto& [a, b] = why.spans[row];
            if (why.rows[row].is_axis && (config.volume == "aabb" || config.volume == "obb")) {
                const std::string place = config.volume + ' ' + std::string(why.rows[row].name);
                ASSERT_NEAR(why.rows[row].reach, 0.5 * (a.high - a.low + b.high - b.low), 1e-4) << place;
                ASSERT_NEAR(why.rows[row].centers, 0.5 * (b.low + b.high - a.low - a.high), 1e-4) << place;
            }
            const double drawn = why.spans[row][1].low - why.spans[row][0].high;
            // The test bounds k-DOPs by sums of slabs, so the displayed gap can exceed the tested gap.
            if (why.rows[row].is_axis) {
                ASSERT_GT(drawn, why.rows[row].gap - 2e-5) << config.volume << ' ' << why.rows[row].name;
            }
            if (config.volume == "aabb" || config.volume == "obb") {
                ASSERT_NEAR(drawn, why.rows[row].gap, 1e-4) << config.volume << ' ' << why.rows[row].name;
            }
        }
        ASSERT_GE(why.rows[why.widest()].gap, why.rows.front().gap);
    }
    EXPECT_GE(seen.size(), 2u) << "nothing was pruned";
}

TEST(VolumeTestExplanation, the_first_row_that_separates_is_the_axis_of_the_visit) {
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            const HierarchyConfig config{std::string(kind), std::string(volume), "object-median", 1};
            if (!build_any_hierarchy(config, oracle::make_torus(1.0, 0.3, 16, 8).view())) continue;
            for (const OverlapTest test : {OverlapTest::sat, OverlapTest::sat_lite}) {
                expect_rows_of(config, test, false);
                expect_rows_of(config, test, true);
            }
        }
}

// For boxes without relative rotation, cross products of parallel edges are zero. A gap of 0 along them would exceed
// the negative gaps of overlapping boxes.
TEST(VolumeTestExplanation, a_zero_cross_product_is_never_the_axis_of_the_widest_gap) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    const AnyHierarchy hierarchy = *build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, mesh.view());
    const NodeTable table = make_node_table(hierarchy);
    const Pose a = make_pose({}), b = make_pose({.t = glm::dvec3(0.5, 0.25, 0.0)});
    const VolumeTestExplanation why = explain_volumes({hierarchy, hierarchy, table, table, a, b}, {0, 0});
    ASSERT_EQ(why.rows.size(), 15u);
    EXPECT_EQ(why.first_separating(), why.rows.size());
    EXPECT_NE(why.rows[why.widest()].direction_w, glm::dvec3(0.0));
    EXPECT_LT(why.rows[why.widest()].gap, 0.0);
}

TEST(VolumeTestExplanation, rows_of_sat_lite_equal_the_first_six_rows_of_sat) {
    const Scene scene({.volume = "obb"}, OverlapTest::sat, true);
    const VolumeTestExplanation why = explain_volumes(scene.question(OverlapTest::sat), {1, 2});
    EXPECT_EQ(why.rows.size(), 15u);
    const VolumeTestExplanation lite = explain_volumes(scene.question(OverlapTest::sat_lite), {1, 2});
    ASSERT_EQ(lite.rows.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(lite.rows[i].distance, why.rows[i].distance);
        EXPECT_EQ(lite.rows[i].radii, why.rows[i].radii);
    }
}

TEST(TriangleExplanation, agrees_with_triangles_intersect_and_with_its_own_distance) {
    oracle::Random random(5);
    std::array<int, 4> counts{};
    for (int i = 0; i < 4000; ++i) {
        Triangle64 a, b;
        for (std::size_t k = 0; k < 3; ++k) {
            a[k] = oracle::draw_point(random, 1.0);
            b[k] = oracle::draw_point(random, 1.0);
        }
        const TriangleExplanation why = explain_triangles(a, b);
        ++counts[static_cast<std::size_t>(why.outcome)];
        ASSERT_EQ(why.outcome == TriangleOutcome::intersecting, triangles_intersect(a, b));
        ASSERT_EQ(why.outcome == TriangleOutcome::intersecting, why.closest.distance == 0.0);
        if (why.outcome == TriangleOutcome::separated_by_plane_of_a ||
            why.outcome == TriangleOutcome::separated_by_plane_of_b) {
            ASSERT_GT(why.plane_gap, 0.0);
            ASSERT_LE(why.plane_gap, why.closest.distance * (1.0 + 1e-9));
        }
        if (why.outcome == TriangleOutcome::intersecting) {
            ASSERT_FALSE(why.section.is_flat);
        }
    }
    for (const int count : counts) EXPECT_GT(count, 100);
}

TEST(TriangleExplanation, degenerate_and_equal_triangles_are_explained) {
    const Triangle64 t{glm::dvec3(0, 0, 0), glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0)};
    EXPECT_EQ(explain_triangles(t, t).outcome, TriangleOutcome::intersecting);
    const Triangle64 point{glm::dvec3(0, 0, 1), glm::dvec3(0, 0, 1), glm::dvec3(0, 0, 1)};
    const TriangleExplanation why = explain_triangles(point, point);
    EXPECT_EQ(why.outcome, TriangleOutcome::intersecting);
    EXPECT_EQ(explain_triangles(t, point).outcome, TriangleOutcome::separated_by_plane_of_a);
    EXPECT_EQ(explain_triangles(point, t).outcome, TriangleOutcome::separated_by_plane_of_b);
    EXPECT_EQ(explain_triangles(t, point).plane_gap, 1.0);
}

} // namespace
} // namespace boxwood::why_test
