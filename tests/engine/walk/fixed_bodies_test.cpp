#include "engine/walk/loaded_walk.hpp"
#include "tests/engine/walk/walk_table.hpp"

#include <cstring>
#include <fstream>

namespace boxwood {
namespace {

using test::WalkTable;

std::vector<Transform> transforms_of(const CollisionWorld& world) {
    std::vector<Transform> all;
    for (const Body& body : world.bodies()) all.push_back(body.transform);
    return all;
}

void expect_same(const Transform& found, const Transform& expected, const std::string& name) {
    EXPECT_EQ(std::memcmp(&found, &expected, sizeof found), 0) << name;
}

TEST(FixedBodiesTest, grasping_and_dropping_a_cup_moves_no_immovable_body) {
    WalkTable table;
    const std::vector<Transform> before = transforms_of(table.scene.simulation.world);
    table.grasp_cup();
    table.reach({0.0, 1.05, -0.4}, 60);
    table.run(1, {.lets_go = true});
    table.run(200);
    std::size_t fixed = 0;
    for (BodyId id = 0; id < table.scene.bodies.size(); ++id) {
        if (table.scene.bodies[id].is_movable || table.scene.bodies[id].hinge) continue;
        expect_same(table.body(id).transform, before[id], table.scene.bodies[id].name);
        ++fixed;
    }
    EXPECT_GT(fixed, 2u);
    EXPECT_TRUE(table.has_logged("cup rests"));
}

// A walker pushes against a fixed block. The walker's hand knocks down boxes that are in its way.
TEST(FixedBodiesTest, bodies_that_a_scene_fixes_do_not_move_during_a_walk) {
    const std::string path = testing::TempDir() + "fixed_walk.json";
    std::ofstream(path) << R"({
        "boxwood": 1, "view": {"eye": [0, 1.61, 2], "target": [0, 1.61, 0]},
        "bodies": [
            {"solid": {"kind": "box", "x": 4, "y": 0.1, "z": 4}, "pose": {"q": [0, 3, 0, 1], "t": [0, -0.1, 0]}, "fixed": true},
            {"solid": {"kind": "box", "x": 1, "y": 1, "z": 0.3}, "pose": {"q": [0, 1e-200, 0, 2e-201], "t": [0, 1, 0]}, "fixed": true},
            {"solid": {"kind": "box", "x": 0.1, "y": 0.1, "z": 0.1}, "pose": {"t": [0, 1.1, 1.1]}, "repeat": {"count": 4, "step": [0.05, 0.16, -0.12]}}
        ]})";
    Result<LoadedScene> scene = load_scene(path);
    ASSERT_TRUE(scene) << scene.error().message;
    const std::vector<Transform> before = transforms_of(scene->simulation.world);
    Walk walk;
    ASSERT_TRUE(walk.begin(scene->simulation, walk_bodies_of(*scene), walk_start_of(*scene)));
    for (int frame = 0; frame < 240; ++frame)
        walk.step(scene->simulation, {.forward = 1.0, .reach = frame < 60 ? 1.0 : 0.0});
    const std::span<const Body> bodies = scene->simulation.world.bodies();
    std::size_t fallen = 0;
    for (BodyId id = 0; id < scene->bodies.size(); ++id) {
        if (scene->bodies[id].is_fixed)
            expect_same(bodies[id].transform, before[id], std::to_string(id));
        else
            fallen += bodies[id].transform.t.y < before[id].t.y - 0.2 ? 1 : 0;
    }
    EXPECT_GT(fallen, 0u) << "at least one loose body must fall";
}

} // namespace
} // namespace boxwood
