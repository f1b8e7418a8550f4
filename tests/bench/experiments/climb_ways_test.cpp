#include "bench/experiments/icollide/climb_ways.hpp"

#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/generate/random_polytope.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

using Counting = counted::CountingScalar<double>;

// All methods find the library's box, and evaluating one coordinate costs a third of evaluating a vertex.
TEST(ClimbWays, every_method_finds_the_box_with_the_expected_operations) {
    const Result<Polytope> polytope = make_random_polytope({.faces = 60, .seed = 7});
    ASSERT_TRUE(polytope);
    Random random(12);
    std::array<std::uint64_t, kWays> operations{};
    std::array<ExtremalVertices, kWays> caches;
    ExtremalVertices cache;
    ClimbCounters counters;
    constexpr int kFrames = 200;
    for (int frame = 0; frame < kFrames; ++frame) {
        const Pose pose = make_pose({random.rotation(), random.in_box(glm::dvec3(1.0)), glm::dvec3(1.0)});
        const CoordinateBounds expected = climb_bounds(*polytope, pose, cache, counters);
        for_each_way<Counting>(*polytope, [&](std::size_t way, auto make_box, auto& vertices) {
            vertices.move_to(pose);
            CoordinateBounds box;
            const counted::Operations spent =
                counted::count_operations([&] { box = make_box(*polytope, vertices, caches[way]); });
            operations[way] += spent.additions + spent.multiplications;
            EXPECT_EQ(box.lower, expected.lower) << kWayNames[way];
            EXPECT_EQ(box.upper, expected.upper) << kWayNames[way];
        });
    }
    const auto [one, one_kept, whole, whole_kept, all] = operations;
    EXPECT_EQ(one, 6 * counters.evaluations);
    EXPECT_EQ(whole, 3 * one);
    EXPECT_LT(one_kept, one);
    EXPECT_LT(whole_kept, whole);
    EXPECT_EQ(all, 18 * polytope->positions().size() * kFrames);
}

} // namespace
} // namespace boxwood
