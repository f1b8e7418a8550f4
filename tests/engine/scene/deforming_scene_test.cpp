#include "engine/scene/build_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace boxwood {
namespace {

std::string error_of(const std::string& body) {
    const auto scene = parse_scene(R"({"boxwood":1,"room":{"half":[9,9,9]},"bodies":[)" + body + "]}", "s.json");
    return scene ? "" : scene.error().message;
}

class DeformingSceneTest : public ::testing::Test {
  protected:
    DeformingSceneTest()
        : folder_(std::filesystem::temp_directory_path() /
                  ("boxwood_deforming_" +
                   std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
        std::filesystem::create_directories(folder_);
        ::setenv("BOXWOOD_IMPORT_PROGRAM", BOXWOOD_TEST_IMPORT_PROGRAM, 1);
    }
    ~DeformingSceneTest() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
    Result<LoadedScene> load(const std::string& bodies) {
        write("s.json", R"({"boxwood":1,"room":{"half":[9,9,9]},"bodies":[)" + bodies + "]}");
        return load_scene(folder_ / "s.json");
    }

    std::filesystem::path folder_;
};

TEST_F(DeformingSceneTest, a_deforming_mesh_can_be_solid) {
    const Result<LoadedScene> scene =
        load(R"({"generate":{"kind":"torus"},"solid":true,"deform":{"kind":"wave"}},
        {"generate":{"kind":"torus"},"deform":{"kind":"wave"}})");
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_TRUE(scene->simulation.world.bodies()[0].shape->is_solid());
    EXPECT_FALSE(scene->simulation.world.bodies()[1].shape->is_solid());
}

TEST_F(DeformingSceneTest, reads_and_writes_every_field) {
    const std::string text =
        R"({"boxwood":1,"bodies":[{"name":"ball","fixed":true,"generate":{"kind":"sphere"}},
            {"generate":{"kind":"heightfield"},"deform":{"kind":"cloth","onto":"ball","amplitude":0.5,"period":90,"seed":4,
             "policy":"every","parameter":20,"self_contacts":true}},
            {"generate":{"kind":"torus"},"deform":{"kind":"wave"}},
            {"generate":{"kind":"torus"}}]})";
    const Result<SceneDescription> scene = parse_scene(text, "s.json");
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_EQ(scene->bodies[1].deform,
              (DeformDescription{"cloth", 0.5, 90, 4, {"every", 20.0}, true, "ball"}));
    EXPECT_EQ(scene->bodies[2].deform, (DeformDescription{}));
    EXPECT_FALSE(scene->bodies[3].deform);
    const Result<SceneDescription> again = parse_scene(to_json(*scene), "again.json");
    ASSERT_TRUE(again) << again.error().message;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(again->bodies[i].deform, scene->bodies[i].deform);
}

TEST_F(DeformingSceneTest, errors_name_the_element) {
    const auto deform = [](const std::string& fields) {
        return R"({"generate":{"kind":"torus"},"deform":{)" + fields + "}}";
    };
    const auto expect = [](const std::string& body, const std::string& part) {
        EXPECT_NE(error_of(body).find(part), std::string::npos) << error_of(body);
    };
    expect(deform(""), "/bodies/0/deform: \"kind\" is missing");
    expect(deform(R"("kind":"melt")"), "/bodies/0/deform: unknown deformer 'melt'; known: twist");
    expect(deform(R"("kind":"wave","amplitude":7)"), "/bodies/0/deform: amplitude of wave is 7, outside 0 to 1");
    expect(deform(R"("kind":"wave","period":1)"), "/bodies/0/deform/period");
    expect(deform(R"("kind":"wave","policy":"often")"), "unknown policy 'often'; known: never");
    expect(deform(R"("kind":"wave","policy":"area","parameter":0.5)"), "parameter of policy area is 0.5");
    expect(deform(R"("kind":"wave","policy":"never","parameter":2)"), "policy never takes no parameter");
    expect(deform(R"("kind":"wave","speed":1)"), "speed");
    expect(deform(R"("kind":"wave","onto":"x")"), "/bodies/0/deform/onto: is only for \"cloth\"");
    expect(deform(R"("kind":"cloth")"), "\"onto\" is missing");
    expect(deform(R"("kind":"frames")"), "\"frames\" needs a \"mesh\"");
    expect(R"({"polytope":{},"deform":{"kind":"wave"}})", "/bodies/0/deform: only a triangle mesh can deform");
    expect(R"({"generate":{"kind":"torus"},"deform":7})", "/bodies/0/deform: expected an object");
    expect(R"({"generate":{"kind":"torus"},"count":3,"deform":{"kind":"cloth","onto":"x"}})", "neither a \"count\"");
}

