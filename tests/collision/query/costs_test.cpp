// Counters of queries, and replays of the log of their primitive tests.
#include "bench/experiments/box_tree/counted_tests.hpp"
#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "collision/query/query_counters.hpp"
#include "collision/query/traversal/primitive_test_record.hpp"
#include "collision/query/traversal/traverse.hpp"
#include "collision/query/traversal/volume_update_costs.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

struct Object {
    SampleMesh mesh;
    AnyHierarchy hierarchy;
    Pose pose;

    MeshOperand operand() const { return {mesh.view(), &hierarchy, &pose}; }
};

// Visits every kind with every volume that the kind accepts.
template <class Visit>
void for_each_config(Visit&& visit) {
    const SampleMesh cube = oracle::make_cube(0.5, 2);
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            const HierarchyConfig config{std::string(kind), std::string(volume), "midpoint", 2};
            if (build_any_hierarchy(config, cube.view())) visit(config);
        }
}

struct Scene {
    Object a, b;

    Scene(const HierarchyConfig& config, const Pose& pose_b)
        : a(make(oracle::make_torus(1.0, 0.4, 16, 10), config, Pose{}))
        , b(make(oracle::make_cube(0.5, 5), config, pose_b)) {}

    QueryResult ask(QueryMode mode, PrimitiveTestRecord* log = nullptr) const {
        QueryScratch scratch;
        QueryResult result;
        EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {.mode = mode, .log = log}, scratch, result));
        return result;
    }

  private:
    static Object make(SampleMesh mesh, const HierarchyConfig& config, const Pose& pose) {
        AnyHierarchy hierarchy = std::move(*build_any_hierarchy(config, mesh.view()));
        return {std::move(mesh), std::move(hierarchy), pose};
    }
};

void expect_same_answer(const QueryResult& x, const QueryResult& y) {
    EXPECT_EQ(x.intersects, y.intersects);
    EXPECT_EQ(x.pairs, y.pairs);
    EXPECT_EQ(x.distance, y.distance);
    EXPECT_EQ(x.closest, y.closest);
    EXPECT_EQ(x.point_on_a_w, y.point_on_a_w);
    EXPECT_EQ(x.point_on_b_w, y.point_on_b_w);
    EXPECT_EQ(x.counters.volume_tests, y.counters.volume_tests);
    EXPECT_EQ(x.counters.primitive_tests, y.counters.primitive_tests);
    EXPECT_EQ(x.counters.volume_updates, y.counters.volume_updates);
    EXPECT_EQ(x.counters.separations_by_axis, y.counters.separations_by_axis);
}

std::vector<Pose> draw_poses(int count) {
    Random random(33);
    std::vector<Pose> poses;
    for (int i = 0; i < count; ++i) poses.push_back(oracle::draw_pose(random, i % 2 ? 0.8 : 3.0));
    return poses;
}

// Recording does not change results. A replay gives the same results, except for exact_tests: a replay runs no exact
// tests.
TEST(PrimitiveLogTest, a_replay_gives_the_recorded_results) {
    for_each_config([](const HierarchyConfig& config) {
        SCOPED_TRACE(config.kind + " " + config.volume);
        std::size_t met = 0, closer = 0;
        for (const Pose& pose : draw_poses(8))
            for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance}) {
                const Scene scene(config, pose);
                PrimitiveTestRecord log;
                log.start_recording();
                const QueryResult plain = scene.ask(mode), recorded = scene.ask(mode, &log);
                expect_same_answer(recorded, plain);
                EXPECT_EQ(recorded.counters.exact_tests, plain.counters.exact_tests);
                log.start_replay();
                const QueryResult replayed = scene.ask(mode, &log);
                expect_same_answer(replayed, plain);
                EXPECT_EQ(replayed.counters.exact_tests, 0u) << "a replay runs no exact tests";
                met += plain.intersects;
                closer += mode == QueryMode::distance && !plain.intersects;
            }
        EXPECT_GT(met, 2u);
        EXPECT_GT(closer, 1u);
    });
}

