#include "collision/query/mesh_query.hpp"

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "collision/query/dispatch/hierarchy_types.hpp"
#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

using oracle::SampleMesh;

struct Truth {
    std::vector<PrimitivePair> pairs;
    double distance = HUGE_VAL;
};

// The oracle tests every pair of triangles, without a hierarchy.
Truth find_truth(const SampleMesh& a, const Pose& pose_a, const SampleMesh& b, const Pose& pose_b) {
    Truth truth;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
            const Triangle64 in_a = world_triangle(pose_a, a.view(), i), in_b = world_triangle(pose_b, b.view(), j);
            if (triangles_intersect(in_a, in_b)) truth.pairs.push_back({i, j});
            truth.distance = std::min(truth.distance, find_closest_points(in_a, in_b).distance);
        }
    return truth;
}

std::vector<AnyHierarchy> build_each_type(const SampleMesh& mesh) {
    std::vector<AnyHierarchy> trees;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes())
            if (auto tree = build_any_hierarchy({std::string(kind), std::string(volume), "midpoint", 2}, mesh.view()))
                trees.push_back(std::move(*tree));
    return trees;
}

// Queries between two different types of hierarchy must not return "no contact" for meshes in contact, also in release
// builds.
TEST(MixedKindsTest, every_two_types_of_hierarchy_agree_with_all_pairs_of_triangles) {
    const SampleMesh a = oracle::make_torus(1.0, 0.4, 7, 4), b = oracle::make_cube(0.5, 2);
    const std::vector<AnyHierarchy> trees_a = build_each_type(a), trees_b = build_each_type(b);
    ASSERT_EQ(trees_a.size(), kHierarchyTypes);
    oracle::Random random(7);
    QueryScratch scratch;
    ParallelQueryScratch divided;
    oracle::BackwardsExecutor executor;
    for (const double reach : {0.5, 3.0}) {
        const Pose pose_a = oracle::draw_pose(random, 0.1), pose_b = oracle::draw_pose(random, reach);
        const Truth truth = find_truth(a, pose_a, b, pose_b);
        for (const AnyHierarchy& tree_a : trees_a)
            for (const AnyHierarchy& tree_b : trees_b) {
                const MeshOperand in_a{a.view(), &tree_a, &pose_a}, in_b{b.view(), &tree_b, &pose_b};
                QueryResult all, any, swapped, distance, in_parts;
                ASSERT_TRUE(query_meshes(in_a, in_b, {QueryMode::all}, scratch, all));
                ASSERT_TRUE(query_meshes(in_a, in_b, {QueryMode::any}, scratch, any));
                ASSERT_TRUE(query_meshes(in_b, in_a, {QueryMode::any}, scratch, swapped));
                ASSERT_TRUE(query_meshes(in_a, in_b, {QueryMode::distance}, scratch, distance));
                ASSERT_TRUE(query_meshes(in_a, in_b, {QueryMode::all}, executor, divided, in_parts));
                ASSERT_EQ(all.pairs, truth.pairs);
                ASSERT_EQ(in_parts.pairs, truth.pairs);
                ASSERT_EQ(any.intersects, !truth.pairs.empty());
                ASSERT_EQ(swapped.intersects, any.intersects);
                if (any.intersects) {
                    ASSERT_EQ(swapped.pairs[0].a, any.pairs[0].b);
                    ASSERT_EQ(swapped.pairs[0].b, any.pairs[0].a);
                }
                ASSERT_EQ(distance.distance, truth.distance);
            }
    }
}

TEST(MixedKindsTest, a_bvh_and_a_box_tree_need_fewer_volume_tests_than_two_box_trees) {
    const SampleMesh a = oracle::make_sphere(1.0, 24), b = oracle::make_sphere(1.0, 24);
    const Pose pose_a, pose_b = make_pose({.t = {1.9, 0.3, 0.2}});
    const AnyHierarchy bvh = *build_any_hierarchy({}, a.view()),
                       box_tree = *build_any_hierarchy({.kind = "box-tree"}, a.view());
    QueryScratch scratch;
    QueryResult same, mixed;
    ASSERT_TRUE(query_meshes({a.view(), &box_tree, &pose_a}, {b.view(), &box_tree, &pose_b}, {}, scratch, same));
    ASSERT_TRUE(query_meshes({a.view(), &bvh, &pose_a}, {b.view(), &box_tree, &pose_b}, {}, scratch, mixed));
    EXPECT_EQ(mixed.pairs, same.pairs);
    EXPECT_LT(mixed.counters.volume_tests, same.counters.volume_tests);
    EXPECT_LT(mixed.counters.primitive_tests, a.triangles.size() * b.triangles.size() / 100);
}

TEST(MixedKindsTest, a_hierarchy_of_another_mesh_is_an_error_and_clears_the_result) {
    const SampleMesh mesh = oracle::make_cube(1.0, 2);
    const AnyHierarchy tree = *build_any_hierarchy({}, mesh.view());
    const Pose pose;
    QueryScratch scratch;
    QueryResult result;
    const MeshOperand good{mesh.view(), &tree, &pose};
    ASSERT_TRUE(query_meshes(good, good, {}, scratch, result));
    ASSERT_TRUE(result.intersects);
    SampleMesh fewer = mesh;
    fewer.triangles.pop_back();
    const Status status = query_meshes(good, {fewer.view(), &tree, &pose}, {}, scratch, result);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message,
              "operand b: the mesh has 47 triangles, but its hierarchy was built for 48");
    EXPECT_FALSE(result.intersects);
    EXPECT_TRUE(result.pairs.empty());
}

} // namespace
} // namespace boxwood
