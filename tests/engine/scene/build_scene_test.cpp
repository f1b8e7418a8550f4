#include "engine/scene/build_scene.hpp"

#include "engine/scene/build_shape.hpp"
#include "engine/scene/scattering.hpp"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <unistd.h>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

class BuildSceneTest : public testing::Test {
  protected:
    BuildSceneTest() {
        folder_ = std::filesystem::temp_directory_path() / ("boxwood_scene_" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_ / "models");
        std::ofstream(folder_ / "models/tetra.obj")
            << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        ::setenv("BOXWOOD_IMPORT_PROGRAM", BOXWOOD_TEST_IMPORT_PROGRAM, 1);
    }
    ~BuildSceneTest() override {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    std::filesystem::path write(const std::string& text) const {
        std::ofstream(folder_ / "a scene.json") << text;
        return folder_ / "a scene.json";
    }

    std::filesystem::path folder_;
};

TEST_F(BuildSceneTest, only_equal_descriptions_share_a_shape) {
    ShapeBuilder builder(folder_);
    const auto build = [&](const ShapeDescription& shape, bool is_solid = false) {
        return require_ok(builder.build(shape, 0, is_solid)).shape;
    };
    MeshRecipe recipe{"torus"};
    const auto torus = build(recipe), solid = build(recipe, true);
    EXPECT_EQ(build(recipe), torus);
    EXPECT_NE(solid, torus);
    EXPECT_EQ(build(recipe, true), solid);
    EXPECT_NE(build(SolidRecipe{recipe}), torus);
    recipe.seed = 2;
    EXPECT_NE(build(recipe), torus);

    PartsDescription parts;
    parts.parts.resize(1);
    parts.parts[0].shape = RandomPolytopeParams{};
    const auto arm = build(parts);
    parts.parts[0].pose.t.x = -0.0; // the descriptions are still equal, because 0.0 == -0.0
    EXPECT_EQ(build(parts), arm);
    parts.parts[0].pose.t.x = 1.0;
    EXPECT_NE(build(parts), arm);
}

TEST_F(BuildSceneTest, meshes_are_solid_if_declared_and_closed) {
    const auto scene = load_scene(write(R"({"boxwood":1,"bodies":[
        {"mesh":"models/tetra.obj","solid":true}, {"mesh":"models/tetra.obj"}, {"mesh":"models/tetra.obj","solid":true},
        {"generate":{"kind":"torus"},"solid":true}, {"generate":{"kind":"torus"}}]})"));
    ASSERT_TRUE(scene) << scene.error().message;
    const auto bodies = scene->simulation.world.bodies();
    EXPECT_TRUE(bodies[0].shape->is_solid());
    EXPECT_FALSE(bodies[1].shape->is_solid());
    EXPECT_EQ(bodies[0].shape, bodies[2].shape);
    EXPECT_TRUE(bodies[3].shape->is_solid());
    EXPECT_FALSE(bodies[4].shape->is_solid());
    std::ofstream(folder_ / "models/open.obj")
        << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";
    const auto refused =
        load_scene(write("{\"boxwood\":1,\"bodies\":[\n{\"mesh\":\"models/open.obj\",\"solid\":true}]}"));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find(
                  "a scene.json:2: /bodies/0: solid: models/open.obj: the mesh is not closed: "
                  "the edge from vertex"),
              std::string::npos)
        << refused.error().message;
}

TEST_F(BuildSceneTest, bodies_have_the_poses_and_motions_of_the_file) {
    const auto scene = load_scene(write(R"({"boxwood":1,"bodies":[
        {"mesh":"models/tetra.obj","pose":{"t":[1,2,3],"s":[2,2,2]},"velocity":[1,2,3],"spin":[0,0,90],"box":"cube"},
        {"mesh":"models/tetra.obj"},
        {"generate":{"kind":"torus","n_major":5,"n_minor":4}},
        {"polytope":{"faces":20,"radius":0.5},"pose":{"t":[5,0,0]}}]})"));
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_EQ(scene->name, "a scene");
    const Simulation& simulation = scene->simulation;
    EXPECT_EQ(simulation.room_half, glm::dvec3(0.0));
    const auto bodies = simulation.world.bodies();
    ASSERT_EQ(bodies.size(), 4u);
    ASSERT_EQ(simulation.motions.size(), 4u);
    EXPECT_EQ(bodies[0].shape, bodies[1].shape); // the file is read only once
    EXPECT_EQ(bodies[0].shape->mesh().triangles.size(), 4u);
    EXPECT_EQ(bodies[0].transform.t, glm::dvec3(1, 2, 3));
    EXPECT_EQ(bodies[0].transform.s, glm::dvec3(2));
    EXPECT_EQ(bodies[0].box, BoxKind::fixed_cube);
    EXPECT_EQ(bodies[1].box, BoxKind::dynamic_box);
    EXPECT_EQ(simulation.motions[0].velocity_w, glm::dvec3(1, 2, 3));
    EXPECT_EQ(simulation.motions[0].spin_axis_w, glm::dvec3(0, 0, 1));
    EXPECT_NEAR(simulation.motions[0].spin, std::acos(0.0), 1e-15);
    EXPECT_EQ(simulation.motions[1].spin, 0.0);
    EXPECT_EQ(bodies[2].shape->mesh().triangles.size(), 40u);
    ASSERT_NE(bodies[3].shape->polytope(), nullptr);
    EXPECT_EQ(bodies[3].shape->polytope()->faces().size(), 20u);
}

