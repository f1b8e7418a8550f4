// Walls confine bodies at any speed, and bodies too fast for contact detection are counted.
#include "engine/sim/history.hpp"
#include "tests/engine/sim/cubes.hpp"

#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood::test {
namespace {

const double kRadius = std::sqrt(3.0); // of the cubes

// Cubes in a room of half side 12. Each moves by `speed` per step, in a different direction.
Simulation make_fast_room(int count, double speed, std::uint64_t seed) {
    Simulation simulation = make_room_of_cubes(count, seed);
    for (Motion& motion : simulation.motions) motion.velocity_w *= speed / glm::length(motion.velocity_w);
    return simulation;
}

// Moves a ball along one axis by `displacement`. The walls at -limit and limit reflect it as often as it reaches them.
struct WallBounce {
    double at = 0.0;
    bool is_reversed = false;
};
WallBounce bounce(double at, double displacement, double limit) {
    bool is_reversed = false;
    double left = std::fabs(displacement), sign = displacement < 0.0 ? -1.0 : 1.0;
    while (left > 0.0) {
        const double to_wall = limit - sign * at;
        if (left <= to_wall) {
            at += sign * left;
            left = 0.0;
        } else {
            at = sign * limit;
            left -= to_wall;
            sign = -sign;
            is_reversed = !is_reversed;
        }
    }
    return {at, is_reversed};
}

TEST(WallsTest, walls_confine_bodies_at_every_speed) {
    for (const double speed : {0.5, 1.7, 1.8, 3.0, 24.0, 100.0, 1e3, 1e6, 1e12}) {
        Simulation simulation = make_fast_room(20, speed, 25);
        for (int frame = 0; frame < 300; ++frame) {
            step(simulation);
            for (const Body& body : simulation.world.bodies())
                for (int axis = 0; axis < 3; ++axis) {
                    // If a step is at most the radius, a body may protrude by one step; its center stays inside.
                    const double out = speed > kRadius ? 0.0 : speed;
                    ASSERT_LE(std::fabs(body.transform.t[axis]) + kRadius, 12.0 + out + 1e-12) << speed;
                }
        }
        for (const Motion& motion : simulation.motions)
            ASSERT_NEAR(glm::length(motion.velocity_w) / speed, 1.0, 1e-15);
    }
}

TEST(WallsTest, a_step_across_the_room_ends_where_repeated_reflections_end) {
    std::mt19937_64 random(3);
    const auto uniform = [&random](double low, double high) {
        return low + (high - low) * static_cast<double>(random() >> 11) * 0x1.0p-53;
    };
    const glm::dvec3 room_half(3.0, 4.0, 50.0), limit = room_half - kRadius;
    for (int sample = 0; sample < 2000; ++sample) {
        Simulation simulation;
        simulation.room_half = room_half;
        const glm::dvec3 start(uniform(-limit.x, limit.x), uniform(-limit.y, limit.y),
                               uniform(-limit.z, limit.z));
        const glm::dvec3 displacement(uniform(-40, 40), uniform(-40, 40), uniform(-40, 40));
        if (glm::length(displacement) <= kRadius) continue;
        ASSERT_TRUE(simulation.world.add_body({make_cube(), {.t = start}}));
        simulation.motions.push_back({.velocity_w = displacement});
        integrate(simulation);
        for (int axis = 0; axis < 3; ++axis) {
            const WallBounce expected = bounce(start[axis], displacement[axis], limit[axis]);
            ASSERT_NEAR(simulation.world.bodies()[0].transform.t[axis], expected.at, 1e-12);
            ASSERT_EQ(simulation.motions[0].velocity_w[axis],
                      expected.is_reversed ? -displacement[axis] : displacement[axis]);
        }
    }
}

TEST(WallsTest, bodies_that_start_outside_are_inside_after_600_steps) {
    for (const double speed : {0.7, 5.0, 90.0}) {
        Simulation simulation;
        simulation.room_half = glm::dvec3(12.0);
        for (const glm::dvec3& start : {glm::dvec3(60, 0, 0), glm::dvec3(-60, 30, 0), glm::dvec3(0, -25, 90)})
            for (const double sign : {-1.0, 1.0}) {
                ASSERT_TRUE(simulation.world.add_body({make_cube(), {.t = start}}));
                simulation.motions.push_back(
                    {.velocity_w = sign * speed * glm::normalize(glm::dvec3(3, 2, 1))});
            }
        simulation.settings.respond = false;
        for (int frame = 0; frame < 600; ++frame) step(simulation);
        for (const Body& body : simulation.world.bodies())
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_LE(std::fabs(body.transform.t[axis]), 12.0) << "speed " << speed;
    }
}

TEST(WallsTest, a_body_wider_than_the_room_keeps_its_center_inside) {
    Simulation simulation;
    simulation.room_half = {1.0, 1.5, 30.0};
    ASSERT_TRUE(simulation.world.add_body({make_cube(), {}}));
    simulation.motions.push_back({.velocity_w = {70.0, -33.0, 11.0}});
    for (int frame = 0; frame < 200; ++frame) {
        step(simulation);
        const glm::dvec3 center_w = glm::abs(simulation.world.bodies()[0].transform.t);
        for (int axis = 0; axis < 3; ++axis) ASSERT_LE(center_w[axis], simulation.room_half[axis]);
    }
}

TEST(WallsTest, bodies_that_move_farther_than_their_own_extent_are_counted) {
    Simulation slow = make_fast_room(20, 1.9, 25), fast = make_fast_room(20, 100.0, 25);
    for (Motion& motion : slow.motions) motion.spin = 0.0;
    for (int frame = 1; frame <= 10; ++frame) {
        step(slow);
        step(fast);
        EXPECT_EQ(slow.fast_bodies, 0u);
        EXPECT_EQ(fast.fast_bodies, 20u);
        EXPECT_EQ(fast.total_fast_bodies, 20u * static_cast<std::uint64_t>(frame));
    }
    EXPECT_EQ(slow.total_fast_bodies, 0u);
    ASSERT_TRUE(fast.world.set_body_fixed(0, true));    // a fixed body is not counted
    ASSERT_TRUE(fast.world.set_body_enabled(1, false)); // a disabled body is not counted
    step(fast);
    EXPECT_EQ(fast.fast_bodies, 18u);
    fast.settings.speed = 0.001; // with slow motion no body is too fast
    step(fast);
    EXPECT_EQ(fast.fast_bodies, 0u);
}

// A plate of 4 x 4 x 0.2 along its own axes.
TEST(WallsTest, the_counted_extent_is_the_one_along_the_motion) {
    std::vector<glm::vec3> corners = kCorners;
    for (glm::vec3& p : corners) p *= glm::vec3(2.0f, 2.0f, 0.1f);
    const std::shared_ptr<Shape> plate = make_shape(*make_polytope(corners, kSides));
    const glm::dquat turned = glm::angleAxis(1.5707963267948966, glm::dvec3(0, 1, 0)); // rotates z to x
    const auto is_fast = [&plate](const glm::dquat& q, const Motion& motion) {
        Simulation simulation;
        EXPECT_TRUE(simulation.world.add_body({plate, {.q = q}}));
        simulation.motions.push_back(motion);
        integrate(simulation);
        return simulation.fast_bodies == 1;
    };
    const glm::dquat straight(1, 0, 0, 0);
    EXPECT_FALSE(is_fast(straight, {.velocity_w = {3.9, 0, 0}}));
    EXPECT_TRUE(is_fast(straight, {.velocity_w = {4.1, 0, 0}}));
    EXPECT_FALSE(is_fast(straight, {.velocity_w = {0, 0, 0.19}}));
    EXPECT_TRUE(is_fast(straight, {.velocity_w = {0, 0, 0.21}}));
    EXPECT_TRUE(is_fast(turned, {.velocity_w = {0.21, 0, 0}}));
    EXPECT_FALSE(is_fast(turned, {.velocity_w = {0, 0, 3.9}}));
    EXPECT_FALSE(is_fast(straight, {.spin_axis_w = {0, 0, 1}, .spin = 0.5})) << "rotates in its plane";
    EXPECT_TRUE(is_fast(straight, {.spin_axis_w = {0, 1, 0}, .spin = 0.5})) << "rotates out of its plane";
}

TEST(WallsTest, stepping_back_restores_the_counts_of_fast_bodies) {
    Simulation simulation = make_fast_room(5, 100.0, 25);
    StateHistory history;
    for (int frame = 0; frame < 3; ++frame) {
        history.push(simulation);
        step(simulation);
    }
    EXPECT_EQ(simulation.total_fast_bodies, 15u);
    ASSERT_TRUE(history.pop(simulation));
    EXPECT_EQ(simulation.total_fast_bodies, 10u);
    EXPECT_EQ(simulation.fast_bodies, 5u);
}

// --- maximum coordinates -----------------------------------------------------------------------------------

// A mesh of one triangle whose coordinates and sides are about as large as `center`.
std::shared_ptr<Shape> make_triangle_at(float center) {
    const std::vector<glm::vec3> positions{{center, 0, 0}, {center, center, 0}, {center, 0, center}};
    const std::vector<TriangleIndices> triangles{{0, 1, 2}};
    Result<std::shared_ptr<Shape>> shape = make_shape(MeshView{positions, triangles}, {});
    EXPECT_TRUE(shape);
    return shape ? *shape : nullptr;
}

TEST(LimitTest, a_body_that_would_move_beyond_kMaxTranslation_stops_where_it_is) {
    Simulation simulation;
    ASSERT_TRUE(simulation.world.add_body({make_cube(), {.t = {kMaxTranslation - 2.5e6, 0, 0}}}));
    ASSERT_TRUE(simulation.world.add_body({make_cube(), {.t = {0, 7, 0}}}));
    simulation.motions = {{.velocity_w = {1e6, 0, 0}, .spin = 0.1}, {.velocity_w = {1, 0, 0}}};
    for (int frame = 1; frame <= 5; ++frame) {
        step(simulation);
        const double displacement = 1e6 * std::min(frame, 2);
        EXPECT_EQ(simulation.world.bodies()[0].transform.t.x, kMaxTranslation - 2.5e6 + displacement)
            << frame;
        EXPECT_NEAR(simulation.world.bodies()[1].transform.t.x, frame, 1e-12)
            << "the other body must not stop";
        EXPECT_EQ(simulation.stopped_bodies, frame == 3 ? 1u : 0u) << frame;
        EXPECT_EQ(simulation.total_stopped_bodies, frame >= 3 ? 1u : 0u) << frame;
    }
    EXPECT_EQ(simulation.motions[0].velocity_w, glm::dvec3(0.0));
    EXPECT_EQ(simulation.motions[0].spin, 0.0);
    EXPECT_EQ(simulation.world.bodies()[0].margin, 0.0);
    EXPECT_EQ(simulation.fast_bodies, 0u) << "a stopped body is not fast";
}

TEST(LimitTest, a_spinning_mesh_far_from_its_origin_stops_and_can_be_stepped_back) {
    for (const auto& [center, scale] : {std::pair{1e12f, 1e4}, {1e12f, 1e9}, {1e6f, 1e9}}) {
        Simulation simulation;
        ASSERT_TRUE(simulation.world.add_body({make_triangle_at(center), {.s = glm::dvec3(scale)}}));
        simulation.motions = {{.spin = 0.08}};
        simulation.settings.aabb_margin = 4.0;
        const std::uint64_t at_start = state_hash(simulation);
        StateHistory history;
        for (int frame = 0; frame < 90; ++frame) {
            history.push(simulation);
            step(simulation);
            ASSERT_TRUE(check_transform(simulation.world.bodies()[0].transform, "body"));
            ASSERT_LE(simulation.world.bodies()[0].margin, kMaxTranslation);
        }
        EXPECT_EQ(simulation.total_stopped_bodies, 1u) << center << ' ' << scale;
        while (history.pop(simulation)) collide(simulation);
        EXPECT_EQ(state_hash(simulation), at_start);
        EXPECT_EQ(simulation.total_stopped_bodies, 0u);
    }
}

} // namespace
} // namespace boxwood::test
