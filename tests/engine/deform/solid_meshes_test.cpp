// Closed meshes of a deforming pair are solids: an object inside a closed mesh is in contact with it, until that mesh
// tears. The meshes are concentric spheres, so the expected nesting is known without a query.
#include "engine/deform/deforming_pair.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

Mesh sphere_of(double radius) {
    Mesh sphere = make_bumpy_sphere({.frequency = 3, .amplitude = 0.0, .seed = 1});
    for (glm::vec3& p : sphere.positions) p = glm::vec3(radius * glm::normalize(glm::dvec3(p)));
    return sphere;
}

DeformingPair pair_of(Mesh mesh, Mesh obstacle, const char* motion, double amplitude) {
    DeformingPairConfig config;
    const Deformer* deformer = find_deformer(motion);
    config.motion = {deformer, amplitude, 10, 5};
    config.mesh = std::move(mesh);
    config.obstacle = std::move(obstacle);
    for (const PolicyEntry& entry : all_policies()) config.policies.push_back(default_policy(entry.name));
    Result<DeformingPair> pair = DeformingPair::make(config);
    EXPECT_TRUE(pair) << pair.error().message;
    return std::move(*pair);
}

void expect_nesting(const DeformingPair& pair, Nesting nesting) {
    EXPECT_TRUE(pair.policies_agree());
    for (const PolicyRun& run : pair.runs()) {
        EXPECT_TRUE(run.pairs().empty());
        EXPECT_EQ(run.nesting(), nesting) << run.config().name << ", frame " << pair.next_frame();
    }
}

TEST(SolidMeshes, AMeshInsideAClosedObstacleIsInContactUnderEveryPolicy) {
    DeformingPair pair = pair_of(sphere_of(0.2), sphere_of(2.0), "twist", 90.0);
    for (int frame = 0; frame < 12; ++frame) {
        ASSERT_TRUE(pair.run_frame(nullptr));
        expect_nesting(pair, Nesting::a_in_b);
    }
    ASSERT_TRUE(pair.go_before(3));
    ASSERT_TRUE(pair.replay_frame());
    expect_nesting(pair, Nesting::a_in_b);
}

TEST(SolidMeshes, AnObstacleInsideIsInContactUntilTheMeshTears) {
    DeformingPair pair = pair_of(sphere_of(2.0), sphere_of(0.05), "tear", 0.2);
    ASSERT_TRUE(pair.run_frame(nullptr));
    EXPECT_TRUE(pair.mesh_shells().is_solid());
    expect_nesting(pair, Nesting::b_in_a);
    ASSERT_TRUE(pair.run_frame(nullptr));
    EXPECT_FALSE(pair.mesh_shells().is_solid());
    EXPECT_FALSE(pair.mesh_shells().why_surface().empty());
    expect_nesting(pair, Nesting::none);
    ASSERT_TRUE(pair.go_before(0));
    EXPECT_TRUE(pair.mesh_shells().is_solid());
    ASSERT_TRUE(pair.replay_frame());
    EXPECT_TRUE(pair.mesh_shells().is_solid());
    expect_nesting(pair, Nesting::b_in_a);
    ASSERT_TRUE(pair.replay_frame());
    EXPECT_FALSE(pair.mesh_shells().is_solid());
    ASSERT_TRUE(pair.rewind());
    EXPECT_TRUE(pair.mesh_shells().is_solid());
}

TEST(SolidMeshes, AnOpenObstacleIsASurface) {
    Mesh open = sphere_of(2.0);
    open.triangles.pop_back();
    DeformingPair pair = pair_of(sphere_of(0.2), std::move(open), "twist", 90.0);
    ASSERT_TRUE(pair.run_frame(nullptr));
    EXPECT_FALSE(pair.obstacle_shells().is_solid());
    EXPECT_NE(pair.obstacle_shells().why_surface().find("edge"), std::string::npos)
        << pair.obstacle_shells().why_surface();
    expect_nesting(pair, Nesting::none);
}

} // namespace
} // namespace boxwood
