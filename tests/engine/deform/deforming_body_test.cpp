#include "engine/deform/deforming_body.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/sim/history.hpp"
#include "engine/sim/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace boxwood {
namespace {

Mesh make_rest() {
    return make_bumpy_sphere({.frequency = 4, .seed = 3});
}

Simulation make_simulation(const DeformingBodyParams& params) {
    Simulation simulation;
    DeformingBodyParts parts = require_ok(make_deforming_body(make_rest(), params));
    BodyDesc deforming{parts.shape, {}};
    deforming.deformable = parts.deformable;
    const std::shared_ptr<Shape> torus = require_ok(make_shape(make_torus(0.9, 0.2, 16, 8).view()));
    simulation.world.settings.mesh_query.mode = QueryMode::all;
    EXPECT_TRUE(
        simulation.world.add_bodies(std::vector<BodyDesc>{deforming, {torus, {.t = {0.4, 0.1, 0.2}}}}));
    simulation.motions.resize(2);
    simulation.motions[0].velocity_w = {0.01, 0.0, 0.0};
    simulation.deforming.push_back({0, parts.motion});
    simulation.settings.respond = false;
    return simulation;
}

std::vector<PrimitivePair> pairs_by_force(const CollisionWorld& world) {
    const Body &a = world.bodies()[0], &b = world.bodies()[1];
    std::vector<PrimitivePair> pairs;
    for (std::uint32_t i = 0; i < a.shape->mesh().triangles.size(); ++i)
        for (std::uint32_t k = 0; k < b.shape->mesh().triangles.size(); ++k)
            if (triangles_intersect(world_triangle(a.world_from_body, a.shape->mesh(), i),
                                    world_triangle(b.world_from_body, b.shape->mesh(), k)))
                pairs.push_back({i, k});
    return pairs;
}

TEST(DeformingBodyTest, every_policy_finds_the_contacts_of_brute_force) {
    std::size_t contacts = 0;
    for (const PolicyEntry& policy : all_policies()) {
        SCOPED_TRACE(policy.name);
        DeformingBodyParams params{.deformer = "noise", .period = 16, .policy = default_policy(policy.name)};
        params.amplitude = 0.6;
        if (policy.unit == "×") params.policy.parameter = 1.05; // a low threshold
        Simulation simulation = make_simulation(params);
        for (int frame = 0; frame < 16; ++frame) {
            step(simulation);
            ASSERT_TRUE(simulation.deformation_error.empty());
            ASSERT_EQ(simulation.output.deformation.bodies, 1u);
            ASSERT_EQ(simulation.output.triangle_pairs, pairs_by_force(simulation.world));
            contacts += simulation.output.triangle_pairs.size();
        }
    }
    EXPECT_GT(contacts, 100u);
}

TEST(DeformingBodyTest, stepping_back_restores_the_state_and_contacts_of_each_frame) {
    Simulation simulation = make_simulation({.deformer = "twist", .period = 40});
    StateHistory history;
    std::vector<std::uint64_t> hashes;
    std::vector<std::vector<PrimitivePair>> pairs;
    for (int frame = 0; frame < 12; ++frame) {
        step(simulation);
        hashes.push_back(state_hash(simulation));
        pairs.push_back(simulation.output.triangle_pairs);
        history.push(simulation);
    }
    for (int frame = 12; frame-- > 0;) {
        ASSERT_TRUE(history.pop(simulation));
        collide(simulation);
        EXPECT_EQ(state_hash(simulation), hashes[static_cast<std::size_t>(frame)]);
        EXPECT_EQ(simulation.output.triangle_pairs, pairs[static_cast<std::size_t>(frame)]);
    }
}

TEST(DeformingBodyTest, the_speed_of_the_simulation_scales_the_deformation) {
    Simulation usual = make_simulation({.deformer = "wave", .period = 40});
    Simulation slow = make_simulation({.deformer = "wave", .period = 40});
    slow.settings.speed = 0.5;
    for (int k = 0; k < 3; ++k) step(usual);
    for (int k = 0; k < 6; ++k) step(slow);
    EXPECT_TRUE(std::ranges::equal(usual.world.bodies()[0].shape->mesh().positions,
                                   slow.world.bodies()[0].shape->mesh().positions));
}

TEST(DeformingBodyTest, cloth_falls_onto_its_obstacle) {
    const Mesh cloth = make_heightfield({.half_x = 1.0, .half_z = 1.0, .height = 0.0, .n_x = 12, .n_z = 12});
    DeformingBodyParams params{.deformer = "cloth", .period = 60, .policy = default_policy("never")};
    params.obstacle = std::make_shared<Mesh>(make_geodesic_sphere(0.5, 6));
    params.body_from_obstacle.origin = {0.0, -0.8, 0.0};
    DeformingBodyParts parts = require_ok(make_deforming_body(cloth, params));
    const std::span<const glm::vec3> fallen = require_ok(parts.motion->at(59.0));
    float lowest = 0.0f;
    for (const glm::vec3& p : fallen) {
        lowest = std::min(lowest, p.y);
        // The facets of the mesh lie inside the sphere of radius 0.5.
        EXPECT_GT(glm::distance(p, glm::vec3(0.0f, -0.8f, 0.0f)), 0.47f);
    }
    EXPECT_LT(lowest, -0.4f);
}

TEST(DeformingBodyTest, errors_name_the_invalid_parameter) {
    const auto error_of = [](DeformingBodyParams params) {
        const Result<DeformingBodyParts> made = make_deforming_body(make_rest(), params);
        return made ? std::string() : made.error().message;
    };
    EXPECT_EQ(error_of({}), "");
    EXPECT_NE(error_of({.deformer = "melt"}).find("unknown deformer 'melt'; known: twist"),
              std::string::npos);
    EXPECT_EQ(error_of({.deformer = "wave", .amplitude = 3.0}), "amplitude of wave is 3, outside 0 to 1");
    EXPECT_NE(error_of({.amplitude = std::numeric_limits<double>::quiet_NaN()}).find("outside"),
              std::string::npos);
    EXPECT_NE(error_of({.period = 1}).find("period is 1"), std::string::npos);
    EXPECT_NE(error_of({.policy = {"often"}}).find("unknown policy 'often'"), std::string::npos);
    EXPECT_NE(error_of({.policy = {"area", 0.5}}).find("parameter of policy area is 0.5"), std::string::npos);
    EXPECT_EQ(error_of({.policy = {"never", 2.0}}), "policy never takes no parameter");
    EXPECT_EQ(error_of({.deformer = "cloth"}), "deformer cloth needs an obstacle");
    EXPECT_EQ(error_of({.deformer = "frames"}), "deformer frames needs frames from files");
    DeformingBodyParams wrong{.deformer = "frames"};
    wrong.clip = std::make_shared<MotionClip>(MotionClip{"short", {{glm::vec3(0.0f)}}});
    EXPECT_NE(error_of(wrong).find("short: a frame has 1 vertices instead of"), std::string::npos);
}

// A mesh that tears has separate vertices for every triangle.
TEST(DeformingBodyTest, a_tearing_body_has_the_contacts_of_brute_force) {
    Simulation simulation =
        make_simulation({.deformer = "tear", .period = 20, .policy = default_policy("rotate")});
    for (int frame = 0; frame < 6; ++frame) {
        step(simulation);
        ASSERT_EQ(simulation.output.triangle_pairs, pairs_by_force(simulation.world));
    }
}

} // namespace
} // namespace boxwood
