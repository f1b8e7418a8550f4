#include "engine/scene/build_scene.hpp"
#include "engine/scene/scene.hpp"

#include <filesystem>
#include <fstream>
#include <numbers>
#include <unistd.h>

#include <gtest/gtest.h>

namespace boxwood {
namespace {

constexpr const char* kArm = R"({"boxwood": 1, "bodies": [
  {"name": "arm", "parts": [
     {"name": "upper", "generate": {"kind": "box", "x": 0.5, "y": 0.1, "z": 0.1}},
     {"name": "lower", "parent": "upper", "pose": {"t": [1, 0, 0]}, "polytope": {"faces": 20, "radius": 0.4},
      "joint": {"point": [0.5, 0, 0], "axis": [0, 0, 2], "lower": 0, "upper": 90, "angle": 30, "rate": 3},
      "hull": "whole-range"}],
   "apart": [["upper", "lower"]], "velocity": [0.1, 0, 0]},
  {"polytope": {"faces": 12}, "pose": {"t": [9, 0, 0]}}]})";

struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("boxwood_parts_" + std::to_string(::getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    std::filesystem::path write(const char* name, const std::string& text) const {
        std::ofstream(path / name) << text;
        return path / name;
    }
};

TEST(PartsScene, ReadsWritesAndBuildsPartsWithJoints) {
    const auto scene = parse_scene(kArm, "arm.json");
    ASSERT_TRUE(scene) << scene.error().message;
    const auto* parts = std::get_if<PartsDescription>(&scene->bodies[0].shape);
    ASSERT_NE(parts, nullptr);
    ASSERT_EQ(parts->parts.size(), 2u);
    EXPECT_EQ(parts->parts[1].parent, 0u);
    EXPECT_EQ(parts->parts[1].joint->rate, 3.0);
    EXPECT_EQ(parts->parts[1].mode, HullMode::whole_range);
    const auto again = parse_scene(to_json(*scene), "again");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->bodies[0].shape, scene->bodies[0].shape);

    const Folder folder;
    auto loaded = load_scene(folder.write("arm.json", kArm));
    ASSERT_TRUE(loaded) << loaded.error().message;
    Simulation& simulation = loaded->simulation;
    const HullHierarchyState* state = simulation.world.bodies()[0].parts.get();
    ASSERT_NE(state, nullptr);
    EXPECT_EQ(state->tree().part_count(), 2u);
    EXPECT_TRUE(state->tree().is_disabled(state->tree().node_of_part()[0], state->tree().node_of_part()[1]));
    ASSERT_EQ(state->positions().size(), 1u);
    EXPECT_NEAR(state->positions()[0], std::numbers::pi / 6.0, 1e-12);
    for (int frame = 0; frame < 30; ++frame) step(simulation);
    EXPECT_NEAR(state->positions()[0], std::numbers::pi / 3.0, 1e-9)
        << "20 steps up to the limit, 10 steps back";
    EXPECT_EQ(simulation.world.bodies()[1].parts, nullptr);
}

TEST(PartsScene, APrismaticJointHasLengthsInsteadOfDegrees) {
    const char* const text = R"({"boxwood": 1, "bodies": [{"parts": [
      {"name": "frame", "generate": {"kind": "box"}},
      {"name": "drawer", "parent": "frame", "polytope": {"faces": 12, "radius": 0.4},
       "joint": {"kind": "prismatic", "axis": [0, 0, 2], "lower": 0, "upper": 0.5, "position": 0.2, "rate": 0.1}}]}]})";
    const auto scene = parse_scene(text, "drawer.json");
    ASSERT_TRUE(scene) << scene.error().message;
    const auto again = parse_scene(to_json(*scene), "again");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->bodies[0].shape, scene->bodies[0].shape);
    const Folder folder;
    auto loaded = load_scene(folder.write("drawer.json", text));
    ASSERT_TRUE(loaded) << loaded.error().message;
    const HullHierarchyState& state = *loaded->simulation.world.bodies()[0].parts;
    const std::uint32_t drawer = state.tree().node_of_joint()[0];
    EXPECT_EQ(state.positions()[0], 0.2) << "lengths are not converted from degrees";
    for (int frame = 0; frame < 5; ++frame) step(loaded->simulation);
    EXPECT_NEAR(state.body_from_node(drawer).origin.z, 0.4, 1e-12)
        << "three steps out to the limit, one at it, one back";
}

