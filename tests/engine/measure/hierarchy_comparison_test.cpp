#include "engine/measure/hierarchy_comparison.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace boxwood {
namespace {

Comparison make_comparison(const oracle::SampleMesh& a, const oracle::SampleMesh& b, QueryMode mode) {
    Comparison comparison{.a = a.view(), .b = b.view(), .poses = tumble_poses(a.view(), b.view(), 12)};
    comparison.request.mode = mode;
    comparison.configs = list_hierarchy_configs();
    comparison.repeats = 1;
    return comparison;
}

TEST(HierarchyComparisonTest, every_configuration_is_built_and_gives_the_same_answers) {
    const oracle::SampleMesh a = oracle::make_torus(1.0, 0.4, 14, 9), b = oracle::make_cube(0.5, 4);
    for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance}) {
        HierarchyComparison run(make_comparison(a, b, mode), nullptr);
        while (!run.is_done()) ASSERT_TRUE(run.advance());
        ASSERT_EQ(run.rows().size(), list_hierarchy_configs().size());
        for (const ComparisonRow& row : run.rows()) {
            EXPECT_TRUE(row.is_same_answer) << name_of(row.config);
            EXPECT_GT(row.counters.volume_tests, 0u) << name_of(row.config);
            EXPECT_GT(row.bytes_per_triangle, 4.0) << name_of(row.config);
            EXPECT_EQ(row.counters.relations, row.config.volume == "aabb" ? 12u : 24u) << name_of(row.config);
        }
    }
}

TEST(HierarchyComparisonTest, counts_of_a_row_are_the_sums_over_its_queries) {
    const oracle::SampleMesh a = oracle::make_torus(1.0, 0.4, 14, 9), b = oracle::make_cube(0.5, 4);
    Comparison comparison = make_comparison(a, b, QueryMode::all);
    comparison.configs.resize(1);
    comparison.repeats = 3;
    const AnyHierarchy tree_a = *build_any_hierarchy(comparison.configs[0], a.view());
    const AnyHierarchy tree_b = *build_any_hierarchy(comparison.configs[0], b.view());
    std::uint64_t volume_tests = 0, pairs = 0;
    std::size_t hits = 0;
    for (const auto& [pose_a, pose_b] : comparison.poses) {
        QueryScratch scratch;
        QueryResult result;
        EXPECT_TRUE(query_meshes({a.view(), &tree_a, &pose_a}, {b.view(), &tree_b, &pose_b},
                                 comparison.request, scratch, result));
        volume_tests += result.counters.volume_tests;
        pairs += result.pairs.size();
        hits += result.intersects;
    }
    HierarchyComparison run(comparison, nullptr);
    ASSERT_TRUE(run.advance());
    ASSERT_TRUE(run.is_done());
    EXPECT_EQ(run.rows()[0].counters.volume_tests, volume_tests);
    EXPECT_EQ(run.rows()[0].pairs, pairs);
    EXPECT_EQ(run.rows()[0].hits, hits);
    EXPECT_GT(hits, 2u);
    EXPECT_LT(hits, comparison.poses.size() + 1);
}

bool gives_wrong_answers = false;
bool test_that_may_be_wrong(const Triangle64& a, const Triangle64& b, std::uint64_t& io_exact_tests) {
    return !gives_wrong_answers && triangles_intersect(a, b, io_exact_tests);
}

// In every mode, a row is marked if its answers differ from those of the first row, and no other row is marked.
TEST(HierarchyComparisonTest, a_row_whose_answers_differ_is_marked) {
    const oracle::SampleMesh a = oracle::make_torus(1.0, 0.4, 14, 9), b = oracle::make_cube(0.5, 4);
    for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance}) {
        Comparison comparison = make_comparison(a, b, mode);
        comparison.request.triangle_test = test_that_may_be_wrong;
        comparison.configs = {{}, {.volume = "sphere"}, {.volume = "obb"}};
        HierarchyComparison run(comparison, nullptr);
        for (const bool is_wrong : {false, true, false}) {
            gives_wrong_answers = is_wrong;
            ASSERT_TRUE(run.advance());
            EXPECT_EQ(run.rows().back().is_same_answer, !is_wrong);
        }
        gives_wrong_answers = false;
        const std::string csv = comparison_csv(run.rows());
        EXPECT_NE(csv.find(",no,"), std::string::npos);
        EXPECT_EQ(csv.find(",no,"), csv.rfind(",no,"));
    }
}

