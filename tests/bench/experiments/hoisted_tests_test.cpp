#include "bench/experiments/box_tree/hoisted_tests.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

using oracle::Random;

template <class V>
V fit_cloud(Random& random) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 8; ++i) points.emplace_back(oracle::draw_point(random, 0.5));
    return V::fit(points);
}

template <class V>
struct DividedTest : testing::Test {};
using Divided = testing::Types<Kdop14, Kdop24, Obb>;
TYPED_TEST_SUITE(DividedTest, Divided);

// The divided test computes the terms of each node first and then tests the pair. It finds the same axis as the whole
// test. It uses the same number of operations for overlapping pairs, and at least as many for separated pairs.
TYPED_TEST(DividedTest, the_divided_test_finds_the_same_axis_as_the_whole_test) {
    using V = TypeParam;
    Random random(56);
    int separated = 0;
    for (int i = 0; i < 1000; ++i) {
        const V a = fit_cloud<V>(random), b = fit_cloud<V>(random);
        const Pose world_from_a = oracle::draw_pose(random, 0.0),
                   world_from_b = oracle::draw_pose(random, 1.1);
        const auto relation =
            counted::counting(V::make_relation(world_from_a, world_from_b, a, b, OverlapTest::sat));
        int whole = 0, divided = 0;
        const auto of_whole =
            counted::count_operations([&] { whole = counted::find_counted_axis(a, b, relation); });
        const auto of_parts = counted::count_operations([&] {
            using Part = NodePart<V, std::conditional_t<std::is_same_v<V, Obb>, counted::CountingDouble,
                                                        counted::CountingFloat>>;
            divided =
                Part::find_axis(Part::make(true, a, relation), Part::make(false, b, relation), relation);
        });
        ASSERT_EQ(divided, whole) << i;
        separated += whole >= 0;
        if (whole < 0) {
            ASSERT_EQ(of_parts.flops(), of_whole.flops());
        }
        ASSERT_GE(of_parts.flops(), of_whole.flops()) << "all terms of a node are computed before the test";
    }
    EXPECT_GT(separated, 100);
    EXPECT_LT(separated, 900);
}

} // namespace
} // namespace boxwood
