#include "engine/measure/cost_report.hpp"

#include "engine/measure/hierarchy_comparison.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

namespace boxwood {
namespace {

double milliseconds() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct Meshes {
    oracle::SampleMesh a = oracle::make_torus(1.0, 0.4, 14, 9), b = oracle::make_cube(0.5, 4);
    std::vector<std::pair<Pose, Pose>> poses = tumble_poses(a.view(), b.view(), 10);
};

// Lists each pair of a kind and a volume once.
std::vector<HierarchyConfig> list_kinds_and_volumes() {
    std::vector<HierarchyConfig> configs;
    for (HierarchyConfig& config : list_hierarchy_configs())
        if (configs.empty() || configs.back().kind != config.kind || configs.back().volume != config.volume)
            configs.push_back(std::move(config));
    return configs;
}

void expect_sound(const CostReport& report) {
    for (const CostTerm& term : {report.volumes, report.primitives, report.updates}) {
        EXPECT_TRUE(std::isfinite(term.us));
        EXPECT_GE(term.us, 0.0);
        EXPECT_NEAR(static_cast<double>(term.count) * term.ns_each(), 1000.0 * term.us,
                    1e-6 * (1.0 + term.us));
        EXPECT_TRUE(term.count > 0 || term.us == 0.0);
    }
    EXPECT_GT(report.wall_us, 0.0);
    EXPECT_GT(report.volumes.us + report.updates.us, 0.0);
    EXPECT_TRUE(std::isfinite(report.residual_us()));
    EXPECT_NEAR(report.sum_us() + report.residual_us(), report.wall_us, 1e-9 * (1.0 + report.wall_us));
}

TEST(CostReportTest, counts_equal_the_counters_of_single_queries) {
    const Meshes meshes;
    std::uint64_t updates = 0;
    for (const HierarchyConfig& config : list_kinds_and_volumes())
        for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance}) {
            SCOPED_TRACE(name_of(config));
            const AnyHierarchy a = *build_any_hierarchy(config, meshes.a.view()),
                               b = *build_any_hierarchy(config, meshes.b.view());
            QueryCounters expected;
            for (const auto& [pose_a, pose_b] : meshes.poses) {
                QueryScratch scratch;
                QueryResult result;
                EXPECT_TRUE(query_meshes({meshes.a.view(), &a, &pose_a}, {meshes.b.view(), &b, &pose_b},
                                         {.mode = mode}, scratch, result));
                expected += result.counters;
            }
            QueryCounters counted;
            CostMeter meter(milliseconds, 1);
            const CostReport report =
                meter.measure({meshes.a.view(), meshes.b.view(), a, b, meshes.poses, {.mode = mode}},
                              [&](const QueryResult& r) { counted += r.counters; });
            EXPECT_EQ(report.volumes.count, expected.volume_tests);
            EXPECT_EQ(report.primitives.count, expected.primitive_tests);
            EXPECT_EQ(report.updates.count, expected.volume_updates);
            EXPECT_EQ(counted.volume_tests, expected.volume_tests);
            EXPECT_EQ(counted.separations_by_axis, expected.separations_by_axis);
            EXPECT_GT(report.primitives.us, 0.0);
            expect_sound(report);
            updates += report.updates.count;
        }
    EXPECT_GT(updates, 0u);
}

// Volume tests alone take less time than complete queries. Triangle tests that are timed alone can take longer than
// within the queries, so they have a margin of 50 %.
TEST(CostReportTest, volume_tests_take_less_time_than_complete_queries) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP()
        << "with the thread sanitizer, a triangle test that is timed alone takes twice its time in a query";
