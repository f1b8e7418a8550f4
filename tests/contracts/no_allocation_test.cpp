// Queries allocate nothing after their scratch and result are warmed up. Steps of a world with moving joints allocate
// nothing and compute no hulls. Sweep and prune allocates nothing, even if it sorts its axes from scratch.
#include "collision/broad_phase/sweep_and_prune/sweep_and_prune.hpp"
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

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

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
                    ask({.mode = mode.value, .coherence = &memory}, pose);
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

// Every box jumps in every update, so that every axis is sorted from scratch, with each storage of the flags.
template <class Phase>
void expect_updates_that_sort_from_scratch_allocate_nothing(PairStorage storage, bool are_pairs_named) {
    constexpr BodyId kBodies = 300;
    oracle::Random random(3);
    std::array<std::vector<Aabb>, 2> boxes; // of even and of odd updates
    for (std::vector<Aabb>& of_update : boxes)
        for (BodyId id = 0; id < kBodies; ++id) {
            const glm::vec3 center(oracle::draw_point(random, 1.0));
            of_update.push_back({center - 0.1f, center + 0.1f});
        }
    std::vector<BodyId> ids;
    for (BodyId id = 0; id < kBodies; ++id) ids.push_back(id);
    Phase phase;
    phase.configure({.storage = storage});
    phase.insert(ids, boxes[0]);
    if (are_pairs_named) {
        phase.set_all_pairs_enabled(false);
        for (BodyId id = 1; id < kBodies; ++id) phase.set_pair_enabled({id - 1, id}, true);
    }
    std::uint64_t swaps = 0, events = 0;
    const auto update = [&] {
        for (std::size_t k = 0; k < 4; ++k) {
            phase.update(boxes[k % 2]);
            for (const std::uint64_t of_axis : phase.counters().swaps) swaps += of_axis;
            events += phase.events().entered.size() + phase.events().left.size();
        }
    };
    for (int round = 0; round < 3; ++round) update();
    swaps = events = 0;
    const std::size_t warm = test::count_allocations();
    update();
    EXPECT_EQ(test::count_allocations(), warm);
    EXPECT_GT(swaps, 4u * 3u * 100u * kBodies)
        << "with so few swaps, an axis is sorted by insertion, not from scratch";
    EXPECT_GT(events, 0u);
}

TEST(NoAllocation, SweepAndPruneAllocatesNothingWhenItSortsFromScratch) {
    for (const PairStorage storage : {PairStorage::dense, PairStorage::sparse})
        for (const bool are_pairs_named : {false, true}) {
            SCOPED_TRACE(testing::Message() << static_cast<int>(storage) << ' ' << are_pairs_named);
            expect_updates_that_sort_from_scratch_allocate_nothing<SweepAndPrune>(storage, are_pairs_named);
            expect_updates_that_sort_from_scratch_allocate_nothing<SweepAndPruneDirect>(storage,
                                                                                        are_pairs_named);
        }
}

} // namespace
} // namespace boxwood