TEST(PrimitiveLogTest, a_replay_of_another_query_ends_the_process) {
    Pose near, far;
    near.origin.x = 1.1;
    far.origin.x = 4.0;
    const Scene met({}, near), apart({}, far);
    const auto record = [](const Scene& scene, QueryMode mode) {
        PrimitiveTestRecord log;
        log.start_recording();
        scene.ask(mode, &log);
        EXPECT_GT(log.size(), 0u);
        log.start_replay();
        return log;
    };
    PrimitiveTestRecord all = record(met, QueryMode::all), distance = record(apart, QueryMode::distance);
    EXPECT_DEATH(met.ask(QueryMode::distance, &all), "requirement failed") << "another kind of test";
    EXPECT_DEATH(apart.ask(QueryMode::all, &all), "requirement failed") << "fewer tests";
    EXPECT_DEATH(apart.ask(QueryMode::all, &distance), "requirement failed")
        << "fewer tests, of another kind";
    EXPECT_DEATH(met.ask(QueryMode::any, &all), "requirement failed") << "stops at the first contact";
    EXPECT_DEATH(met.ask(QueryMode::distance, &distance), "requirement failed") << "other pairs";
    PrimitiveTestRecord twice = all;
    met.ask(QueryMode::all, &twice);
    EXPECT_DEATH(met.ask(QueryMode::all, &twice), "requirement failed") << "one query more than recorded";
    EXPECT_DEATH(PrimitiveTestRecord().next_closest(), "requirement failed");
}

TEST(PrimitiveLogTest, repeating_tests_of_nonexistent_triangles_fails_a_requirement) {
    const Scene scene({}, Pose{});
    QueryResult result;
    for (const PrimitivePair pair : {PrimitivePair{0, 4000000000u}, {4000000000u, 0}}) {
        PrimitiveTestRecord log;
        log.start_recording();
        log.add(pair, PrimitiveAnswer::disjoint);
        for (const QueryMode mode : {QueryMode::any, QueryMode::all})
            EXPECT_DEATH(repeat_primitive_tests(scene.a.operand(), scene.b.operand(), {.mode = mode}, log,
                                                {0, 1}, result),
                         "requirement failed");
    }
}

TEST(PrimitiveLogTest, repeating_the_recorded_tests_gives_the_answer_and_counters_of_the_query) {
    for_each_config([](const HierarchyConfig& config) {
        SCOPED_TRACE(config.kind + " " + config.volume);
        PrimitiveTestRecord log; // shared by all queries
        log.start_recording();
        std::size_t separated_by_plane = 0; // pairs that a plane separated without a test
        for (const Pose& pose : draw_poses(6))
            for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance}) {
                const Scene scene(config, pose);
                const std::size_t first = log.size();
                const QueryResult asked = scene.ask(mode, &log);
                QueryResult alone;
                repeat_primitive_tests(scene.a.operand(), scene.b.operand(), {.mode = mode, .log = &log}, log,
                                       {first, log.size()}, alone);
                std::size_t made = 0;
                for (std::size_t i = first; i < log.size(); ++i)
                    made += log.answer(i) != PrimitiveAnswer::beyond ? 1 : 0;
                separated_by_plane += log.size() - first - made;
                EXPECT_EQ(asked.counters.primitive_tests, made);
                EXPECT_EQ(alone.counters.primitive_tests, asked.counters.primitive_tests);
                EXPECT_EQ(alone.counters.exact_tests, asked.counters.exact_tests);
                EXPECT_EQ(alone.counters.volume_tests, 0u);
                if (mode == QueryMode::distance) {
                    EXPECT_EQ(alone.distance, asked.distance);
                    EXPECT_EQ(alone.closest, asked.closest);
                } else {
                    std::sort(alone.pairs.begin(), alone.pairs.end());
                    EXPECT_EQ(alone.pairs, asked.pairs);
                }
            }
        EXPECT_GT(separated_by_plane, 0u);
    });
}

