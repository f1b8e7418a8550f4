// Bodies that are given a rotation of any length move like bodies that are given a unit rotation.
#include "tests/engine/sim/cubes.hpp"

#include <array>
#include <cmath>
#include <cstring>

#include <glm/geometric.hpp>

namespace boxwood::test {
namespace {

std::shared_ptr<Shape> make_cube_off_center() {
    std::vector<glm::vec3> corners = kCorners;
    for (glm::vec3& p : corners) p += glm::vec3(5.0f, -3.0f, 2.0f);
    return make_shape(*make_polytope(corners, kSides));
}

constexpr std::array kLengths{5e-324, 1e-310, 1e-300, 1e-170, 1e-155, 1e-8,
                              0.7,    1.0,    1e8,    1e155,  1e200,  1e308};

TEST(UnitRotationTest, a_body_at_rest_stays_bit_identical_for_any_length_of_its_rotation) {
    for (const double length : kLengths) {
        Simulation simulation;
        simulation.room_half = glm::dvec3(20.0);
        const glm::dquat q(length, 0.0, length, 0.0);
        ASSERT_TRUE(simulation.world.add_body({make_cube_off_center(), {.q = q, .t = {1.0, 2.0, 3.0}}}));
        simulation.motions.resize(1);
        const Transform before = simulation.world.bodies()[0].transform;
        const Pose there = simulation.world.bodies()[0].world_from_body;
        for (int frame = 0; frame < 50; ++frame) step(simulation);
        const Body& body = simulation.world.bodies()[0];
        EXPECT_EQ(std::memcmp(&body.transform, &before, sizeof before), 0) << length;
        EXPECT_EQ(std::memcmp(&body.world_from_body, &there, sizeof there), 0) << length;
        EXPECT_EQ(body.transform.t, glm::dvec3(1.0, 2.0, 3.0)) << length;
    }
}

TEST(UnitRotationTest, the_motion_does_not_depend_on_the_length_of_the_rotation) {
    const auto run = [](double length) {
        Simulation simulation;
        simulation.room_half = glm::dvec3(20.0);
        EXPECT_TRUE(simulation.world.add_body(
            {make_cube_off_center(),
             {.q = length * glm::dquat(0.5, -0.5, 0.25, 0.125), .t = {1.0, 2.0, 3.0}}}));
        simulation.motions.push_back({{0.05, -0.02, 0.01}, glm::normalize(glm::dvec3(1, 2, 3)), 0.1});
        for (int frame = 0; frame < 100; ++frame) step(simulation);
        return simulation.world.bodies()[0].world_from_body;
    };
    const Pose expected = run(1.0);
    for (const double length : {1e-300, 1e-170, 1e-155, 0.1, 7.0, 1e155, 1e200, 1e300}) {
        const Pose found = run(length);
        EXPECT_LT(glm::length(found.origin - expected.origin), 1e-12) << length;
        for (int column = 0; column < 3; ++column)
            EXPECT_LT(glm::length(found.linear[column] - expected.linear[column]), 1e-12) << length;
    }
}

TEST(UnitRotationTest, the_center_of_a_rotating_body_moves_only_by_its_velocity) {
    for (const double length : kLengths) {
        Simulation simulation;
        ASSERT_TRUE(simulation.world.add_body({make_cube_off_center(), {.q = {length, 0.0, length, 0.0}}}));
        simulation.motions.push_back({{0.25, 0.0, 0.0}, {0.0, 0.0, 1.0}, 0.3});
        const auto center = [&simulation] {
            const Body& body = simulation.world.bodies()[0];
            return body.world_from_body * body.shape->center();
        };
        const glm::dvec3 start = center();
        for (int frame = 1; frame <= 20; ++frame) {
            step(simulation);
            EXPECT_LT(glm::length(center() - start - glm::dvec3(0.25 * frame, 0.0, 0.0)), 1e-12) << length;
        }
    }
}

} // namespace
} // namespace boxwood::test
