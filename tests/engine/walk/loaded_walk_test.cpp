#include "engine/walk/loaded_walk.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace boxwood {
namespace {

std::string written(const std::string& name, const std::string& text) {
    const std::string path = testing::TempDir() + name;
    std::ofstream(path) << text;
    return path;
}

TEST(LoadedWalkTest, names_masses_and_fixed_bodies_are_read_and_the_start_is_below_the_eye) {
    const Result<LoadedScene> scene = load_scene(written("loaded_walk.json", R"({
        "boxwood": 1, "view": {"eye": [1, 2, 3], "target": [0, 2, 3]},
        "bodies": [
            {"solid": {"kind": "box", "x": 0.1, "y": 0.1, "z": 0.1}, "name": "block", "mass": 2.5},
            {"solid": {"kind": "box", "x": 2, "y": 0.1, "z": 2}, "pose": {"t": [0, -1, 0]}, "fixed": true}
        ]})"));
    ASSERT_TRUE(scene) << scene.error().message;
    const std::vector<WalkBody> bodies = walk_bodies_of(*scene);
    ASSERT_EQ(bodies.size(), 2u);
    EXPECT_EQ(bodies[0].name, "block");
    EXPECT_EQ(bodies[0].kilograms, 2.5);
    EXPECT_TRUE(bodies[0].is_movable);
    EXPECT_EQ(bodies[1].name, "body 1");
    EXPECT_FALSE(bodies[1].is_movable);
    const WalkStart start = walk_start_of(*scene);
    EXPECT_EQ(start.feet_w.x, 1.0);
    EXPECT_NEAR(start.feet_w.y, 2.0 - 1.61, 1e-12);
    EXPECT_NEAR(start.yaw, std::acos(0.0), 1e-12) << "-x is 90 degrees to the left of -z";
    EXPECT_NEAR(start.pitch, 0.0, 1e-12);
}

TEST(LoadedWalkTest, a_revolute_joint_becomes_a_hinge_and_a_prismatic_joint_does_not) {
    const auto body_with = [](const std::string& kind) {
        const Result<LoadedScene> scene =
            load_scene(written("loaded_slide.json", R"({"boxwood": 1, "bodies": [{"parts": [
            {"polytope": {"faces": 12}},
            {"polytope": {"faces": 12}, "pose": {"t": [3, 0, 0]}, "joint": {"kind": ")" +
                                                        kind + R"(", "rate": 0.5}}]}]})"));
        EXPECT_TRUE(scene) << scene.error().message;
        return walk_bodies_of(*scene).at(0);
    };
    ASSERT_TRUE(body_with("revolute").hinge);
    EXPECT_EQ(body_with("revolute").hinge->joint, 0u);
    EXPECT_FALSE(body_with("prismatic").hinge);
    EXPECT_FALSE(body_with("prismatic").is_movable);
}

} // namespace
} // namespace boxwood
