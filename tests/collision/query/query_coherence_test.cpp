// Queries with a coherence cache give the same answers as queries without one while meshes move, deform and have their
// hierarchies rebuilt.
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_coherence.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

// Two meshes. The second one moves around the first one, and each query runs with and without the cache.
class MeshPair {
  public:
    MeshPair(const SampleMesh& mesh, const HierarchyConfig& config)
        : mesh_(mesh)
        , moved_(mesh)
        , a_(*build_any_hierarchy(config, mesh_.view()))
        , b_(*build_any_hierarchy(config, moved_.view())) {}

    void ask(QueryMode mode, const Pose& pose_b, OverlapTest test = OverlapTest::sat) {
        QueryRequest request{.mode = mode, .test = test};
        ask(request, pose_b, without);
        request.coherence = &memory;
        ask(request, pose_b, with);
        EXPECT_EQ(with.intersects, without.intersects);
        EXPECT_EQ(with.pairs.size(), without.pairs.size());
        EXPECT_TRUE(mode == QueryMode::any || with.pairs == without.pairs);
        hits += without.intersects ? 1u : 0u;
        tests_with += with.counters.volume_tests;
        tests_without += without.counters.volume_tests;
        proved += with.counters.volume_tests == 0 ? 1u : 0u;
    }
    void deform(Random& random, float by) {
        for (glm::vec3& p : moved_.positions) p += glm::vec3(oracle::draw_point(random, by));
        EXPECT_TRUE(b_.refit(moved_.view()));
    }
    void inflate(float by) {
        for (glm::vec3& p : moved_.positions) p *= by;
        EXPECT_TRUE(b_.refit(moved_.view()));
    }
    void rebuild(const HierarchyConfig& config) { b_ = *build_any_hierarchy(config, moved_.view()); }
    // True if the pair that an any-contact query found is one of the pairs of the all-contacts query.
    bool is_in_contact(PrimitivePair pair, const Pose& pose_b) {
        QueryResult all;
        ask({}, pose_b, all);
        return std::binary_search(all.pairs.begin(), all.pairs.end(), pair);
    }

    Pose pose_a;
    QueryCoherence memory;
    QueryResult with, without;
    std::size_t hits = 0, proved = 0;
    std::uint64_t tests_with = 0, tests_without = 0;

  private:
    void ask(const QueryRequest& request, const Pose& pose_b, QueryResult& out) {
        EXPECT_TRUE(query_meshes({mesh_.view(), &a_, &pose_a}, {moved_.view(), &b_, &pose_b}, request,
                                 scratch_, out));
    }

    SampleMesh mesh_, moved_;
    AnyHierarchy a_, b_;
    QueryScratch scratch_;
};

// A body that moves and rotates smoothly, with occasional jumps.
class SmoothMotion {
  public:
    SmoothMotion(Random& random, double step)
        : random_(random)
        , step_(step) {
        jump();
    }
    void jump() {
        turn_ = oracle::draw_rotation(random_);
        at_ = oracle::draw_point(random_, 1.6);
    }
    Pose next() {
        if (random_() % 8 == 0) velocity_ = oracle::draw_point(random_, step_) - 0.3 * step_ * at_;
        at_ += velocity_;
        const glm::dvec3 axis = oracle::draw_point(random_, 0.5 * step_);
        turn_ = glm::normalize(glm::dquat(1.0, axis.x, axis.y, axis.z) * turn_);
        return make_pose({turn_, at_, glm::dvec3(1.0)});
    }

  private:
    Random& random_;
    double step_;
    glm::dquat turn_{1, 0, 0, 0};
    glm::dvec3 at_{0.0}, velocity_{0.0};
};

HierarchyConfig wide(std::uint32_t leaf_size = 2) {
    return {"bvh8", "aabb", "binned-sah", leaf_size};
}

TEST(QueryCoherence, EveryKindGivesTheSameAnswersAsWithoutACacheUnderMotion) {
    Random random(1);
    const SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 10);
    std::size_t hits = 0, asked = 0;
    for (const std::string_view kind : list_hierarchy_kinds()) {
        MeshPair meshes(mesh,
                        {std::string(kind), takes_volume(kind, "aabb") ? "aabb" : "kdop18", "midpoint", 1});
        for (const double step : {0.003, 0.03, 0.3}) {
            SmoothMotion motion(random, step);
            for (std::size_t i = 0; i < test::choose_effort(120, 4000); ++i, ++asked) {
                if (random() % 32 == 0) motion.jump();
                meshes.ask(random() % 4 == 0 ? QueryMode::all : QueryMode::any, motion.next());
                if (meshes.with.counters.volume_tests % 7 == 3)
                    meshes.pose_a = oracle::draw_pose(random, 0.1);
            }
        }
        hits += meshes.hits;
    }
    EXPECT_GT(hits, asked / 8);
    EXPECT_LT(hits, asked - asked / 8);
}

TEST(QueryCoherence, AnAnyContactQueryReturnsAPairInContact) {
    Random random(2);
    MeshPair meshes(oracle::make_torus(1.0, 0.3, 24, 16), wide());
    SmoothMotion motion(random, 0.02);
    const std::size_t asked = test::choose_effort(300, 10000);
    for (std::size_t i = 0; i < asked; ++i) {
        if (random() % 32 == 0) motion.jump();
        const Pose pose = motion.next();
        meshes.ask(QueryMode::any, pose);
        EXPECT_TRUE(!meshes.with.intersects || meshes.is_in_contact(meshes.with.pairs.at(0), pose));
    }
    EXPECT_GT(meshes.hits, asked / 10);
}

