#include "engine/explain/explanations/voronoi_region.hpp"
#include "engine/explain/walk_replay.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <random>

#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

Pose random_pose(std::mt19937& random, double distance) {
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    const glm::dquat q =
        glm::normalize(glm::dquat(uniform(random), uniform(random), uniform(random), uniform(random)));
    const glm::dvec3 away = glm::normalize(glm::dvec3(uniform(random), uniform(random), uniform(random)));
    return {glm::mat3_cast(q), distance * away};
}

const NarrowPhase& v_clip_entry() {
    return *find_narrow_phase("v-clip");
}

TEST(FeaturePointsTest, distances_equal_known_values) {
    const FeaturePoints square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    EXPECT_NEAR(closest_points_of({{0.3, 0.4, 2}}, square).distance, 2.0, 1e-12);
    EXPECT_NEAR(closest_points_of({{4, 0.5, 4}}, square).distance, 5.0, 1e-12);
    EXPECT_NEAR(closest_points_of({{0.5, 0.5, -1}, {0.5, 0.5, 1}}, square).distance, 0.0, 1e-12);
    EXPECT_NEAR(closest_points_of({{-1, 0.5, 1}, {2, 0.5, 1}}, square).distance, 1.0, 1e-12);
    EXPECT_NEAR(closest_points_of({{0, 0, 0}, {2, 0, 0}}, {{1, -1, 3}, {1, 1, 3}}).distance, 3.0, 1e-12);
    EXPECT_NEAR(closest_points_of({{0, 0, 0}, {2, 0, 0}}, {{1, 0, 3}, {5, 0, 3}}).distance, 3.0, 1e-12);
}

TEST(FeaturePointsTest, distances_are_the_same_far_from_the_origin) {
    for (const double far : {1e7, 1e8, 1e9}) {
        const glm::dvec3 at(far, -far, far);
        const FeaturePoints square{at, at + glm::dvec3(1, 0, 0), at + glm::dvec3(1, 1, 0),
                                   at + glm::dvec3(0, 1, 0)};
        EXPECT_NEAR(closest_points_of({at + glm::dvec3(0.5, 0.25, 2)}, square).distance, 2.0, 1e-6) << far;
        EXPECT_NEAR(closest_points_of({at + glm::dvec3(0.5, 0.25, -2), at + glm::dvec3(0.5, 0.25, 2)}, square)
                        .distance,
                    0.0, 1e-6)
            << far;
    }
}

TEST(WalkReplayTest, a_replay_ends_at_the_answer_and_its_distance_never_increases) {
    std::mt19937 random(5);
    const Polytope a = test::polytope_of(test::sphere(12, 8)),
                   b = test::polytope_of(test::bipyramid(9, 1, 1));
    const std::size_t count = test::choose_effort(200, 20000);
    std::size_t steps = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Pose world_from_a = random_pose(random, 1.0), world_from_b = random_pose(random, 6.0);
        const PosedPolytopePair question{a, b, world_from_a, world_from_b};
        const WalkReplay replay = replay_walk(v_clip_entry(), question, farthest_start(question));
        ASSERT_FALSE(replay.steps.empty());
        ASSERT_EQ(replay.answer.status, ContactStatus::disjoint);
        steps += replay.steps.size();
        EXPECT_EQ(replay.steps.back().features, replay.answer.features);
        EXPECT_NEAR(replay.steps.back().closest_w.distance, replay.answer.distance, 1e-6);
        for (std::size_t k = 0; k + 1 < replay.steps.size(); ++k)
            EXPECT_GE(replay.steps[k].closest_w.distance, replay.steps[k + 1].closest_w.distance - 1e-9);
    }
    EXPECT_GT(steps, 3 * count);
}

TEST(WalkReplayTest, a_step_that_names_a_plane_crosses_it_to_the_neighbor_beyond) {
    std::mt19937 random(6);
    const Polytope a = test::polytope_of(test::sphere(12, 8)), b = test::polytope_of(test::box({1, 1, 2}));
    std::size_t named = 0;
    for (std::size_t i = 0; i < test::choose_effort(100, 10000); ++i) {
        const Pose world_from_a = random_pose(random, 0.5), world_from_b = random_pose(random, 5.0);
        const PosedPolytopePair question{a, b, world_from_a, world_from_b};
        const WalkReplay replay = replay_walk(v_clip_entry(), question, farthest_start(question));
        for (std::size_t k = 0; k + 1 < replay.steps.size(); ++k) {
            const WalkStep& step = replay.steps[k];
            if (step.is_jump) continue;
            ASSERT_TRUE(step.moves == WalkSide::a || step.moves == WalkSide::b);
            const bool is_a = step.moves == WalkSide::a;
            const FeaturePair& next = replay.steps[k + 1].features;
            const auto planes = voronoi_planes(is_a ? a : b, is_a ? step.features.a : step.features.b);
            bool is_neighbor = false;
            for (const RegionPlane& plane : planes) is_neighbor |= plane.beyond == (is_a ? next.a : next.b);
            if (step.plane < 0) continue;
            ASSERT_LT(static_cast<std::size_t>(step.plane), planes.size());
            EXPECT_TRUE(is_neighbor);
            EXPECT_EQ(planes[static_cast<std::size_t>(step.plane)].beyond, is_a ? next.a : next.b);
            ++named;
        }
    }
    EXPECT_GT(named, 50u);
}

TEST(WalkReplayTest, the_replay_of_every_narrow_phase_ends_at_its_answer) {
    std::mt19937 random(8);
    const Polytope a = test::polytope_of(test::box({1, 2, 1})),
                   b = test::polytope_of(test::bipyramid(5, 1, 1));
    for (const NarrowPhase& narrow_phase : kAllNarrowPhases)
        for (int i = 0; i < 20; ++i) {
            const Pose world_from_a = random_pose(random, 1.0), world_from_b = random_pose(random, 2.0);
            const WalkReplay replay = replay_walk(narrow_phase, {a, b, world_from_a, world_from_b}, {});
            ASSERT_FALSE(replay.steps.empty()) << narrow_phase.name;
            EXPECT_EQ(replay.steps.back().features, replay.answer.features) << narrow_phase.name;
            EXPECT_EQ(replay.steps.back().moves, WalkSide::none);
        }
}

} // namespace
} // namespace boxwood
