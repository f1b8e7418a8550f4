// Distances with a maximum and `within` queries, serial and parallel, and coherence caches that hold the last closest
// triangles, for every kind and volume: compared with the plain distance.
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_coherence.hpp"

#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/distance_oracle.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace boxwood {
namespace {

using oracle::Random;

class DistanceLimits : public testing::Test {
  protected:
    DistanceLimits() {
        for (const std::string_view kind : list_hierarchy_kinds())
            for (const std::string_view volume : list_volumes()) {
                const HierarchyConfig config{std::string(kind), std::string(volume), "midpoint", 2};
                if (auto tree = build_any_hierarchy(config, mesh_.view())) trees_.push_back(std::move(*tree));
            }
    }

    QueryResult ask(const AnyHierarchy& a, const AnyHierarchy& b, const Pose& pose_a, const Pose& pose_b,
                    const QueryRequest& request) {
        QueryResult result;
        EXPECT_TRUE(query_meshes({mesh_.view(), &a, &pose_a}, {mesh_.view(), &b, &pose_b}, request, scratch_,
                                 result));
        return result;
    }
    QueryResult ask_in_parts(const AnyHierarchy& tree, const Pose& pose_a, const Pose& pose_b,
                             const QueryRequest& request) {
        QueryResult result;
        EXPECT_TRUE(query_meshes({mesh_.view(), &tree, &pose_a}, {mesh_.view(), &tree, &pose_b}, request,
                                 executor_, divided_, result));
        return result;
    }
    double find_least(const Pose& pose_a, const Pose& pose_b) const {
        double least = std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < mesh_.triangles.size(); ++i)
            for (std::uint32_t j = 0; j < mesh_.triangles.size(); ++j)
                least =
                    std::min(least, oracle::distance_by_all_faces(world_triangle(pose_a, mesh_.view(), i),
                                                                  world_triangle(pose_b, mesh_.view(), j)));
        return least;
    }

    oracle::SampleMesh mesh_ = oracle::make_torus(0.35, 0.15, 8, 5);
    std::vector<AnyHierarchy> trees_;
    QueryScratch scratch_;
    ParallelQueryScratch divided_;
    oracle::BackwardsExecutor executor_;
};

void expect_same(const QueryResult& x, const QueryResult& y) {
    EXPECT_EQ(x.distance, y.distance);
    EXPECT_EQ(x.closest, y.closest);
    EXPECT_EQ(x.point_on_a_w, y.point_on_a_w);
    EXPECT_EQ(x.intersects, y.intersects);
}
void expect_none(const QueryResult& result) {
    EXPECT_EQ(result.distance, std::numeric_limits<double>::infinity());
    EXPECT_EQ(result.closest, PrimitivePair{});
    EXPECT_FALSE(result.intersects);
}

TEST_F(DistanceLimits, DistancesUpToTheMaximumAreFoundAndLargerOnesAreNot) {
    Random random(1);
    std::size_t number = 0;
    int disjoint = 0, touching = 0;
    for (const double centers : {0.3, 0.9, 1.5, 40.0, 1e12})
        for (int turn = 0; turn < 2; ++turn) {
            const Pose a = make_pose({.q = oracle::draw_rotation(random)});
            const Pose b =
                make_pose({.q = oracle::draw_rotation(random), .t = glm::dvec3(centers, 0.0, 0.0)});
            const double least = find_least(a, b);
            for (const AnyHierarchy& tree : trees_) {
                if (!test::takes_case(number++, 3)) continue;
                SCOPED_TRACE(tree.config().kind + " " + tree.config().volume + " at " +
                             std::to_string(centers));
                const QueryResult plain = ask(tree, tree, a, b, {.mode = QueryMode::distance});
                ASSERT_NEAR(plain.distance, least, 1e-12 * (1.0 + least));
                (plain.intersects ? touching : disjoint) += 1;
                const double d = plain.distance, below = std::nextafter(d, 0.0);
                for (const double most : {d, 1.5 * d + 1e-3}) {
                    expect_same(ask(tree, tree, a, b, {.mode = QueryMode::distance, .max_distance = most}),
                                plain);
                    expect_same(ask_in_parts(tree, a, b, {.mode = QueryMode::distance, .max_distance = most}),
                                plain);
                    const QueryResult within =
                        ask(tree, tree, a, b, {.mode = QueryMode::within, .max_distance = most});
                    EXPECT_LE(within.distance, most);
                    EXPECT_GE(within.distance, d);
                    EXPECT_EQ(within.intersects, plain.intersects);
                    EXPECT_LE(
                        ask_in_parts(tree, a, b, {.mode = QueryMode::within, .max_distance = most}).distance,
                        most);
                }
                if (plain.intersects) continue;
                for (const double most : {below, 0.5 * d, 0.0}) {
                    expect_none(ask(tree, tree, a, b, {.mode = QueryMode::distance, .max_distance = most}));
                    expect_none(
                        ask_in_parts(tree, a, b, {.mode = QueryMode::distance, .max_distance = most}));
                    expect_none(ask(tree, tree, a, b, {.mode = QueryMode::within, .max_distance = most}));
                }
                // A tolerance must not hide pairs within max_distance.
                EXPECT_LE(
                    ask(tree, tree, a, b, {.mode = QueryMode::distance, .max_distance = d, .tolerance = 0.5})
                        .distance,
                    d);
            }
        }
    EXPECT_GT(disjoint, 50);
    EXPECT_GT(touching, 10);
}

