// Queries allocate nothing after their scratch and result are warmed up. Steps of a world with moving joints allocate
// nothing and compute no hulls.
#include "collision/core/executor.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_choices.hpp"
#include "collision/query/query_coherence.hpp"
#include "collision/query/traversal/primitive_test_record.hpp"
#include "collision/world/collision_world.hpp"

#include "tests/contracts/allocations.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace boxwood {
namespace {

struct Questions {
    const oracle::SampleMesh& mesh;
    const AnyHierarchy& tree;
    std::vector<Pose> poses;
    QueryScratch scratch{};
    QueryResult result{};
    std::uint64_t volume_tests = 0;

    void ask_everything() {
        for (const Pose& pose : poses)
            for (const auto& mode : kAllQueryModes)
                for (const auto& test : kAllOverlapTests)
                    for (const auto& descent : kAllDescents)
                        for (const auto& leaf_test : kAllLeafTests)
                            ask({.mode = mode.value,
                                 .test = test.value,
                                 .descent = descent.value,
                                 .leaf_test = leaf_test.value},
                                pose);
    }
    void ask(const QueryRequest& request, const Pose& pose) {
        EXPECT_TRUE(query_meshes({mesh.view(), &tree, &poses[0]}, {mesh.view(), &tree, &pose}, request, scratch, result));
        volume_tests += result.counters.volume_tests;
    }
    // With every triangle test, while recording and replaying a log, with a coherence cache, and with an executor.
    void ask_in_every_way() {
        for (const auto& mode : kAllQueryModes) {
            for (const Pose& pose : poses) {
                for (const auto& test : kAllTriangleTests)
                    ask({.mode = mode.value, .triangle_test = test.intersect}, pose);
                log.start_recording();
                ask({.mode = mode.value, .log = &log}, pose);
                log.start_replay();
                ask({.mode = mode.value, .log = &log}, pose);
                ask_divided({.mode = mode.value}, pose);
            }
            memory = {};
            for (Pose pose : poses)
                for (int step = 0; step < 8; ++step, pose.origin.x += 0.002)
                    ask({.mode = mode.value, .memory = &memory}, pose);
        }
    }
    void ask_divided(const QueryRequest& request, const Pose& pose) {
        EXPECT_TRUE(query_meshes({mesh.view(), &tree, &poses[0]}, {mesh.view(), &tree, &pose}, request, serial, divided,
                     result));
    }
    PrimitiveTestRecord log{};
    QueryCoherence memory{};
    ParallelQueryScratch divided{};
    SerialExecutor serial{};
};

TEST(NoAllocation, QueriesOfEveryKindAndVolumeAllocateNothingAfterWarmUp) {
    oracle::Random random(1);
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.35, 16, 8);
    std::vector<Pose> poses{Pose{}};
    for (int i = 0; i < 3; ++i) poses.push_back(oracle::draw_pose(random, 0.8));
    poses.push_back(make_pose({oracle::draw_rotation(random), {9, 0, 0}, {0.5, -2.0, 1.0}}));
    std::size_t number = 0;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            if (!test::takes_case(number++, 9)) continue;
            const HierarchyConfig config{std::string(kind), std::string(volume), "midpoint", 2};
            const Result<AnyHierarchy> tree = build_any_hierarchy(config, mesh.view());
            if (!tree) continue; // a kind may reject a volume
            Questions run{mesh, *tree, poses};
            const std::size_t at_first = test::count_allocations();
            run.ask_everything();
            const std::size_t warm = test::count_allocations();
            EXPECT_GT(warm, at_first) << "the counter missed the allocations of the first run";
            run.ask_everything();
            EXPECT_EQ(test::count_allocations(), warm) << kind << ' ' << volume;
            run.ask_in_every_way();
            const std::size_t warm_in_every_way = test::count_allocations();
            run.ask_in_every_way();
            EXPECT_EQ(test::count_allocations(), warm_in_every_way) << kind << ' ' << volume;
            EXPECT_GT(run.volume_tests, 10000u);
        }
}

Result<Polytope> make_hull_box(std::span<const glm::vec3> points) {
    const Aabb box = Aabb::fit(points);
    std::vector<glm::vec3> corners;
    for (int i = 0; i < 8; ++i)
        corners.emplace_back((i & 1) != 0 ? box.upper.x : box.lower.x,
                             (i & 2) != 0 ? box.upper.y : box.lower.y,
                             (i & 4) != 0 ? box.upper.z : box.lower.z);
    return make_moved_polytope(*make_box_polytope(glm::vec3(1.0f)), corners);
}

// Chains of boxes on joints that turn in every step, and a single box. All world boxes overlap in every step.
TEST(NoAllocation, StepsWithMovingJointsAllocateNothingAndMakeNoHulls) {
    std::vector<HullNode> nodes(1);
    for (std::uint32_t link = 0; link < 5; ++link) {
        HullNode inner;
        inner.parent = link == 0 ? 0 : 2 * link - 1;
        inner.parent_from_node.origin = {1.0, 0.0, 0.0};
        inner.joint = Joint{{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, -1.0, 1.0, JointKind::revolute};
        HullNode part;
        part.parent = 2 * link + 1;
        part.polytope = *make_box_polytope({0.4f, 0.2f, 0.2f});
        nodes.push_back(std::move(inner));
        nodes.push_back(std::move(part));
    }
    const auto tree = make_hull_hierarchy(std::move(nodes), &make_hull_box);
    ASSERT_TRUE(tree) << tree.error().message;
    CollisionWorld world;
    const auto chain = make_shape(*tree), box = make_shape(*make_box_polytope(glm::vec3(2.0f)));
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(world.add_body({chain, {{1, 0, 0, 0}, {0.0, 0.2 * i, 0.1 * i}, glm::dvec3(1.0)}}));
    ASSERT_TRUE(world.add_body({box, {{1, 0, 0, 0}, {3.0, 0.3, 0.0}, glm::dvec3(1.0)}}));
    StepOutput out;
    std::size_t contacts = 0;
    const auto turn = [&] {
        for (int step = 0; step < 100; ++step) {
            for (BodyId id = 0; id < 3; ++id)
                for (std::uint32_t joint = 0; joint < 5; ++joint)
                    world.set_valid_joint_position(id, joint,
                                                   0.2 * std::sin(0.1 * step + 0.3 * joint + 0.1 * id));
            ASSERT_TRUE(world.step(out));
            ASSERT_EQ(out.pairs.size(), 6u);
            contacts += out.counters.contacts;
        }
    };
    // the caches of the pairs swap their memory, so several rounds warm all of it up
    for (int round = 0; round < 4; ++round) turn();
    const std::size_t warm = test::count_allocations();
    contacts = 0;
    turn();
    EXPECT_EQ(test::count_allocations(), warm);
    EXPECT_GT(contacts, 100u);
    EXPECT_FALSE(world.bodies()[0].parts->has_hull(0));
}

} // namespace
} // namespace boxwood