// Boxes in the frames of their meshes need no updates, aligned or not. Swept spheres need one transformed volume of B
// per test. k-DOPs need two tables per query if the rotations differ.
TEST(CountersTest, every_volume_needs_the_expected_number_of_updates_due_to_motion) {
    const Pose turned = draw_poses(2)[1];
    Pose moved;
    moved.origin = {0.9, 0.1, 0.2};
    std::set<std::string> seen;
    for_each_config([&](const HierarchyConfig& config) {
        SCOPED_TRACE(config.kind + " " + config.volume);
        const bool is_swept =
            config.volume == "sphere" || config.volume == "capsule" || config.volume == "rss";
        const bool is_dop = config.volume.starts_with("kdop");
        for (const Pose& pose : {turned, moved})
            for (const QueryMode mode : {QueryMode::all, QueryMode::distance}) {
                const QueryCounters counters = Scene(config, pose).ask(mode).counters;
                ASSERT_GT(counters.volume_tests, 2u);
                const std::uint64_t tables = is_dop && pose.linear != moved.linear ? 2 : 0;
                if (config.volume == "obbrss" && mode == QueryMode::distance) continue; // tested below
                EXPECT_EQ(counters.volume_updates, is_swept ? counters.volume_tests : tables);
            }
        seen.insert(config.volume);
    });
    EXPECT_EQ(seen.size(), list_volumes().size());
}

// Distance queries of obbrss use the rectangles, with one update per distance lower bound.
TEST(CountersTest, obbrss_needs_updates_only_in_distance_queries) {
    Pose apart;
    apart.origin = {4.0, 0.3, 0.2};
    const HierarchyConfig config{"bvh2", "obbrss", "midpoint", 2};
    const QueryCounters any = Scene(config, apart).ask(QueryMode::any).counters,
                        distance = Scene(config, apart).ask(QueryMode::distance).counters;
    EXPECT_EQ(any.volume_updates, 0u);
    EXPECT_GT(distance.volume_updates, 0u);
    EXPECT_EQ(distance.volume_updates, distance.volume_tests - any.volume_tests);
}

TEST(CountersTest, a_refit_updates_every_node) {
    for_each_config([](const HierarchyConfig& config) {
        Scene scene(config, Pose{});
        for (glm::vec3& p : scene.a.mesh.positions) p.z *= 1.5f;
        EXPECT_EQ(require_ok(scene.a.hierarchy.refit(scene.a.mesh.view())), scene.a.hierarchy.node_count());
    });
}

TEST(MotionUpdatesTest, repeated_updates_give_a_checksum_only_for_volumes_with_updates) {
    const Pose turned = draw_poses(2)[1];
    for_each_config([&](const HierarchyConfig& config) {
        SCOPED_TRACE(config.kind + " " + config.volume);
        const Scene scene(config, turned);
        const VolumeUpdateCosts updates(scene.a.operand(), scene.b.operand(), OverlapTest::sat);
        const bool has_any =
            config.volume == "obbrss" || scene.ask(QueryMode::all).counters.volume_updates > 0;
        EXPECT_EQ(updates.repeat(0), 0.0);
        EXPECT_EQ(updates.repeat(100) != 0.0, has_any);
        EXPECT_EQ(updates.repeat(100), updates.repeat(100));
    });
}

// A box whose overlap tests count their operations.
struct CountedBox : Aabb {
    static constexpr std::string_view kName = "counted box";
    using Relation = ObbAxes<counted::CountingLanes>;