// One missing pair must mark the row, although the meshes still intersect at the same number of poses.
bool skips_one = false;
bool test_that_skips_one(const Triangle64& a, const Triangle64& b, std::uint64_t& io_exact_tests) {
    const bool intersects = triangles_intersect(a, b, io_exact_tests);
    if (!intersects || !skips_one) return intersects;
    skips_one = false;
    return false;
}
TEST(HierarchyComparisonTest, a_single_missing_pair_marks_the_row) {
    const oracle::SampleMesh a = oracle::make_torus(1.0, 0.4, 14, 9), b = oracle::make_cube(0.5, 4);
    Comparison comparison = make_comparison(a, b, QueryMode::all);
    comparison.request.triangle_test = test_that_skips_one;
    comparison.configs = {{}, {}};
    HierarchyComparison run(comparison, nullptr);
    ASSERT_TRUE(run.advance());
    skips_one = true;
    ASSERT_TRUE(run.advance());
    EXPECT_FALSE(skips_one);
    EXPECT_EQ(run.rows()[1].pairs, run.rows()[0].pairs - 1);
    EXPECT_EQ(run.rows()[1].hits, run.rows()[0].hits);
    EXPECT_FALSE(run.rows()[1].is_same_answer);
}

// Two disjoint cubes next to each other. From pose to pose, B rotates by 0.1 rad and moves sideways by 0.2.
Comparison make_distance_comparison(const oracle::SampleMesh& a, const oracle::SampleMesh& b,
                                    double tolerance) {
    Comparison comparison = make_comparison(a, b, QueryMode::distance);
    comparison.request.tolerance = tolerance;
    comparison.poses.clear();
    for (int i = 0; i < 6; ++i)
        comparison.poses.emplace_back(Pose{}, make_pose({glm::angleAxis(0.1 * i, glm::dvec3(0, 0, 1)),
                                                         glm::dvec3(1.5, 0.2 * i, 0.1), glm::dvec3(1.0)}));
    return comparison;
}

TEST(HierarchyComparisonTest, distances_within_a_tolerance_are_the_same_answer) {
    const oracle::SampleMesh a = oracle::make_cube(0.5, 8), b = oracle::make_cube(0.5, 8);
    HierarchyComparison near(make_distance_comparison(a, b, 0.5), nullptr);
    HierarchyComparison exact(make_distance_comparison(a, b, 0.0), nullptr);
    std::uint64_t near_tests = 0, exact_tests = 0;
    while (!near.is_done()) {
        ASSERT_TRUE(near.advance());
        ASSERT_TRUE(exact.advance());
        EXPECT_TRUE(near.rows().back().is_same_answer) << name_of(near.rows().back().config);
        near_tests += near.rows().back().counters.primitive_tests;
        exact_tests += exact.rows().back().counters.primitive_tests;
    }
    EXPECT_LT(2 * near_tests, exact_tests);
}

// The mesh moves before the second row, so that the distance of this row differs from the minimum distance that was
// computed before.
TEST(HierarchyComparisonTest, a_distance_beyond_the_tolerance_is_marked) {
    const oracle::SampleMesh a = oracle::make_cube(0.5, 8);
    for (const auto& [shift, is_same] :
         {std::pair{0.0f, true}, std::pair{0.01f, true}, std::pair{0.2f, false}, std::pair{-0.01f, false}}) {
        oracle::SampleMesh b = oracle::make_cube(0.5, 8);
        Comparison comparison = make_distance_comparison(a, b, 0.1);
        comparison.poses.resize(1);
        comparison.configs.resize(2);
        HierarchyComparison run(comparison, nullptr);
        ASSERT_TRUE(run.advance());
        EXPECT_TRUE(run.rows().back().is_same_answer);
        for (glm::vec3& p : b.positions) p.x += shift;
        ASSERT_TRUE(run.advance());
        EXPECT_EQ(run.rows().back().is_same_answer, is_same) << shift;
    }
}

TEST(HierarchyComparisonTest, configurations_are_listed_once_and_an_unknown_builder_is_refused) {
    std::set<std::string> names;
    for (const HierarchyConfig& config : list_hierarchy_configs())
        EXPECT_TRUE(names.insert(name_of(config)).second);
    for (const std::string_view volume : list_volumes())
        EXPECT_TRUE(std::ranges::any_of(names, [&](const std::string& name) {
            return name.starts_with("bvh2 " + std::string(volume) + ' ');
        })) << volume;
    const oracle::SampleMesh cube = oracle::make_cube(0.5, 2);
    Comparison comparison = make_comparison(cube, cube, QueryMode::all);
    comparison.configs = {{"bvh2", "aabb", "no such builder", 1}};
    HierarchyComparison run(comparison, nullptr);
    EXPECT_FALSE(run.advance());
    EXPECT_TRUE(run.rows().empty());
}

TEST(HierarchyComparisonTest, csv_has_a_line_per_row) {
    const oracle::SampleMesh cube = oracle::make_cube(0.5, 2);
    HierarchyComparison run(make_comparison(cube, cube, QueryMode::all), nullptr);
    ASSERT_TRUE(run.advance());
    ASSERT_TRUE(run.advance());
    const std::string csv = comparison_csv(run.rows());
    EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
    const std::size_t heading_end = csv.find('\n');
    const auto commas = [&](std::string_view line) { return std::ranges::count(line, ','); };
    EXPECT_EQ(commas(std::string_view(csv).substr(0, heading_end)),
              commas(std::string_view(csv).substr(heading_end + 1,
                                                  csv.find('\n', heading_end + 1) - heading_end - 1)));
}

} // namespace
} // namespace boxwood
