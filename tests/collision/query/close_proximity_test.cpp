// The number of volume tests grows as two nearly parallel surfaces approach each other. It grows more slowly for tight
// volumes than for loose ones.
#include "collision/query/mesh_query.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

namespace boxwood {
namespace {

std::uint64_t count_tests(const oracle::SampleMesh& outer, const oracle::SampleMesh& inner,
                          const char* volume) {
    const HierarchyConfig config{"bvh2", volume, "midpoint", 1};
    const AnyHierarchy tree_outer = *build_any_hierarchy(config, outer.view()),
                       tree_inner = *build_any_hierarchy(config, inner.view());
    const Pose pose = make_pose({{0.9, 0.1, 0.3, -0.2}, {}, glm::dvec3(1.0)});
    QueryScratch scratch;
    QueryResult result;
    EXPECT_TRUE(query_meshes({outer.view(), &tree_outer, &pose}, {inner.view(), &tree_inner, &pose}, {}, scratch, result));
    EXPECT_FALSE(result.intersects);
    return result.counters.volume_tests;
}

// A torus inside a thicker torus. Around a curved patch of size d, tight volumes are d^2 thick: patches of size
// sqrt(gap) are separated, and 1 / gap patches suffice. Volumes as thick as they are long need patches of the size of
// the gap: 1 / gap^2 patches.
TEST(CloseProximityTest, tests_between_tori_grow_more_slowly_for_tight_volumes) {
    constexpr double kWide = 0.2, kNarrow = 0.05;
    const auto torus = [](double tube) { return oracle::make_torus(2.0, tube, 160, 60); };
    const oracle::SampleMesh outer = torus(0.5), wide = torus(0.5 - kWide), narrow = torus(0.5 - kNarrow);
    std::map<std::string, double> slope;
    for (const char* volume : {"obb", "rss", "aabb", "sphere"}) {
        const auto few = static_cast<double>(count_tests(outer, wide, volume)),
                   many = static_cast<double>(count_tests(outer, narrow, volume));
        slope[volume] = std::log(many / few) / std::log(kWide / kNarrow);
        RecordProperty(std::string("slope_") + volume, std::to_string(slope[volume]));
    }
    EXPECT_GT(slope["obb"], 0.6);
    EXPECT_LT(
        slope["obb"],
        // the slope approaches 1 at smaller gaps; here it is 1.4, for RSS 1.3, for boxes and spheres 1.9
        1.5);
    EXPECT_LT(slope["rss"], 1.5);
    EXPECT_GT(slope["aabb"], slope["obb"] + 0.3);
    EXPECT_GT(slope["sphere"], slope["obb"] + 0.3);
}

// Two concentric spheres, the scene of the OBB tree paper, at three gaps. Computes the slope between successive gaps.
TEST(CloseProximityTest, tests_between_spheres_grow_more_slowly_for_tight_volumes) {
    constexpr std::array kGaps{0.2, 0.1, 0.05};
    const oracle::SampleMesh outer = oracle::make_sphere(1.0, 40);
    std::map<std::string, std::array<double, 2>> slopes;
    for (const char* volume : {"obb", "rss", "aabb", "sphere"}) {
        std::array<double, kGaps.size()> tests{};
        for (std::size_t i = 0; i < kGaps.size(); ++i)
            tests[i] =
                static_cast<double>(count_tests(outer, oracle::make_sphere(1.0 - kGaps[i], 40), volume));
        for (std::size_t i = 0; i + 1 < kGaps.size(); ++i) {
            slopes[volume][i] = std::log(tests[i + 1] / tests[i]) / std::log(kGaps[i] / kGaps[i + 1]);
            RecordProperty(std::string(volume) + "_slope_" + std::to_string(i),
                           std::to_string(slopes[volume][i]));
        }
    }
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_GT(slopes["aabb"][i], slopes["obb"][i] + 0.2);
        EXPECT_GT(slopes["sphere"][i], slopes["obb"][i] + 0.2);
        EXPECT_LT(slopes["obb"][i], 1.5);
        EXPECT_LT(slopes["rss"][i], 1.5);
    }
    // The slope between the two smaller gaps is not much larger than the slope between the two larger ones.
    EXPECT_LT(slopes["obb"][1], slopes["obb"][0] + 0.3);
}

} // namespace
} // namespace boxwood