TEST(PartsScene, ALibraryFileGivesPolytopesByName) {
    const Folder folder;
    folder.write(
        "two.poly",
        "polytope small\na 0 0 0\nb 1 0 0\nc 0 1 0\nd 0 0 1\n*\n- a c b\n- a b d\n- a d c\n- b c d\n*\n"
        "polytope large\na 0 0 0\nb 9 0 0\nc 0 9 0\nd 0 0 9\n*\n- a c b\n- a b d\n- a d c\n- b c d\n*\n");
    const auto with = [&](const std::string& body) {
        return load_scene(folder.write("s.json", "{\"boxwood\": 1, \"bodies\": [" + body + "]}"));
    };
    const auto good = with(R"({"library": {"file": "two.poly", "name": "large"}})");
    ASSERT_TRUE(good) << good.error().message;
    EXPECT_NEAR(good->simulation.world.bodies()[0].polytope->volume(), 9.0 * 9.0 * 9.0 / 6.0, 1e-9);
    const auto part = with(R"({"parts": [{"library": {"file": "two.poly", "name": "small"}}]})");
    ASSERT_TRUE(part) << part.error().message;
    const auto unnamed = with(R"({"library": {"file": "two.poly"}})");
    ASSERT_FALSE(unnamed);
    EXPECT_NE(unnamed.error().message.find("has several polytopes; give the \"name\" of one: small large"),
              std::string::npos)
        << unnamed.error().message;
    EXPECT_FALSE(with(R"({"library": {"file": "two.poly", "name": "medium"}})"));
    EXPECT_FALSE(with(R"({"library": {"file": "none.poly"}})"));
}

struct BadPart {
    const char* part;
    const char* message;
};

TEST(PartsScene, ErrorsNameTheElement) {
    const std::vector<BadPart> cases{
        {R"({})", "/bodies/0/parts/0: needs exactly one of"},
        {R"({"polytope": {}, "mesh": "a.obj"})", "/bodies/0/parts/0: needs exactly one of"},
        {R"({"polytope": {}, "parent": "x"})", "/bodies/0/parts/0/parent: no earlier part has this name"},
        {R"({"polytope": {}, "pose": {"s": [2, 2, 2]}})",
         "/bodies/0/parts/0/pose/s: a part cannot be scaled"},
        {R"({"polytope": {}, "joint": {"axis": [0, 0, 0]}})",
         "/bodies/0/parts/0/joint: \"axis\" must not be zero"},
        {R"({"polytope": {}, "joint": {"lower": 5, "upper": 4}})", "\"lower\" is above \"upper\""},
        {R"({"polytope": {}, "joint": {"angle": 91}})", "\"angle\" is not between"},
        {R"({"polytope": {}, "joint": {"rate": 100}})", "/joint/rate: is outside -90 to 90 degrees"},
        {R"({"polytope": {}, "joint": {"kind": "ball"}})",
         "/joint/kind: expected \"revolute\" or \"prismatic\""},
        {R"({"polytope": {}, "joint": {"kind": "prismatic", "angle": 0}})", "/bodies/0/parts/0/joint"},
        {R"({"polytope": {}, "joint": {"position": 0}})", "/bodies/0/parts/0/joint"},
        {R"({"polytope": {}, "joint": {"kind": "prismatic", "position": 2}})", "\"position\" is not between"},
        {R"({"polytope": {}, "joint": {"kind": "prismatic", "upper": 20000}})",
         "is outside -10000 to 10000 lengths"},
        {R"({"polytope": {}, "hull": "tight"})", "/hull: expected \"recompute\" or \"whole-range\""},
        {R"({"polytope": {}, "colour": 1})", "/bodies/0/parts/0"},
        {R"({"name": "a", "polytope": {}}, {"name": "a", "polytope": {}})",
         "/parts/1/name: is already the name of another part"}};
    for (const BadPart& bad : cases) {
        const auto scene =
            parse_scene(std::string("{\"boxwood\": 1, \"bodies\": [{\"parts\": [") + bad.part + "]}]}", "s");
        ASSERT_FALSE(scene) << bad.part;
        EXPECT_NE(scene.error().message.find(bad.message), std::string::npos) << scene.error().message;
    }
    EXPECT_FALSE(parse_scene(R"({"boxwood": 1, "bodies": [{"polytope": {}, "apart": []}]})", "s"));
    EXPECT_FALSE(parse_scene(R"({"boxwood": 1, "bodies": [{"parts": []}]})", "s"));
    EXPECT_FALSE(parse_scene(
        R"({"boxwood": 1, "bodies": [{"parts": [{"polytope": {}}], "pose": {"s": [2, 2, 2]}}]})", "s"));
}

} // namespace
} // namespace boxwood