#endif
    const Meshes meshes;
    const HierarchyConfig config{"bvh2", "aabb", "midpoint", 8};
    const AnyHierarchy a = *build_any_hierarchy(config, meshes.a.view()),
                       b = *build_any_hierarchy(config, meshes.b.view());
    CostMeter meter(milliseconds, 15);
    const CostReport report =
        meter.measure({meshes.a.view(), meshes.b.view(), a, b, meshes.poses, {}}, nullptr);
    EXPECT_GT(report.primitives.count, report.volumes.count)
        << "with 8 triangles per leaf, there must be more triangle tests than volume tests";
    EXPECT_LT(report.volumes.us, report.wall_us);
    EXPECT_LT(report.primitives.us, 1.5 * report.wall_us);
}

TEST(CostReportTest, without_a_clock_times_are_zero_and_without_poses_counts_are_zero) {
    const Meshes meshes;
    const AnyHierarchy a = *build_any_hierarchy({}, meshes.a.view()),
                       b = *build_any_hierarchy({}, meshes.b.view());
    const CostReport untimed =
        CostMeter(nullptr, 3).measure({meshes.a.view(), meshes.b.view(), a, b, meshes.poses, {}}, nullptr);
    EXPECT_GT(untimed.volumes.count, 0u);
    EXPECT_EQ(untimed.wall_us, 0.0);
    EXPECT_EQ(untimed.residual_share(), 0.0);
    const CostReport none =
        CostMeter(milliseconds, 3).measure({meshes.a.view(), meshes.b.view(), a, b, {}, {}}, nullptr);
    EXPECT_EQ(none.volumes.count, 0u);
    EXPECT_EQ(none.volumes.ns_each(), 0.0);
}

TEST(CostReportTest, adding_reports_adds_counts_and_times) {
    CostReport sum{.volumes = {10, 1.0}, .primitives = {4, 2.0}, .updates = {0, 0.0}, .wall_us = 3.5};
    sum += CostReport{.volumes = {30, 2.0}, .primitives = {0, 0.0}, .updates = {2, 1.0}, .wall_us = 3.0};
    EXPECT_EQ(sum.volumes.count, 40u);
    EXPECT_DOUBLE_EQ(sum.volumes.ns_each(), 75.0);
    EXPECT_DOUBLE_EQ(sum.primitives.ns_each(), 500.0);
    EXPECT_DOUBLE_EQ(sum.updates.ns_each(), 500.0);
    EXPECT_DOUBLE_EQ(sum.residual_us(), 0.5);
}

// The meshes are at random poses. Some pairs of boxes are disjoint. A cross axis is needed to separate only a few of
// these, and none if only face normals are tested.
TEST(SeparationSharesTest, cross_axes_separate_few_boxes_and_none_if_only_face_normals_are_tested) {
    const Meshes meshes;
    for (const OverlapTest test : {OverlapTest::sat, OverlapTest::sat_lite}) {
        Comparison comparison{.a = meshes.a.view(), .b = meshes.b.view(), .poses = {}, .repeats = 1};
        oracle::Random random(25);
        for (int i = 0; i < 40; ++i) comparison.poses.emplace_back(Pose{}, oracle::draw_pose(random, 1.2));
        comparison.request.test = test;
        comparison.configs = {{"bvh2", "aabb", "midpoint", 1}, {"bvh2", "kdop18", "midpoint", 1}};
        HierarchyComparison run(comparison, nullptr);
        while (!run.is_done()) ASSERT_TRUE(run.advance());
        const SeparationShares boxes = run.rows()[0].separations;
        EXPECT_EQ(boxes.tests, run.rows()[0].counters.volume_tests);
        EXPECT_GT(boxes.disjoint_share(), 0.1);
        EXPECT_LT(boxes.disjoint_share(), 0.9);
        if (test == OverlapTest::sat) {
            EXPECT_GT(boxes.by_cross_axis, 0u);
            EXPECT_LT(boxes.cross_share_of_disjoint(), 0.3);
        } else {
            EXPECT_EQ(boxes.by_cross_axis, 0u);
        }
        EXPECT_EQ(run.rows()[1].separations.by_cross_axis, 0u) << "a k-DOP has no cross axes";
        EXPECT_GT(run.rows()[1].separations.disjoint, 0u);
    }
}

} // namespace
} // namespace boxwood
