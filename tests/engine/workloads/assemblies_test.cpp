// Queries on soups with T-junctions and slender triangles: every kind of hierarchy gives the same answer as brute force
// over all pairs of triangles.
#include "engine/workloads/assemblies.hpp"

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "collision/query/mesh_query.hpp"
#include "engine/meshes/generate/assemblies.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <glm/common.hpp>

namespace boxwood {
namespace {

using PairList = std::vector<PrimitivePair>;

std::vector<Triangle64> place_all(const Mesh& mesh, const Pose& pose) {
    std::vector<Triangle64> placed;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        placed.push_back(world_triangle(pose, mesh.view(), t));
    return placed;
}

bool boxes_overlap(const Triangle64& a, const Triangle64& b) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [low_a, high_a] = std::minmax({a[0][axis], a[1][axis], a[2][axis]});
        const auto [low_b, high_b] = std::minmax({b[0][axis], b[1][axis], b[2][axis]});
        if (low_a > high_b || low_b > high_a) return false;
    }
    return true;
}

// The oracle tests all pairs of triangles whose boxes overlap. It may use the library's exact test, because only the
// hierarchies are tested here.
PairList find_all_pairs(const Mesh& mesh, const Pose& pose_a, const Pose& pose_b) {
    const std::vector<Triangle64> a = place_all(mesh, pose_a), b = place_all(mesh, pose_b);
    PairList pairs;
    for (std::uint32_t i = 0; i < a.size(); ++i)
        for (std::uint32_t j = 0; j < b.size(); ++j)
            if (boxes_overlap(a[i], b[j]) && triangles_intersect(a[i], b[j])) pairs.push_back({i, j});
    return pairs;
}

// Every kind with every volume that it supports, and bvh2 of AABBs with every builder.
std::vector<HierarchyConfig> list_configs(const Mesh& mesh) {
    std::vector<HierarchyConfig> configs;
    const auto add = [&](std::string_view kind, std::string_view volume, std::string_view builder) {
        HierarchyConfig config{std::string(kind), std::string(volume), std::string(builder), 2};
        if (build_any_hierarchy(config, mesh.view())) configs.push_back(std::move(config));
    };
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) add(kind, volume, "binned-sah");
    for (const std::string_view builder : list_builders()) add("bvh2", "aabb", builder);
    return configs;
}

TEST(AssembliesTest, every_hierarchy_finds_the_same_pairs_as_brute_force) {
    oracle::Random random(3);
    for (const Assembly& assembly : all_assemblies()) {
        const Mesh mesh = assembly.make(1);
        const Pose at{}, moved = make_pose({oracle::draw_rotation(random), {0.4, 0.3, 1.0}, glm::dvec3(1.0)});
        const PairList expected = find_all_pairs(mesh, at, moved);
        EXPECT_GT(expected.size(), 10u) << assembly.name;
        QueryScratch scratch;
        QueryResult result;
        for (const HierarchyConfig& config : list_configs(mesh)) {
            const AnyHierarchy tree = *build_any_hierarchy(config, mesh.view());
            require_ok(query_meshes({mesh.view(), &tree, &at}, {mesh.view(), &tree, &moved},
                                    {.mode = QueryMode::all}, scratch, result));
            EXPECT_EQ(result.pairs, expected)
                << assembly.name << ' ' << config.kind << ' ' << config.volume << ' ' << config.builder;
        }
    }
}

TEST(AssembliesTest, every_hierarchy_finds_the_minimum_distance) {
    const Mesh mesh = make_gear_train(1);
    const Pose at{}, moved = make_pose({{0.9, 0.2, -0.1, 0.3}, {4.0, 17.0, 3.0}, glm::dvec3(1.0)});
    const std::vector<Triangle64> a = place_all(mesh, at), b = place_all(mesh, moved);
    double least = 1e300;
    for (const Triangle64& of_a : a)
        for (const Triangle64& of_b : b) least = std::min(least, find_closest_points(of_a, of_b).distance);
    EXPECT_GT(least, 0.0);
    QueryScratch scratch;
    QueryResult result;
    for (const HierarchyConfig& config : list_configs(mesh)) {
        const AnyHierarchy tree = *build_any_hierarchy(config, mesh.view());
        require_ok(query_meshes({mesh.view(), &tree, &at}, {mesh.view(), &tree, &moved},
                                {.mode = QueryMode::distance}, scratch, result));
        EXPECT_EQ(result.distance, least) << config.kind << ' ' << config.volume << ' ' << config.builder;
    }
}

TEST(AssembliesTest, parameters_out_of_range_are_named) {
    const auto error_of = [](const AssembliesParams& params) {
        return make_assemblies(params).error().message;
    };
    EXPECT_EQ(error_of({.bodies = 0}), "bodies is 0, outside 1 to 1000");
    EXPECT_EQ(error_of({.triangles = 10}), "triangles of a body is 10, outside 500 to 2000000");
}

TEST(AssembliesTest, equal_parameters_make_equal_scenes) {
    const AssembliesParams params{.bodies = 5, .triangles = 3000};
    Result<Simulation> one = make_assemblies(params), two = make_assemblies(params);
    ASSERT_TRUE(one && two);
    for (int frame = 0; frame < 5; ++frame) {
        step(*one);
        step(*two);
    }
    ASSERT_EQ(one->world.bodies().size(), 5u);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(one->world.bodies()[i].world_from_body.origin,
                  two->world.bodies()[i].world_from_body.origin);
        EXPECT_NEAR(static_cast<double>(one->world.bodies()[i].shape->mesh().triangles.size()), 3000.0,
                    1200.0);
    }
}

} // namespace
} // namespace boxwood
