#include "engine/explain/explanations/surface_distance.hpp"
#include "engine/explain/verdict/surface_verdict.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include <limits>

namespace boxwood {
namespace {

// Bodies: two meshes and a polytope. The oracle computes the distances of all pairs of triangles.
TEST(SurfaceDistanceTest, is_the_least_distance_of_all_pairs_of_triangles) {
    const test::Solid solid = test::sphere(12, 7);
    std::vector<TriangleIndices> triangles;
    for (const std::vector<std::uint32_t>& face : solid.faces)
        for (std::uint32_t k = 2; k < face.size(); ++k) triangles.push_back({face[0], face[k - 1], face[k]});
    const std::shared_ptr<Shape> mesh = require_ok(make_shape({solid.positions, triangles}));
    std::vector<BodyDesc> bodies(3, BodyDesc{mesh, {}});
    bodies[2].shape = make_shape(test::polytope_of(solid));
    bodies[1].transform = {.q = glm::normalize(glm::dquat(1.0, 0.3, 0.2, 0.1)), .t = {2.4, 0.3, 0.1}};
    bodies[2].transform.t = {-2.2, 0.7, 0.4};
    CollisionWorld world;
    ASSERT_TRUE(world.add_bodies(bodies));
    SurfaceDistanceQuery query;
    for (const BodyPair pair : {BodyPair{0, 1}, BodyPair{0, 2}, BodyPair{1, 2}}) {
        JudgeBudget budget = std::numeric_limits<std::size_t>::max();
        const std::optional<double> expected =
            find_distance(surface_of(world.bodies()[pair.a], 0), surface_of(world.bodies()[pair.b], 0),
                          std::numeric_limits<double>::max(), budget);
        ASSERT_TRUE(expected);
        const SurfaceDistance found = query.find(world, pair);
        EXPECT_GT(found.distance, 0.1);
        EXPECT_NEAR(found.distance, *expected, 1e-6);
        EXPECT_NEAR(glm::distance(found.point_on_a_w, found.point_on_b_w), found.distance, 1e-9);
        EXPECT_EQ(found.bodies, pair);
    }
}

} // namespace
} // namespace boxwood