TEST_F(BuildSceneTest, counted_bodies_are_inside_the_room_disjoint_and_reproducible) {
    const std::string text = R"({"boxwood":1,"name":"cloud","seed":SEED,"room":{"half":[8,6,7]},"bodies":[
        {"polytope":{"faces":12,"radius":0.5},"count":100,"velocity":[0.3,0,0.4],"spin":[0,3,4]},
        {"mesh":"models/tetra.obj","count":30,"pose":{"s":[0.5,0.5,0.5]}},
        {"generate":{"kind":"box","x":2,"y":2,"z":2},"pose":{"t":[1,1,1]}}]})";
    const auto with_seed = [&](const char* seed) {
        std::string seeded = text;
        return load_scene(write(seeded.replace(seeded.find("SEED"), 4, seed)));
    };
    const auto scene = with_seed("1"), again = with_seed("1"), other = with_seed("2");
    ASSERT_TRUE(scene && again && other);
    EXPECT_EQ(scene->name, "cloud");
    EXPECT_EQ(state_hash(scene->simulation), state_hash(again->simulation));
    EXPECT_NE(state_hash(scene->simulation), state_hash(other->simulation));
    const auto bodies = scene->simulation.world.bodies();
    ASSERT_EQ(bodies.size(), 131u);
    std::set<const Shape*> shapes;
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        shapes.insert(bodies[i].shape.get());
        const glm::dvec3 center_w = bodies[i].world_from_body * bodies[i].shape->center();
        const double radius = bodies[i].shape->radius() * bodies[i].transform.s.x;
        for (int axis = 0; axis < 3; ++axis)
            EXPECT_LE(std::fabs(center_w[axis]) + radius, scene->simulation.room_half[axis] + 1e-9);
        for (std::size_t k = 0; k < i; ++k) {
            const glm::dvec3 other_w = bodies[k].world_from_body * bodies[k].shape->center();
            EXPECT_GE(glm::distance(center_w, other_w),
                      radius + bodies[k].shape->radius() * bodies[k].transform.s.x - 1e-9);
        }
        const Motion& motion = scene->simulation.motions[i];
        if (i >= 100) continue;
        EXPECT_NEAR(glm::length(motion.velocity_w), 0.5, 1e-12);
        EXPECT_NEAR(motion.spin, 5.0 * std::acos(-1.0) / 180.0, 1e-12);
        sum += motion.velocity_w;
    }
    EXPECT_LT(glm::length(sum), 0.5 * 100 * 0.5); // the directions differ, so that the sum is small
    EXPECT_NE(bodies[0].shape->polytope()->positions()[0], bodies[1].shape->polytope()->positions()[0]);
    EXPECT_EQ(shapes.size(), 102u); // 100 different polytopes, one tetrahedron, one box
}

TEST_F(BuildSceneTest, errors_name_file_and_body) {
    const auto path = write(R"({"boxwood":1,"bodies":[{"polytope":{}},{"mesh":"models/no.obj"}]})");
    const auto missing = load_scene(path);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message,
              path.string() + ":1: /bodies/1: " + (folder_ / "models/no.obj").string() + ": no such file");
    EXPECT_EQ(load_scene(write("{")).error().message.rfind(path.string() + ":1:", 0), 0u);
    EXPECT_FALSE(load_scene(folder_ / "none.json"));
}

TEST_F(BuildSceneTest, the_shipped_scenes_run) {
    int scenes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(BOXWOOD_TEST_ROOT "/assets/scenes")) {
        auto scene = load_scene(entry.path());
        ASSERT_TRUE(scene) << scene.error().message;
        for (int frame = 0; frame < 5; ++frame) step(scene->simulation);
        EXPECT_GT(scene->simulation.world.body_count(), 10u) << entry.path();
        ++scenes;
    }
    EXPECT_GT(scenes, 0);
}

TEST(ScatteringTest, bodies_that_do_not_fit_into_the_room_still_get_positions) {
    const std::vector<double> radii(50, 0.9), giants{7.0};
    for (const glm::dvec3& center_w : scatter(radii, {}, {1, 1, 1}, 1)) EXPECT_LE(glm::length(center_w), 0.2);
    EXPECT_EQ(scatter(giants, {}, {1, 1, 1}, 1)[0], glm::dvec3(0.0));
    EXPECT_TRUE(scatter({}, {}, {1, 1, 1}, 1).empty());
}

} // namespace
} // namespace boxwood