TEST(QueryCoherence, RefitsRebuildsAndOtherOverlapTestsChangeNoAnswer) {
    Random random(3);
    MeshPair meshes(oracle::make_torus(1.0, 0.3, 24, 12), wide());
    SmoothMotion motion(random, 0.01);
    for (std::size_t i = 0; i < test::choose_effort(600, 20000); ++i) {
        if (random() % 24 == 0) motion.jump();
        if (random() % 6 == 0) meshes.deform(random, random() % 3 == 0 ? 0.1f : 0.002f);
        if (random() % 24 == 0) meshes.rebuild(wide(1 + static_cast<std::uint32_t>(random() % 4)));
        const OverlapTest test = random() % 4 == 0 ? OverlapTest::sat_lite : OverlapTest::sat;
        meshes.ask(random() % 2 == 0 ? QueryMode::all : QueryMode::any, motion.next(), test);
    }
    EXPECT_GT(meshes.hits, 60u);
}

// B approaches A until they touch. Close to contact, some boxes that a proof enlarges overlap boxes of the other mesh.
// Each query that the proof answers then tests these near pairs.
TEST(QueryCoherence, ProofsNeverHideTheFirstContactOfAnApproach) {
    Random random(4);
    MeshPair meshes(oracle::make_cube(1.0, 6), wide());
    for (std::size_t round = 0; round < test::choose_effort(8, 400); ++round) {
        const glm::dquat turn = oracle::draw_rotation(random);
        const glm::dvec3 direction = glm::normalize(oracle::draw_point(random, 1.0));
        const double step = oracle::draw(random, 1e-4, 2e-2);
        double distance = 3.6;
        for (int i = 0; i < 2000 && !meshes.without.intersects; ++i, distance -= step)
            meshes.ask(round % 2 == 0 ? QueryMode::any : QueryMode::all,
                       make_pose({turn, distance * direction, glm::dvec3(1.0)}));
        EXPECT_TRUE(meshes.without.intersects || distance > 0.0);
        meshes.without.intersects = false;
    }
    EXPECT_GT(meshes.hits, 2u);
    EXPECT_GT(meshes.proved, 4 * meshes.hits);
}

TEST(QueryCoherence, RefitsAndRebuildsInvalidateProofs) {
    MeshPair meshes(oracle::make_cube(1.0, 6), wide());
    const auto ask = [&](int times) {
        for (int i = 0; i < times; ++i)
            meshes.ask(QueryMode::any,
                       make_pose({{1, 0, 0, 0}, {2.2 + 1e-7 * i, 0.1, 0.2}, glm::dvec3(1.0)}));
    };
    ask(10);
    EXPECT_GT(meshes.proved, 5u);
    meshes.inflate(1.5f);
    ask(1);
    EXPECT_EQ(meshes.hits, 1u);
    meshes.inflate(1.0f / 1.5f);
    ask(10);
    EXPECT_EQ(meshes.hits, 1u);
    meshes.inflate(1.5f);
    meshes.rebuild(wide());
    ask(1);
    EXPECT_EQ(meshes.hits, 2u);
}

TEST(QueryCoherence, SavesVolumeTestsForSmallMotions) {
    Random random(5);
    MeshPair meshes(oracle::make_torus(1.0, 0.3, 48, 24), wide());
    const auto go = [&](const glm::dvec3& from, const glm::dvec3& step) {
        meshes.tests_with = meshes.tests_without = 0;
        for (int i = 0; i < 200; ++i)
            meshes.ask(QueryMode::any,
                       make_pose({{0.8, 0.6, 0, 0}, from + static_cast<double>(i) * step, glm::dvec3(1.0)}));
        return static_cast<double>(meshes.tests_with) / static_cast<double>(meshes.tests_without);
    };
    EXPECT_LT(go({1.0, 0.1, 0.0}, {1e-3, 0, 0}), 0.6) << "in contact";
    EXPECT_LT(go({2.9, 0.1, 0.0}, {0, 1e-3, 0}), 0.2) << "disjoint";
}

// Two caches with the same history give the same triangles and counters.
TEST(QueryCoherence, EqualHistoriesGiveEqualPairsAndCounters) {
    Random random(6);
    const SampleMesh mesh = oracle::make_torus(1.0, 0.3, 24, 16);
    MeshPair first(mesh, wide()), second(mesh, wide());
    SmoothMotion motion(random, 0.02);
    for (int i = 0; i < 200; ++i) {
        const Pose pose = motion.next();
        first.ask(QueryMode::any, pose);
        second.ask(QueryMode::any, pose);
        EXPECT_EQ(first.with.pairs, second.with.pairs);
        EXPECT_EQ(first.with.counters, second.with.counters);
    }
}

// A cache that was filled by queries of another pair of meshes must not change answers.
TEST(QueryCoherence, ACacheFilledByAnotherPairChangesNoAnswer) {
    Random random(7);
    MeshPair large(oracle::make_torus(1.0, 0.3, 48, 24), wide(1)), small(oracle::make_cube(0.6, 2), wide(4));
    SmoothMotion motion(random, 0.01);
    for (std::size_t i = 0; i < test::choose_effort(400, 10000); ++i) {
        if (random() % 16 == 0) std::swap(large.memory, small.memory);
        if (random() % 32 == 0) motion.jump();
        const Pose pose = motion.next();
        large.ask(QueryMode::any, pose);
        small.ask(QueryMode::all, pose);
    }
    EXPECT_GT(large.hits, 20u);
}

} // namespace
} // namespace boxwood
