// A rotation of any length other than 0 is accepted by every function of a world that takes a rotation.
#include "collision/world/collision_world.hpp"
#include "tests/collision/world/world_scene.hpp"

#include <array>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood::test {
namespace {

constexpr std::array kLengths{5e-324, 1e-320, 1e-300, 1e-170, 1e-155, 0.5,
                              1.0,    3.0,    1e155,  1e200,  1e300,  1e308};

double length_of(const glm::dquat& q) {
    return std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}

TEST(UnitRotationTest, worlds_store_unit_quaternions_for_rotations_of_any_length) {
    std::mt19937 random(25);
    const std::vector<std::shared_ptr<Shape>> shapes = make_shapes(random, 1);
    for (const double length : kLengths) {
        const Transform given{.q = {length, 0.0, -length, 0.0}, .t = {1.0, 2.0, 3.0}};
        CollisionWorld world;
        const Result<BodyHandle> added = world.add_body({shapes.front(), given});
        ASSERT_TRUE(added) << length;
        const Result<BodyHandle> moved = world.add_body({shapes.front(), {.t = {9.0, 0.0, 0.0}}});
        ASSERT_TRUE(world.set_transform(*moved, given)) << length;
        const Pose expected = make_pose({.q = {1.0, 0.0, -1.0, 0.0}, .t = {1.0, 2.0, 3.0}});
        for (const BodyHandle& handle : {*added, *moved}) {
            const Body& body = world.bodies()[handle.id];
            EXPECT_NEAR(length_of(body.transform.q), 1.0, 1e-15) << length;
            for (const glm::dvec3& p : {glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1)}) {
                EXPECT_LT(glm::length(body.world_from_body * p - expected * p), 1e-15) << length;
            }
        }
        const std::uint64_t before = state_hash(world);
        StepOutput out;
        EXPECT_TRUE(world.step(out));
        EXPECT_TRUE(world.set_transform(*moved, given));
        EXPECT_EQ(state_hash(world), before) << "setting the same rotation again must not change the state";
        EXPECT_EQ(out.pairs.size(), 1u) << length;
    }
}

TEST(UnitRotationTest, a_rejected_rotation_leaves_the_world_unchanged) {
    std::mt19937 random(25);
    CollisionWorld world;
    const BodyHandle id = *world.add_body({make_shapes(random, 1).front(), {}});
    const std::uint64_t before = state_hash(world);
    EXPECT_FALSE(world.set_transform(id, {.q = {0.0, 0.0, 0.0, 0.0}}));
    EXPECT_FALSE(world.set_transform(id, {.q = {1.0, 0.0, 0.0, std::nan("")}}));
    EXPECT_EQ(state_hash(world), before);
}

} // namespace
} // namespace boxwood::test