    static CountedBox fit(std::span<const glm::vec3> points) { return {Aabb::fit(points)}; }
    static Relation make_relation(const Pose& world_from_a, const Pose& world_from_b,
                                  const CountedBox& root_a, const CountedBox& root_b, OverlapTest test) {
        return counted::counting(Aabb::make_relation(world_from_a, world_from_b, root_a, root_b, test));
    }
    bool operator==(const CountedBox&) const = default;
};
[[maybe_unused]] CountedBox merge(const CountedBox& a, const CountedBox& b) {
    return {merge(static_cast<const Aabb&>(a), static_cast<const Aabb&>(b))};
}
int find_separating_axis(const CountedBox& a, const CountedBox& b, const CountedBox::Relation& r) {
    return counted::find_counted_axis(static_cast<const Aabb&>(a), static_cast<const Aabb&>(b), r);
}
[[maybe_unused]] bool overlap(const CountedBox& a, const CountedBox& b, const CountedBox::Relation& r) {
    return find_separating_axis(a, b, r) < 0;
}
[[maybe_unused]] std::vector<AxisTest> list_axis_tests(const CountedBox&, const CountedBox&,
                                                       const CountedBox::Relation&) {
    return {{}};
}
[[maybe_unused]] double squared_distance_lower_bound(const CountedBox&, const CountedBox&,
                                                     const CountedBox::Relation&) {
    return 0.0;
}

Bvh2<CountedBox> build_counted(const SampleMesh& mesh) {
    SerialExecutor serial;
    const Bvh2<Aabb> plain = build_top_down(make_primitive_boxes(mesh.view()), {}, serial);
    Bvh2<CountedBox> counted{
        .nodes = {}, .primitives = plain.primitives, .primitive_count = plain.primitive_count};
    for (const auto& node : plain.nodes) counted.nodes.push_back({{node.volume}, node.first, node.count});
    return counted;
}

struct CountedQuery {
    counted::Operations of_relation, of_tests;
    QueryCounters counters;
};

CountedQuery run_counted(const SampleMesh& a, const SampleMesh& b, const Pose& pose_b) {
    using Tree = Bvh2<CountedBox>;
    const Tree tree_a = build_counted(a), tree_b = build_counted(b);
    CountedQuery query;
    CountedBox::Relation relation;
    query.of_relation = counted::count_operations([&] {
        relation =
            CountedBox::make_relation(Pose{}, pose_b, tree_a.volume(0), tree_b.volume(0), OverlapTest::sat);
    });
    const DescentRule descent(Pose{}, pose_b, true);
    const TraversalInput<Tree> input{tree_a, tree_b, relation, descent};
    TraversalStack<Tree> stack;
    NoTrace trace;
    query.of_tests = counted::count_operations(
        [&] { traverse(input, stack, query.counters, trace, [](const auto&...) { return false; }); });
    return query;
}

// The absolute values of a pose, 9 of |M| and 9 of |N|, are computed once per query. A test computes absolute values
// only of distances, one per axis.
TEST(CountersTest, absolute_values_do_not_depend_on_the_number_of_tests) {
    const Pose pose = draw_poses(3)[1];
    std::uint64_t tests_before = 0;
    for (const std::uint32_t fineness : {4u, 12u, 30u}) {
        const SampleMesh a = oracle::make_torus(1.0, 0.4, 2 * fineness, fineness);
        const CountedQuery query = run_counted(a, oracle::make_cube(0.5, fineness / 2), pose);
        EXPECT_EQ(query.of_relation.absolutes, 18u);
        EXPECT_GT(query.counters.volume_tests, 2 * tests_before);
        tests_before = query.counters.volume_tests;

        std::uint64_t distances = 0; // the number of axes tested in each test: 3, 6 or 15
        for (std::size_t axis = 0; axis < query.counters.separations_by_axis.size(); ++axis)
            distances += query.counters.separations_by_axis[axis] * (axis < 3 ? 3 : axis < 6 ? 6 : 15);
        EXPECT_EQ(query.of_tests.absolutes, distances);
        EXPECT_LE(query.of_tests.flops(), 192 * query.counters.volume_tests);
        EXPECT_GE(query.of_tests.flops(), (21 + 15 + 21) * query.counters.volume_tests);
    }
}

} // namespace
} // namespace boxwood