TEST_F(DistanceLimits, LimitsHoldBetweenDifferentKindsAndVolumes) {
    const Pose a, b = make_pose({.t = glm::dvec3(1.2, 0.3, 0.1)});
    const QueryResult plain = ask(trees_[0], trees_[0], a, b, {.mode = QueryMode::distance});
    ASSERT_GT(plain.distance, 0.0);
    for (const AnyHierarchy& of_a : trees_)
        for (const AnyHierarchy& of_b : trees_) {
            SCOPED_TRACE(of_a.config().kind + " " + of_a.config().volume + ", " + of_b.config().kind + " " +
                         of_b.config().volume);
            expect_same(ask(of_a, of_b, a, b, {.mode = QueryMode::distance, .max_distance = 2.0}), plain);
            expect_none(
                ask(of_a, of_b, a, b, {.mode = QueryMode::within, .max_distance = 0.9 * plain.distance}));
        }
}

TEST_F(DistanceLimits, ACoherenceCacheNeverChangesTheAnswer) {
    std::uint64_t all_tests = 0, all_tests_without = 0;
    for (const AnyHierarchy& tree : trees_) {
        SCOPED_TRACE(tree.config().kind + " " + tree.config().volume);
        QueryCoherence memory;
        std::uint64_t tests = 0, tests_without = 0;
        for (int step = 0; step < 24; ++step) {
            const double angle = 0.05 * step, distance = step % 12 == 7 ? 0.4 : 1.1;
            const Pose a, b = make_pose({.q = glm::angleAxis(angle, glm::dvec3(0.0, 0.6, 0.8)),
                                         .t = {distance, 0.0, 0.1}});
            // triangles that these meshes do not have, then a pair that is not the closest one
            if (step == 5) memory.closest = {1000, 1000};
            if (step == 6) memory.closest = {3, 7};
            const QueryResult plain = ask(tree, tree, a, b, {.mode = QueryMode::distance});
            const QueryResult found =
                ask(tree, tree, a, b, {.mode = QueryMode::distance, .coherence = &memory});
            expect_same(found, plain);
            EXPECT_EQ(memory.closest, plain.closest);
            tests += found.counters.volume_tests;
            tests_without += plain.counters.volume_tests;
            expect_none(ask(tree, tree, a, make_pose({.t = {9.0, 0.0, 0.0}}),
                            {.mode = QueryMode::within, .coherence = &memory, .max_distance = 1.0}));
            EXPECT_EQ(memory.closest, PrimitivePair{});
            memory.closest = plain.closest;
        }
        EXPECT_LT(tests, tests_without + tests_without / 20);
        all_tests += tests;
        all_tests_without += tests_without;
    }
    EXPECT_LT(10 * all_tests, 9 * all_tests_without);
}

class CostsOfNearness : public DistanceLimits {};

// Counts volume and triangle tests on a mesh that is large enough for limits to save many of them.
TEST_F(CostsOfNearness, AMaximumDistanceSavesTests) {
    mesh_ = oracle::make_torus(0.35, 0.15, 60, 40);
    for (const char* volume : {"aabb", "obb"}) {
        SCOPED_TRACE(volume);
        const AnyHierarchy tree = *build_any_hierarchy({"bvh8", volume, "binned-sah", 2}, mesh_.view());
        const Pose a = make_pose({.q = glm::normalize(glm::dquat(0.9, 0.3, 0.2, 0.1))}),
                   b = make_pose({.t = {0.7, 0.9, 0.6}});
        const auto count = [&](const QueryRequest& request) {
            const QueryCounters counters = ask(tree, tree, a, b, request).counters;
            return counters.volume_tests + counters.primitive_tests;
        };
        const double distance = ask(tree, tree, a, b, {.mode = QueryMode::distance}).distance;
        const std::uint64_t of_distance = count({.mode = QueryMode::distance});
        EXPECT_LT(5 * count({.mode = QueryMode::distance, .max_distance = 0.5 * distance}), of_distance);
        EXPECT_LT(5 * count({.mode = QueryMode::within, .max_distance = 0.5 * distance}), of_distance);
        EXPECT_LT(5 * count({.mode = QueryMode::within, .max_distance = 2.0 * distance}), of_distance);
        EXPECT_LT(of_distance, volume == std::string_view("obb") ? 2900u : 11500u);
    }
}

TEST_F(DistanceLimits, ANegativeOrNaNMaximumIsAnError) {
    const Pose pose;
    QueryResult result;
    for (const double most : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
        const Status status =
            query_meshes({mesh_.view(), &trees_[0], &pose}, {mesh_.view(), &trees_[0], &pose},
                         {.mode = QueryMode::within, .max_distance = most}, scratch_, result);
        ASSERT_FALSE(status);
        EXPECT_NE(status.error().message.find("max_distance"), std::string::npos);
    }
}

} // namespace
} // namespace boxwood
