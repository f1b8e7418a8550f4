#include "engine/scene/build_scene.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace boxwood {
namespace {

// Twelve boxes at one position: 4 in the group "dust", 3 in "stone", 2 of a definition without a group that is placed
// with the group "late", and 3 in no group.
std::string scene(const std::string& pairs) {
    const std::string box = R"("generate": {"kind": "box"})",
                      polytope = R"("solid": {"kind": "rounded-box"})";
    return R"({"boxwood": 1, "define": {"brick": {)" + polytope + "}}," + pairs + R"("bodies": [{)" +
           polytope + R"(, "group": "dust", "repeat": {"count": 4}}, {)" + box +
           R"(, "group": "stone", "repeat": {"count": 3}}, {"place": "brick", "group": "late", "repeat": {"count": 2}}, {)" +
           polytope + R"(, "repeat": {"count": 3}}]})";
}

std::filesystem::path file_of(const std::string& text) {
    const std::filesystem::path path = testing::TempDir() + "pair_rules.json";
    std::ofstream(path) << text;
    return path;
}

std::size_t enabled_pairs(const CollisionWorld& world) {
    std::size_t count = 0;
    for (BodyId b = 0; b < world.bodies().size(); ++b)
        for (BodyId a = 0; a < b; ++a) count += world.is_pair_enabled({a, b}) ? 1 : 0;
    return count;
}

std::size_t enabled_with(const std::string& pairs) {
    Result<LoadedScene> loaded = load_scene(file_of(scene(pairs)));
    EXPECT_TRUE(loaded) << loaded.error().message;
    if (!loaded) return 0;
    EXPECT_EQ(loaded->bodies[0].group, "dust");
    EXPECT_EQ(loaded->bodies[8].group, "late");
    return enabled_pairs(loaded->simulation.world);
}

TEST(PairRulesTest, groups_are_disabled_and_enabled_in_bulk) {
    EXPECT_EQ(enabled_with(""), 66u);
    EXPECT_EQ(enabled_with(R"("pairs": {"except": [["dust", "dust"]]},)"), 66u - 6u);
    EXPECT_EQ(
        enabled_with(R"("pairs": {"except": [["dust", "stone"], ["stone", "dust"], ["late", "dust"]]},)"),
        66u - 12u - 8u);
    EXPECT_EQ(enabled_with(R"("pairs": {"enabled": false, "except": [["late", "stone"]]},)"), 6u);
    EXPECT_EQ(enabled_with(R"("pairs": {"enabled": false},)"), 0u);
}

TEST(PairRulesTest, disabled_pairs_are_not_found) {
    Result<LoadedScene> loaded =
        load_scene(file_of(scene(R"("pairs": {"enabled": false, "except": [["late", "stone"]]},)")));
    ASSERT_TRUE(loaded);
    collide(loaded->simulation);
    EXPECT_EQ(loaded->simulation.output.pairs.size(), 6u);
}

TEST(PairRulesTest, mistakes_are_named) {
    const auto message_of = [](const std::string& pairs) {
        const Result<SceneDescription> read = parse_scene(scene(pairs), "s.json");
        return read ? std::string("no error") : read.error().message;
    };
    EXPECT_EQ(message_of(R"("pairs": {"except": [["dust", "duts"]]},)"),
              R"(s.json:1: /pairs: no body is in a group "duts")");
    EXPECT_EQ(message_of(R"("pairs": {"except": [["dust"]]},)"),
              "s.json:1: /pairs/except/0: expected the names of two groups");
    EXPECT_NE(message_of(R"("pairs": {"excpet": []},)").find("/pairs"), std::string::npos);
    EXPECT_NE(message_of(R"("pairs": {"enabled": 1},)").find("/pairs/enabled"), std::string::npos);
}

TEST(PairRulesTest, written_scenes_read_back_equal) {
    const std::string pairs = R"("pairs": {"enabled": false, "except": [["dust", "stone"]]},)";
    const Result<SceneDescription> read = parse_scene(scene(pairs), "s.json");
    ASSERT_TRUE(read);
    const Result<SceneDescription> again = parse_scene(to_json(*read), "again.json");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_FALSE(again->pairs.are_enabled);
    EXPECT_EQ(again->pairs.except, read->pairs.except);
    EXPECT_EQ(again->bodies[0].group, "dust");
    EXPECT_EQ(to_json(*again), to_json(*read));
}

} // namespace
} // namespace boxwood
