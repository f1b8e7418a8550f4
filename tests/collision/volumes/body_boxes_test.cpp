#include "collision/volumes/body_boxes.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

namespace boxwood::test {
namespace {

bool contains(const Aabb& box, const glm::dvec3& p) {
    for (int axis = 0; axis < 3; ++axis)
        if (p[axis] < static_cast<double>(box.lower[axis]) || p[axis] > static_cast<double>(box.upper[axis]))
            return false;
    return true;
}

bool contains_all(const Aabb& box, std::span<const glm::vec3> positions, const Pose& pose) {
    for (const glm::vec3& p : positions)
        if (!contains(box, pose * p)) return false;
    return true;
}

Pose random_pose(std::mt19937& random, double reach, const glm::dvec3& scale = glm::dvec3(1.0)) {
    return make_pose({random_rotation(random), random_in_box(random, reach), scale});
}

// A box is tight if moving any bound inwards by one float excludes a vertex.
void expect_tight(const Aabb& box, std::span<const glm::vec3> positions, const Pose& pose) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        Aabb low = box, high = box;
        low.lower[axis] = std::nextafter(box.lower[axis], kInfinity);
        high.upper[axis] = std::nextafter(box.upper[axis], -kInfinity);
        EXPECT_FALSE(contains_all(low, positions, pose));
        EXPECT_FALSE(contains_all(high, positions, pose));
    }
}

TEST(BodyBoxesTest, climb_box_is_the_tightest_float_box_of_the_vertices) {
    std::mt19937 random(1);
    for (const Solid& solid : {sphere(12, 8), box({0.1f, 0.2f, 5.0f}), prism(40, 1.0f, 0.1f)}) {
        const Polytope polytope = polytope_of(solid);
        ExtremalVertices cache;
        ClimbCounters counters;
        for (int trial = 0; trial < 500; ++trial) {
            const Pose pose = random_pose(random, trial % 2 == 0 ? 1.0 : 1e7);
            const Aabb box_w = climb_box(polytope, pose, cache, counters);
            ASSERT_TRUE(contains_all(box_w, polytope.positions(), pose));
            expect_tight(box_w, polytope.positions(), pose);
        }
    }
}

TEST(BodyBoxesTest, cube_box_contains_the_vertices_at_random_rotations_and_keeps_its_size) {
    std::mt19937 random(2);
    for (const Solid& solid :
         {tetrahedron(), box({0.1f, 0.2f, 5.0f}, {7.0f, 0.0f, 0.0f}), prism(40, 1.0f, 0.1f)}) {
        const Polytope polytope = polytope_of(solid);
        const double side = 2.0 * polytope.radius();
        for (int trial = 0; trial < 10000; ++trial) {
            const double reach = trial % 2 == 0 ? 1.0 : 1e6;
            const Pose pose = random_pose(random, reach);
            const Aabb cube = cube_box(polytope, pose);
            ASSERT_TRUE(contains_all(cube, polytope.positions(), pose));
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_NEAR(double{cube.upper[axis]} - double{cube.lower[axis]}, side,
                            1e-6 * side + 3e-7 * reach);
        }
    }
}

// A vertex along an axis reaches the side of the cube, so that a slightly smaller cube would exclude it.
TEST(BodyBoxesTest, cube_box_contains_a_vertex_at_its_radius) {
    const Polytope polytope = polytope_of(bipyramid(6, 1.0f, 3.0f));
    std::mt19937 random(4);
    std::uniform_real_distribution<double> angle(0.0, 2.0 * std::numbers::pi);
    const glm::dvec3 y(0.0, 1.0, 0.0), z(0.0, 0.0, 1.0);
    for (int trial = 0; trial < 2000; ++trial) {
        const glm::dquat q = glm::angleAxis(std::numbers::pi / 2, y) * glm::angleAxis(angle(random), z);
        Pose pose = make_pose({q, glm::dvec3(0.0), glm::dvec3(1.0)});
        ASSERT_TRUE(contains_all(cube_box(polytope, pose), polytope.positions(), pose));
        pose.linear *= 1.0 + 4e-10; // nearly the largest scale that is_rigid accepts
        ASSERT_TRUE(is_rigid(pose));
        ASSERT_TRUE(contains_all(cube_box(polytope, pose), polytope.positions(), pose));
    }
}

TEST(BodyBoxesTest, world_box_contains_sampled_points_and_is_the_tightest_box_of_the_corners) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    for (int trial = 0; trial < 2000; ++trial) {
        const Solid solid = box({unit(random), trial % 5 == 0 ? 0.0f : unit(random), unit(random)},
                                glm::vec3(random_in_box(random, 3.0)));
        const Aabb box_b{solid.positions.front(), solid.positions.back()};
        const glm::dvec3 scale = trial % 3 == 0 ? glm::dvec3(1.0) : random_in_box(random, 2.0);
        const Pose pose = random_pose(random, trial % 2 == 0 ? 1.0 : 1e7, scale);
        const Aabb box_w = world_box(box_b, pose);
        ASSERT_TRUE(contains_all(box_w, solid.positions, pose));
        expect_tight(box_w, solid.positions, pose);
        for (int k = 0; k < 20; ++k) {
            const glm::vec3 p = glm::clamp(
                glm::mix(box_b.lower, box_b.upper, glm::vec3(unit(random), unit(random), unit(random))),
                box_b.lower, box_b.upper);
            ASSERT_TRUE(contains(box_w, pose * p));
        }
    }
    EXPECT_TRUE(world_box(Aabb{}, Pose{}).is_empty());
}

} // namespace
} // namespace boxwood::test