TEST_F(DeformingSceneTest, deforming_and_rigid_bodies_run_together) {
    Result<LoadedScene> loaded = load(
        R"({"name":"ball","fixed":true,"generate":{"kind":"sphere","frequency":6},"pose":{"t":[0,-1.3,0]}},
           {"generate":{"kind":"heightfield","half_x":1,"half_z":1,"height":0,"n_x":16,"n_z":16},"pose":{"turn":30},
            "fixed":true,"deform":{"kind":"cloth","onto":"ball","period":40,"self_contacts":true}},
           {"generate":{"kind":"torus"},"pose":{"t":[3,0,0]},"velocity":[-0.05,0,0],"deform":{"kind":"twist"}},
           {"generate":{"kind":"torus","n_major":8,"n_minor":6},"count":3,"deform":{"kind":"noise","seed":3}},
           {"polytope":{},"count":5,"velocity":[0.1,0,0]})");
    ASSERT_TRUE(loaded) << loaded.error().message;
    Simulation& simulation = loaded->simulation;
    ASSERT_EQ(simulation.deforming.size(), 5u);
    const std::vector<glm::vec3> rest(simulation.world.bodies()[1].shape->mesh().positions.begin(),
                                      simulation.world.bodies()[1].shape->mesh().positions.end());
    for (int frame = 0; frame < 39; ++frame) {
        step(simulation);
        ASSERT_EQ(simulation.deformation_error, "");
        ASSERT_EQ(simulation.output.deformation.bodies, 5u);
        EXPECT_EQ(simulation.output.self_contacts.size(), 1u);
    }
    EXPECT_FALSE(std::ranges::equal(simulation.world.bodies()[1].shape->mesh().positions, rest));
    EXPECT_TRUE(simulation.world.bodies()[2].deforming);
    EXPECT_TRUE(std::ranges::equal(simulation.world.bodies()[3].shape->mesh().positions,
                                   simulation.world.bodies()[5].shape->mesh().positions));
}

TEST_F(DeformingSceneTest, cloth_requires_an_earlier_fixed_body) {
    const std::string cloth =
        R"({"generate":{"kind":"heightfield"},"deform":{"kind":"cloth","onto":"ball"}})";
    const std::string ball = R"({"name":"ball","generate":{"kind":"sphere"}})";
    const Result<LoadedScene> missing = load(cloth), moving = load(ball + "," + cloth);
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("\"onto\" names 'ball', but no earlier body"), std::string::npos)
        << missing.error().message;
    ASSERT_FALSE(moving);
    EXPECT_NE(moving.error().message.find("'ball' is not fixed"), std::string::npos) << moving.error().message;
}

TEST_F(DeformingSceneTest, frames_plays_the_vertices_of_numbered_files) {
    for (int k = 0; k < 3; ++k)
        write("walk_" + std::to_string(k) + ".obj",
              "v 0 0 0\nv 1 0 0\nv 0 " + std::to_string(1 + k) + " 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n");
    Result<LoadedScene> loaded = load(R"({"mesh":"walk_0.obj","deform":{"kind":"frames","period":6}})");
    ASSERT_TRUE(loaded) << loaded.error().message;
    float highest = 0.0f;
    for (int frame = 0; frame < 5; ++frame) {
        step(loaded->simulation);
        highest = std::max(highest, loaded->simulation.world.bodies()[0].shape->bounds().upper.y);
    }
    EXPECT_GT(highest, 2.5f);
    write("still.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const Result<LoadedScene> still = load(R"({"mesh":"still.obj","deform":{"kind":"frames"}})");
    ASSERT_FALSE(still);
    EXPECT_NE(still.error().message.find("still.obj"), std::string::npos) << still.error().message;
}

} // namespace
} // namespace boxwood
