// Counts the work per step of a scene of 8 rocks, at scales from 1e-9 to 1e9.
#include "engine/scene/build_scene.hpp"

#include "engine/import/text_file.hpp"
#include "engine/scene/queries/poses.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace boxwood {
namespace {

constexpr int kRocks = 8, kFrequency = 12;
constexpr std::uint64_t kTriangles = 20 * kFrequency * kFrequency; // triangles of one rock

// The work of the first step of rocks at the corners of a cube of side 1.5 * `spacing`, each scaled by `scale`.
StepCounters count_step(double scale, double spacing) {
    std::string bodies;
    for (int i = 0; i < kRocks; ++i) {
        Transform pose;
        pose.t = 1.5 * spacing * glm::dvec3(i % 2, i / 2 % 2, i / 4);
        pose.s = glm::dvec3(scale);
        const std::string line = to_json_line({0, pose, {}}); // the line is {"id":0,"a":{...},"b":{...}}
        const std::size_t begin = line.find("\"a\":") + 4, end = line.find(",\"b\":");
        bodies += std::string(i == 0 ? "" : ",") + R"({"generate":{"kind":"rock","frequency":)" +
                  std::to_string(kFrequency) + R"(},"pose":)" + line.substr(begin, end - begin) + "}";
    }
    const auto path =
        std::filesystem::temp_directory_path() / ("boxwood_rocks_" + std::to_string(::getpid()) + ".json");
    EXPECT_TRUE(write_text_file(path, R"({"boxwood":1,"bodies":[)" + bodies + "]}"));
    Result<LoadedScene> scene = load_scene(path);
    std::filesystem::remove(path);
    EXPECT_TRUE(scene) << scene.error().message;
    if (!scene) return {};
    step(scene->simulation);
    return scene->simulation.output.counters;
}

TEST(RockSceneWorkTest, a_scene_that_is_scaled_as_a_whole_takes_at_most_twice_the_work) {
    const StepCounters usual = count_step(1.0, 1.0);
    ASSERT_GT(usual.triangle_contacts, 100u);
    for (int exponent = -9; exponent <= 9; ++exponent) {
        const double scale = std::pow(10.0, exponent);
        const StepCounters scaled = count_step(scale, scale);
        EXPECT_LE(scaled.volume_tests, 2 * usual.volume_tests) << scale;
        EXPECT_LE(scaled.triangle_tests, 2 * usual.triangle_tests) << scale;
        EXPECT_NEAR(static_cast<double>(scaled.triangle_contacts),
                    static_cast<double>(usual.triangle_contacts),
                    0.02 * static_cast<double>(usual.triangle_contacts))
            << scale;
    }
}

// The scales range from rocks that are tiny compared with their distances to rocks that nearly coincide and touch with
// almost all triangles.
TEST(RockSceneWorkTest, rocks_that_grow_until_they_coincide_take_bounded_work_per_triangle) {
    constexpr std::uint64_t kPairs = kRocks * (kRocks - 1) / 2, kVolumeTests = 128, kTriangleTests = 64;
    for (int exponent = -9; exponent <= 9; ++exponent) {
        if (!test::takes_case(static_cast<std::size_t>(exponent + 9), 3)) continue;
        const StepCounters counters = count_step(std::pow(10.0, exponent), 1.0);
        EXPECT_LE(counters.volume_tests, kVolumeTests * kTriangles * kPairs) << exponent;
        EXPECT_LE(counters.triangle_tests, kTriangleTests * kTriangles * kPairs) << exponent;
        EXPECT_LE(counters.triangle_contacts, counters.triangle_tests) << exponent;
    }
}

} // namespace
} // namespace boxwood
