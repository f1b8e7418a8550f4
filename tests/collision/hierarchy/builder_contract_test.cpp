// Contracts that every builder in the list satisfies for any input.
#include "collision/hierarchy/build/all_builders.hpp"

#include "collision/hierarchy/refit/refit.hpp"
#include "tests/collision/hierarchy/builder_checks.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ctime>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace boxwood {
namespace {

using oracle::box_at;
using oracle::draw_boxes;
using oracle::expect_sound;
using oracle::Random;
using test::choose_effort;

class BuilderContract : public testing::TestWithParam<Builder> {
  protected:
    Bvh2<Aabb> build(std::span<const Aabb> boxes, std::uint32_t leaf_size = 1) {
        SerialExecutor serial;
        return GetParam().build(boxes, leaf_size, serial);
    }
    void expect_sound_for(std::span<const Aabb> boxes) {
        for (const std::uint32_t leaf_size : {1u, 2u, 5u, 16u})
            expect_sound(build(boxes, leaf_size), boxes, leaf_size);
    }
};

TEST_P(BuilderContract, small_sets) {
    Random random(1);
    for (int count = 1; count <= 40 && !HasFatalFailure(); ++count)
        expect_sound_for(draw_boxes(random, count, 0.3));
}

TEST_P(BuilderContract, identical_flat_and_linear_sets) {
    const int count = static_cast<int>(choose_effort(600, 3000));
    expect_sound_for(std::vector<Aabb>(static_cast<std::size_t>(count), Aabb{{1, 2, 3}, {4, 5, 6}}));
    std::vector<Aabb> nested, plane, line, sorted;
    for (int i = 0; i < count; ++i) {
        nested.push_back({glm::vec3(-1.0f - float(i)), glm::vec3(1.0f + float(i))});
        plane.push_back(box_at(float(i % 31), 2.0f, float(i / 31)));
        line.push_back(box_at(5.0f, float(i * 7 % count)));
        sorted.push_back(box_at(0.0f, 0.0f, float(i)));
    }
    for (const auto& boxes : {nested, plane, line, sorted}) expect_sound_for(boxes);
}

TEST_P(BuilderContract, worst_cases_stay_shallow) {
    const int count = static_cast<int>(choose_effort(3000, 20000));
    expect_sound_for(oracle::make_halving_points(140)); // points down to the denormal 2^-139
    expect_sound_for(oracle::make_nested_intervals(count));
    std::vector<Aabb> growing; // each box contains all boxes before it
    for (int i = 0; i < count; ++i)
        growing.push_back({glm::vec3(0.0f), glm::vec3(std::pow(1.001f, float(i)))});
    expect_sound_for(growing);
    std::reverse(growing.begin(), growing.end());
    expect_sound_for(growing);
}

using MakeBoxes = std::vector<Aabb> (*)(int count);
struct WorstCase {
    const char* name;
    MakeBoxes make;
};
constexpr std::array kWorstCases{
    WorstCase{"identical",
              [](int count) {
                  return std::vector<Aabb>(static_cast<std::size_t>(count), Aabb{{1, 2, 3}, {4, 5, 6}});
              }},
    WorstCase{"halving",
              [](int count) { // repeats the powers of two from 1 to 2^-139
                  std::vector<Aabb> boxes;
                  for (int i = 0; i < count; ++i) boxes.push_back(box_at(std::ldexp(1.0f, -(i % 140))));
                  return boxes;
              }},
    WorstCase{"intervals", oracle::make_nested_intervals},
    WorstCase{"sorted line",
              [](int count) {
                  std::vector<Aabb> boxes;
                  for (int i = 0; i < count; ++i) boxes.push_back(box_at(float(i), 2.0f * float(i)));
                  return boxes;
              }},
    WorstCase{"one middle", [](int count) {
                  std::vector<Aabb> boxes;
                  for (int i = 0; i < count; ++i)
                      boxes.push_back({glm::vec3(-1.0f - float(i)), glm::vec3(1.0f + float(i))});
                  return boxes;
              }}};

// With 32 times as many primitives, a builder that sorts every node takes about 64 times as long, in proportion to
// n log^2 n. The small set can be 2.5 times as fast per primitive, because the branch predictor learns it and caches
// hold it, so a factor of up to 160 is acceptable. A quadratic builder takes 1,024 times as long. The bound is about
// the geometric mean of 160 and 1,024.
TEST_P(BuilderContract, worst_cases_are_not_quadratic) {
    const int kFew = static_cast<int>(choose_effort(4000, 4000)), kMany = 32 * kFew;
    constexpr double kBound = 400.0;
    // Keeps freed memory in the process, because new pages from the system would cost more time than a build. (The
    // allocator of a sanitizer ignores these settings but keeps pages anyway.)
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
    build(kWorstCases.front().make(kMany));
    // CPU time depends little on the load of the machine. The resolution of its clock may be coarse, so the build is
    // repeated.
    const auto mean_seconds = [&](const std::vector<Aabb>& boxes) {
        constexpr double kMuchAboveTheClock = 0.01;
        int runs = 0;
        const std::clock_t start = std::clock();
        double spent = 0.0;
        for (; spent < kMuchAboveTheClock; ++runs) {
            build(boxes);
            spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        }
        return spent / runs;
    };
    // On a busy machine, a single measurement can be wrong by a large factor, so the smallest ratio counts.
    constexpr int kAttempts = 10;
    for (const WorstCase& worst : kWorstCases) {
        const std::vector<Aabb> few = worst.make(kFew), many = worst.make(kMany);
        double ratio = mean_seconds(many) / mean_seconds(few);
        for (int i = 1; i < kAttempts && ratio > kBound; ++i)
            ratio = std::min(ratio, mean_seconds(many) / mean_seconds(few));
        EXPECT_LT(ratio, kBound) << worst.name;
    }
}

// Coordinates up to 1e30, whose products overflow, and down to 1e-38, whose reciprocals can overflow.
TEST_P(BuilderContract, extreme_scales) {
    Random random(2);
    for (const float scale : {1e-38f, 1e-20f, 1e15f, 1e30f}) {
        std::vector<Aabb> boxes = draw_boxes(random, 100, 0.2);
        for (Aabb& box : boxes) box = {box.lower * scale, box.upper * scale};
        expect_sound_for(boxes);
    }
}

TEST_P(BuilderContract, a_large_soup) {
    Random random(3);
    const std::vector<Aabb> boxes =
        draw_boxes(random, static_cast<int>(choose_effort(20000, 1000000)), 0.004);
    expect_sound(build(boxes), boxes, 1);
    expect_sound(build(boxes, 4), boxes, 4);
}

TEST_P(BuilderContract, TheBackwardsExecutorGivesTheSameBits) {
    Random random(4);
    const std::vector<Aabb> boxes = draw_boxes(random, static_cast<int>(choose_effort(10000, 100000)), 0.01);
    for (const std::uint32_t leaf_size : {1u, 4u}) {
        oracle::BackwardsExecutor backwards;
        EXPECT_TRUE(
            oracle::are_same_bits(build(boxes, leaf_size), GetParam().build(boxes, leaf_size, backwards)));
    }
}

TEST_P(BuilderContract, AMeshTakesAtMost64BytesPerTriangle) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.4, 60, 30);
    const HierarchyQuality quality = measure_quality(build(make_primitive_boxes(mesh.view())));
    EXPECT_LE(quality.bytes_per_primitive, 64.0);
    EXPECT_LT(quality.sibling_overlap, 0.5);  // random trees overlap more
    EXPECT_LT(quality.mean_leaf_depth, 25.0); // a balanced tree has 11.8
}

std::string name_of(const testing::TestParamInfo<Builder>& info) {
    std::string name(info.param.name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}
INSTANTIATE_TEST_SUITE_P(All, BuilderContract, testing::ValuesIn(kAllBuilders), name_of);

TEST(AllBuilders, HaveDifferentNamesAndNonEmptyDescriptions) {
    std::vector<std::string_view> names;
    for (const Builder& builder : kAllBuilders) {
        names.push_back(builder.name);
        EXPECT_FALSE(builder.meaning.empty()) << builder.name;
    }
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

} // namespace
} // namespace boxwood
