#include "collision/core/executor.hpp"
#include "collision/query/mesh_query.hpp"

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "collision/query/traversal/visit_counters.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace boxwood::mesh_query_test {
namespace {

using oracle::draw;
using oracle::Random;
using oracle::SampleMesh;

int cases(std::size_t usual, std::size_t in_a_long_run) {
    return static_cast<int>(test::choose_effort(usual, in_a_long_run));
}

struct Object {
    SampleMesh mesh;
    AnyHierarchy hierarchy;
    Pose pose;

    MeshOperand operand() const { return {mesh.view(), &hierarchy, &pose}; }
};

Object make_object(SampleMesh mesh, const Pose& pose = {}, const HierarchyConfig& config = {}) {
    AnyHierarchy hierarchy = std::move(*build_any_hierarchy(config, mesh.view()));
    return {std::move(mesh), std::move(hierarchy), pose};
}

// The oracle tests every pair of triangles, without a hierarchy.
std::vector<PrimitivePair> find_all_pairs(const Object& a, const Object& b) {
    std::vector<PrimitivePair> pairs;
    for (std::uint32_t i = 0; i < a.mesh.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < b.mesh.triangles.size(); ++j)
            if (triangles_intersect(world_triangle(a.pose, a.mesh.view(), i),
                                    world_triangle(b.pose, b.mesh.view(), j)))
                pairs.push_back({i, j});
    return pairs;
}

double find_least_distance(const Object& a, const Object& b) {
    double least = HUGE_VAL;
    for (std::uint32_t i = 0; i < a.mesh.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < b.mesh.triangles.size(); ++j)
            least = std::min(least, find_closest_points(world_triangle(a.pose, a.mesh.view(), i),
                                                        world_triangle(b.pose, b.mesh.view(), j))
                                        .distance);
    return least;
}

QueryResult query(const Object& a, const Object& b, QueryMode mode, OverlapTest test = OverlapTest::sat) {
    QueryScratch scratch;
    QueryResult result;
    EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {mode, test}, scratch, result));
    return result;
}

void expect_counters_that_agree(const QueryResult& result, OverlapTest test, std::string_view volume) {
    const auto& exits = result.counters.separations_by_axis;
    ASSERT_EQ(std::accumulate(exits.begin(), exits.end(), std::uint64_t{0}) + result.counters.leaf_tests,
              result.counters.volume_tests);
    ASSERT_EQ(result.counters.relations, volume == "aabb" ? 1u : 2u);
    ASSERT_LE(result.counters.exact_tests, result.counters.primitive_tests);
    ASSERT_LE(result.pairs.size(), result.counters.primitive_tests);
    if (test == OverlapTest::sat_lite && volume == "aabb") {
        ASSERT_EQ(std::accumulate(exits.begin() + 6, exits.begin() + 15, std::uint64_t{0}), 0u);
    }
    if (test == OverlapTest::aabb_of_obb && (volume == "aabb" || volume == "obb")) {
        ASSERT_EQ(std::accumulate(exits.begin() + 3, exits.begin() + 15, std::uint64_t{0}), 0u);
    }
}

// True if A and B have equal content. Swapping them then repeats the same query.
bool are_the_same(const Object& a, const Object& b) {
    return a.mesh.positions == b.mesh.positions && a.mesh.triangles == b.mesh.triangles &&
           a.pose.origin == b.pose.origin && a.pose.linear == b.pose.linear &&
           a.hierarchy.config() == b.hierarchy.config();
}
PrimitivePair swapped(PrimitivePair pair) {
    return {pair.b, pair.a};
}

void expect_contacts(const Object& a, const Object& b, const std::vector<PrimitivePair>& expected) {
    for (const OverlapTest test : {OverlapTest::sat, OverlapTest::sat_lite, OverlapTest::aabb_of_obb}) {
        const QueryResult all = query(a, b, QueryMode::all, test);
        ASSERT_EQ(all.pairs, expected);
        ASSERT_EQ(all.intersects, !expected.empty());
        expect_counters_that_agree(all, test, a.hierarchy.config().volume);

        const QueryResult any = query(a, b, QueryMode::any, test), back = query(b, a, QueryMode::any, test);
        ASSERT_EQ(any.intersects, !expected.empty());
        ASSERT_EQ(any.pairs.size(), expected.empty() ? 0u : 1u);
        expect_counters_that_agree(any, test, a.hierarchy.config().volume);
        ASSERT_LE(any.counters.volume_tests, all.counters.volume_tests);
        ASSERT_LE(any.counters.primitive_tests, all.counters.primitive_tests);
        if (expected.empty()) continue;
        ASSERT_TRUE(std::binary_search(expected.begin(), expected.end(), any.pairs[0]));
        ASSERT_EQ(back.pairs[0], are_the_same(a, b) ? any.pairs[0] : swapped(any.pairs[0]))
            << "any(A,B) is not any(B,A)";
    }
}

void expect_distance(const Object& a, const Object& b, bool intersects) {
    const double expected = find_least_distance(a, b);
    const QueryResult found = query(a, b, QueryMode::distance), back = query(b, a, QueryMode::distance);
    ASSERT_EQ(found.distance, expected);
    ASSERT_EQ(found.intersects, intersects);
    ASSERT_EQ(found.distance == 0.0, intersects);
    ASSERT_EQ(back.closest, are_the_same(a, b) ? found.closest : swapped(found.closest));
    ASSERT_EQ(found.point_on_a_w, are_the_same(a, b) ? back.point_on_a_w : back.point_on_b_w);
    ASSERT_NEAR(glm::distance(found.point_on_a_w, found.point_on_b_w), expected, 1e-9 * (1.0 + expected));
    const TriangleDistance pair = find_closest_points(world_triangle(a.pose, a.mesh.view(), found.closest.a),
                                                      world_triangle(b.pose, b.mesh.view(), found.closest.b));
    ASSERT_EQ(pair.distance, expected);
    ASSERT_TRUE(found.pairs.empty());
}

void expect_truth(const Object& a, const Object& b) {
    const std::vector<PrimitivePair> expected = find_all_pairs(a, b);
    expect_contacts(a, b, expected);
    expect_distance(a, b, !expected.empty());
}

HierarchyConfig draw_config(Random& random, std::string_view volume) {
    const std::vector<std::string_view> builders = list_builders();
    HierarchyConfig config;
    config.volume = std::string(volume);
    config.builder = std::string(builders[random() % builders.size()]);
    config.leaf_size = static_cast<std::uint32_t>(1 + random() % 5);
    return config;
}

std::string_view choose_volume(int round) {
    const std::vector<std::string_view> volumes = list_volumes();
    return volumes[static_cast<std::size_t>(round) % volumes.size()];
}

// Without a trace, all-contacts queries test several node pairs at once; with a trace, they test one pair at a time.
// Both run the same tests and give the same answer.
TEST(MeshQueryTest, batched_and_traced_queries_run_the_same_tests) {
    Random random(25);
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes())
            for (const std::uint32_t leaf_size : {1u, 2u, 3u}) {
                const HierarchyConfig config{std::string(kind), std::string(volume), "binned-sah", leaf_size};
                const SampleMesh torus = oracle::make_torus(1.0, 0.4, 24, 12);
                if (!build_any_hierarchy(config, torus.view())) continue;
                const Object a = make_object(torus, oracle::draw_pose(random, 0.1), config);
                Object b = make_object(torus, oracle::draw_pose(random, 0.1), config);
                b.pose.origin = a.pose.origin + oracle::draw_point(random, 0.5);
                for (const auto& [test, mode] : {std::pair{OverlapTest::sat, QueryMode::all},
                                                 std::pair{OverlapTest::sat_lite, QueryMode::all},
                                                 std::pair{OverlapTest::sat, QueryMode::any}}) {
                    const QueryResult batched = query(a, b, mode, test);
                    QueryScratch scratch;
                    QueryResult traced;
                    VisitRecorder trace;
                    EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {mode, test}, scratch, trace, traced));
                    ASSERT_EQ(batched.pairs, traced.pairs);
                    ASSERT_EQ(batched.counters.volume_tests, traced.counters.volume_tests);
                    ASSERT_EQ(batched.counters.primitive_tests, traced.counters.primitive_tests);
                    ASSERT_EQ(batched.counters.exact_tests, traced.counters.exact_tests);
                    ASSERT_EQ(batched.counters.max_depth, traced.counters.max_depth);
                    ASSERT_EQ(batched.counters.separations_by_axis, traced.counters.separations_by_axis);
                    ASSERT_GT(batched.counters.volume_tests, 1u);
                }
            }
}

TEST(MeshQueryTest, random_soups_agree_with_all_pairs) {
    Random random(1);
    for (int i = 0; i < cases(60, 3000) && !HasFatalFailure(); ++i) {
        const std::string_view volume = choose_volume(i);
        const auto count = [&] { return 1 + static_cast<int>(random() % 60); };
        const Object a = make_object(oracle::make_soup(random, count(), 0.3), oracle::draw_pose(random, 0.8),
                                     draw_config(random, volume));
        const Object b = make_object(oracle::make_soup(random, count(), 0.3), oracle::draw_pose(random, 0.8),
                                     draw_config(random, volume));
        expect_truth(a, b);
    }
}

TEST(MeshQueryTest, closed_meshes_agree_with_all_pairs) {
    Random random(2);
    int hits = 0;
    const int rounds = cases(80, 1000);
    for (int i = 0; i < rounds && !HasFatalFailure(); ++i) {
        const std::string_view volume = choose_volume(i);
        const Object a = make_object(oracle::make_torus(1.0, 0.3, 16, 8), oracle::draw_pose(random, 1.3),
                                     draw_config(random, volume));
        const Object b =
            make_object(i % 2 == 0 ? oracle::make_torus(0.7, 0.3, 12, 8) : oracle::make_cube(0.6, 4),
                        oracle::draw_pose(random, 1.3), draw_config(random, volume));
        expect_truth(a, b);
        hits += query(a, b, QueryMode::any).intersects;
    }
    EXPECT_GT(hits, rounds / 8);
    EXPECT_LT(hits, rounds);
}

// Cubes stacked face to face, edge to edge and corner to corner. Exact touching is contact, also if both cubes are
// moved by the same translation.
TEST(MeshQueryTest, touching_cubes_are_in_contact) {
    for (int touch = 1; touch < 27 && !HasFatalFailure(); ++touch) {
        const glm::dvec3 side(touch % 3 - 1, touch / 3 % 3 - 1, touch / 9 - 1);
        for (const double far : {0.0, 1024.0}) {
            Object a = make_object(oracle::make_cube(0.5, 3)), b = make_object(oracle::make_cube(0.5, 3));
            a.pose.origin = glm::dvec3(far);
            b.pose.origin = glm::dvec3(far) + side;
            expect_truth(a, b);
            EXPECT_TRUE(query(a, b, QueryMode::any).intersects);
            b.pose.origin += 1e-5 * side;
            expect_truth(a, b);
            if (touch != 13) {
                EXPECT_FALSE(query(a, b, QueryMode::any).intersects);
            }
        }
    }
}

// Touching cubes require many exact tests, random soups require few.
TEST(MeshQueryTest, every_triangle_test_gives_the_same_pairs_in_the_same_order) {
    oracle::Random random(23);
    for (int k = 0; k < 12; ++k) {
        const bool is_lattice = k % 2 == 0;
        const Pose pose = is_lattice ? make_pose({{1, 0, 0, 0}, glm::dvec3(k % 3, 1, 0), glm::dvec3(1)})
                                     : oracle::draw_pose(random, 0.5);
        const Object a =
            make_object(is_lattice ? oracle::make_cube(0.5, 2) : oracle::make_soup(random, 40, 0.6));
        const Object b =
            make_object(is_lattice ? oracle::make_cube(0.5, 2) : oracle::make_soup(random, 40, 0.6), pose);
        const std::vector<PrimitivePair> expected = find_all_pairs(a, b);
        for (const TriangleTest& test : kAllTriangleTests) {
            QueryScratch scratch;
            QueryResult result;
            EXPECT_TRUE(
                query_meshes(a.operand(), b.operand(), {.triangle_test = test.intersect}, scratch, result));
            ASSERT_EQ(result.pairs, expected) << test.name;
            ASSERT_LE(result.counters.exact_tests, result.counters.primitive_tests) << test.name;
        }
    }
}

// The same mesh twice at the same pose: every triangle intersects its copy and the copies of its neighbors.
TEST(MeshQueryTest, coincident_meshes_agree_with_all_pairs) {
    Random random(3);
    const SampleMesh torus = oracle::make_torus(1.0, 0.4, 12, 8);
    const Object a = make_object(torus, oracle::draw_pose(random, 1.0)), b = make_object(torus, a.pose);
    expect_contacts(a, b, find_all_pairs(a, b));
    EXPECT_GE(query(a, b, QueryMode::all).pairs.size(), torus.triangles.size());
}

// The boxes of flat meshes have no volume. The descend rule then compares areas, then lengths; the result must still
// not depend on the order of the operands.
TEST(MeshQueryTest, flat_and_thin_meshes_agree_with_all_pairs_in_either_order) {
    Random random(4);
    for (int i = 0; i < 30 && !HasFatalFailure(); ++i) {
        SampleMesh plane = oracle::make_torus(1.0, 0.5, 10, 6), line = plane;
        for (glm::vec3& p : plane.positions) p.z = 0.0f;
        for (glm::vec3& p : line.positions) p.y = p.z = 0.0f;
        const Object a = make_object(plane, oracle::draw_pose(random, 0.5)),
                     b = make_object(plane, oracle::draw_pose(random, 0.5)),
                     c = make_object(line, oracle::draw_pose(random, 0.5));
        expect_truth(a, b);
        expect_contacts(a, c, find_all_pairs(a, c));
        const Object above = make_object(plane, Pose{}), same = make_object(plane, Pose{});
        expect_contacts(above, same, find_all_pairs(above, same));
    }
}

// Every kind, volume, builder, leaf size and test finds the same pairs. An any-contact query returns one of these
// pairs.
TEST(MeshQueryTest, all_variants_agree) {
    Random random(5);
    const SampleMesh torus = oracle::make_torus(1.0, 0.35, 24, 12);
    const Pose pose_a = oracle::draw_pose(random, 0.2), pose_b = oracle::draw_pose(random, 0.9);
    const std::vector<PrimitivePair> expected =
        find_all_pairs(make_object(torus, pose_a), make_object(torus, pose_b));
    ASSERT_FALSE(expected.empty());
    std::size_t number = 0;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes())
            for (const std::string_view builder : list_builders())
                for (const std::uint32_t leaf_size : {1u, 2u, 16u}) {
                    if (!test::takes_case(number++, 13)) continue;
                    if (volume != "aabb" && leaf_size > 1 && builder != list_builders().front()) continue;
                    const HierarchyConfig config{std::string(kind), std::string(volume), std::string(builder),
                                                 leaf_size};
                    if (!build_any_hierarchy(config, torus.view())) continue; // a kind may reject a volume
                    SCOPED_TRACE(config.kind + " " + config.volume + " " + config.builder);
                    expect_contacts(make_object(torus, pose_a, config), make_object(torus, pose_b, config),
                                    expected);
                }
}

// Every descend rule finds the same pairs. The rules differ in the number of volume tests. The any-contact pair does
// not depend on the order of the operands.
TEST(MeshQueryTest, all_descend_rules_find_the_same_pairs) {
    Random random(15);
    const SampleMesh torus = oracle::make_torus(1.0, 0.35, 24, 12), soup = oracle::make_soup(random, 60, 0.4);
    for (int i = 0; i < cases(24, 500); ++i) {
        const HierarchyConfig config = draw_config(random, choose_volume(i));
        const Object a = make_object(torus, oracle::draw_pose(random, 0.5), config),
                     b = make_object(i % 3 == 0 ? soup : torus, oracle::draw_pose(random, 0.9), config);
        const std::vector<PrimitivePair> expected = find_all_pairs(a, b);
        std::set<std::uint64_t> volume_tests;
        for (const Descent descent :
             {Descent::larger_volume, Descent::longest_extent, Descent::alternating, Descent::simultaneous}) {
            QueryScratch scratch;
            QueryResult all, first, back;
            EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {.mode = QueryMode::all, .descent = descent},
                                     scratch, all));
            EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {.mode = QueryMode::any, .descent = descent},
                                     scratch, first));
            EXPECT_TRUE(query_meshes(b.operand(), a.operand(), {.mode = QueryMode::any, .descent = descent},
                                     scratch, back));
            ASSERT_EQ(all.pairs, expected);
            ASSERT_EQ(first.pairs.size(), expected.empty() ? 0u : 1u);
            ASSERT_EQ(back.pairs.size(), first.pairs.size());
            volume_tests.insert(all.counters.volume_tests);
            if (expected.empty()) continue;
            ASSERT_TRUE(std::binary_search(expected.begin(), expected.end(), first.pairs[0]));
            ASSERT_EQ(first.pairs[0], (PrimitivePair{back.pairs[0].b, back.pairs[0].a}));
        }
        if (expected.size() > 20) {
            EXPECT_GT(volume_tests.size(), 1u);
        }
    }
}

TEST(MeshQueryTest, relations_are_computed_once_per_query) {
    const SampleMesh torus = oracle::make_torus(1.0, 0.35, 40, 20);
    const Object a = make_object(torus);
    Object b = make_object(torus);
    std::set<std::uint64_t> volume_tests;
    for (const double offset : {0.1, 0.9, 1.8, 5.0}) {
        b.pose.origin.x = offset;
        const QueryResult result = query(a, b, QueryMode::all);
        EXPECT_EQ(result.counters.relations, 1u);
        volume_tests.insert(result.counters.volume_tests);
    }
    // four different numbers of volume tests, but always one relation
    EXPECT_EQ(volume_tests.size(), 4u);
    EXPECT_EQ(*volume_tests.begin(), 1u);

    // Triangle tests need one more relation if the volumes are not boxes. Tests of a leaf's triangles against volumes
    // need two more.
    const Object spheres = make_object(torus, {}, {.volume = "sphere"});
    EXPECT_EQ(query(spheres, spheres, QueryMode::any).counters.relations, 2u);
    QueryScratch scratch;
    QueryResult result;
    EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {.leaf_test = LeafTest::triangle}, scratch, result));
    EXPECT_EQ(result.counters.relations, 3u);
}

Pose draw_scaled_pose(Random& random, double decades, double reach) {
    return make_pose({oracle::draw_rotation(random), oracle::draw_point(random, reach),
                      oracle::draw_scale(random, decades)});
}

// Compares with all pairs of triangles under scale, reflection and shear.
TEST(MeshQueryTest, scaled_and_sheared_meshes_agree_with_all_pairs) {
    Random random(6);
    int hits = 0;
    const int rounds = cases(80, 2000);
    for (int i = 0; i < rounds && !HasFatalFailure(); ++i) {
        const std::string_view volume = choose_volume(i);
        const double decades = i % 2 == 0 ? 0.5 : 2.0;
        Object a = make_object(oracle::make_torus(1.0, 0.3, 12, 8), draw_scaled_pose(random, decades, 0.5),
                               draw_config(random, volume));
        Object b = make_object(oracle::make_soup(random, 80, 0.4), draw_scaled_pose(random, decades, 0.5),
                               draw_config(random, volume));
        if (i % 3 == 0) a.pose = draw_scaled_pose(random, decades, 0.1) * a.pose;
        if (i % 3 == 1) b.pose = draw_scaled_pose(random, decades, 0.1) * b.pose;
        expect_truth(a, b);
        hits += query(a, b, QueryMode::any).intersects;
    }
    EXPECT_GT(hits, rounds / 16);
}

// The incremental tests of BoxTrees, including bodies at equal poses and in contact.
TEST(MeshQueryTest, scaled_and_sheared_box_trees_agree_with_all_pairs) {
    Random random(26);
    const int rounds = cases(40, 2000);
    for (int i = 0; i < rounds && !HasFatalFailure(); ++i) {
        const double decades = i % 2 == 0 ? 0.5 : 2.0;
        HierarchyConfig config_a = draw_config(random, "aabb"), config_b = draw_config(random, "aabb");
        config_a.kind = config_b.kind = "box-tree";
        Object a = make_object(oracle::make_torus(1.0, 0.3, 12, 8), draw_scaled_pose(random, decades, 0.5),
                               config_a);
        Object b = make_object(i % 4 == 0 ? a.mesh : oracle::make_soup(random, 80, 0.4),
                               draw_scaled_pose(random, decades, 0.5), config_b);
        if (i % 4 == 0) b.pose = a.pose; // all sides coincide
        if (i % 3 == 0) a.pose = draw_scaled_pose(random, decades, 0.1) * a.pose;
        expect_truth(a, b);
    }
}

// One mesh twice at one pose: only the hierarchies distinguish the operands, and each node may tie with a node of the
// other hierarchy.
TEST(MeshQueryTest, first_hits_of_one_mesh_at_one_pose_do_not_depend_on_operand_order) {
    Random random(29);
    const SampleMesh mesh = oracle::make_torus(1.0, 0.3, 12, 8);
    const Pose pose = draw_scaled_pose(random, 0.5, 0.5);
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view builder : list_builders())
            for (const std::uint32_t leaf_size : {1u, 3u}) {
                const std::string volume = takes_volume(kind, "aabb") ? "aabb" : "kdop18";
                const Object a = make_object(mesh, pose, {std::string(kind), volume, "midpoint", 1}),
                             b = make_object(mesh, pose,
                                             {std::string(kind), volume, std::string(builder), leaf_size});
                if (a.hierarchy.config() == b.hierarchy.config()) continue; // indistinguishable
                const QueryResult there = query(a, b, QueryMode::any), back = query(b, a, QueryMode::any);
                ASSERT_EQ(there.pairs.size(), 1u);
                EXPECT_EQ(there.pairs[0], (PrimitivePair{back.pairs[0].b, back.pairs[0].a}))
                    << kind << ", " << builder;
            }
}

// Both hierarchies come from the same builder, but one was built for another shape and refitted.
TEST(MeshQueryTest, first_hits_of_a_refitted_tree_do_not_depend_on_operand_order) {
    Random random(30);
    const Pose pose = draw_scaled_pose(random, 0.5, 0.5);
    for (const std::string_view kind : {"bvh2", "box-tree"}) {
        const HierarchyConfig config{std::string(kind), "aabb", "midpoint", 1};
        Object a = make_object(oracle::make_torus(1.0, 0.3, 12, 8), pose, config), b = a;
        for (glm::vec3& p : a.mesh.positions) p.x *= 5.0f;
        a.hierarchy = std::move(*build_any_hierarchy(config, a.mesh.view()));
        a.mesh = b.mesh;
        EXPECT_TRUE(a.hierarchy.refit(a.mesh.view()));
        const QueryResult there = query(a, b, QueryMode::any), back = query(b, a, QueryMode::any);
        ASSERT_EQ(there.pairs.size(), 1u);
        EXPECT_EQ(there.pairs[0], (PrimitivePair{back.pairs[0].b, back.pairs[0].a})) << kind;
    }
}

// A power-of-two scale in the pose gives exactly the pairs and the distance that scaling the mesh itself gives.
TEST(MeshQueryTest, scaling_the_pose_gives_the_result_of_scaling_the_mesh) {
    Random random(7);
    for (int i = 0; i < 30; ++i) {
        const SampleMesh torus = oracle::make_torus(1.0, 0.3, 12, 8);
        const Object b = make_object(oracle::make_soup(random, 60, 0.5), oracle::draw_pose(random, 0.5));
        Transform transform{oracle::draw_rotation(random), oracle::draw_point(random, 0.5), glm::dvec3(1.0)};
        SampleMesh stretched = torus;
        glm::dvec3 scale;
        for (int axis = 0; axis < 3; ++axis)
            scale[axis] = std::ldexp(1.0, static_cast<int>(random() % 5) - 2);
        for (glm::vec3& p : stretched.positions) p *= glm::vec3(scale);
        const Object baked = make_object(stretched, make_pose(transform));
        transform.s = scale;
        const Object posed = make_object(torus, make_pose(transform));
        ASSERT_EQ(query(posed, b, QueryMode::all).pairs, query(baked, b, QueryMode::all).pairs);
        ASSERT_EQ(query(posed, b, QueryMode::distance).distance,
                  query(baked, b, QueryMode::distance).distance);
    }
}

// A common rigid motion of both bodies changes their distance only by the rounding of their vertices.
TEST(MeshQueryTest, distance_does_not_change_under_a_common_rigid_motion) {
    Random random(8);
    for (int i = 0; i < 20; ++i) {
        Object a = make_object(oracle::make_torus(1.0, 0.3, 16, 8), oracle::draw_pose(random, 0.2));
        Object b = make_object(oracle::make_cube(0.5, 4), oracle::draw_pose(random, 1.0));
        b.pose.origin.x += 4.0;
        const double before = query(a, b, QueryMode::distance).distance;
        const Pose motion = oracle::draw_pose(random, 10.0);
        a.pose = motion * a.pose;
        b.pose = motion * b.pose;
        EXPECT_NEAR(query(a, b, QueryMode::distance).distance, before, 1e-12 * 20.0);
    }
}

QueryResult query_within(const Object& a, const Object& b, double tolerance, Executor* executor = nullptr) {
    const QueryRequest request{.mode = QueryMode::distance, .tolerance = tolerance};
    QueryScratch scratch;
    ParallelQueryScratch divided;
    QueryResult result;
    if (executor != nullptr)
        EXPECT_TRUE(query_meshes(a.operand(), b.operand(), request, *executor, divided, result));
    else
        EXPECT_TRUE(query_meshes(a.operand(), b.operand(), request, scratch, result));
    return result;
}

TEST(MeshQueryTest, a_distance_exceeds_the_minimum_by_at_most_the_relative_tolerance) {
    Random random(12);
    SerialExecutor serial;
    const std::vector<std::string_view> volumes = list_volumes();
    for (int i = 0; i < cases(40, 1000); ++i) {
        const HierarchyConfig config{.volume =
                                         std::string(volumes[static_cast<std::size_t>(i) % volumes.size()])};
        const Object a = make_object(oracle::make_torus(1.0, 0.3, 16, 8), {}, config);
        Object b = make_object(oracle::make_cube(0.5, 4), oracle::draw_pose(random, 1.0), config);
        b.pose.origin += glm::normalize(oracle::draw_point(random, 1.0)) * 3.0;
        const double least = query(a, b, QueryMode::distance).distance, tolerance = draw(random, 0.0, 1.0);
        for (Executor* executor : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&serial)}) {
            const QueryResult found = query_within(a, b, tolerance, executor);
            ASSERT_GE(found.distance, least);
            ASSERT_LE(found.distance, (1.0 + tolerance) * least * (1.0 + 1e-12));
            ASSERT_EQ(find_closest_points(world_triangle(a.pose, a.mesh.view(), found.closest.a),
                                          world_triangle(b.pose, b.mesh.view(), found.closest.b))
                          .distance,
                      found.distance);
        }
    }
}

// The distances of all pairs of facing triangles differ only by rounding. An exact search must still decide which pair
// is nearest; a search with a tolerance need not.
TEST(MeshQueryTest, a_tolerance_saves_tests_between_parallel_faces) {
    for (const char* const volume : {"aabb", "obb", "kdop18", "rss"}) {
        const HierarchyConfig config{"bvh2", volume, "midpoint", 1};
        const Object a = make_object(oracle::make_cube(0.5, 16), {}, config);
        Object b = make_object(oracle::make_cube(0.5, 16), {}, config);
        b.pose.origin = {0.13, 0.21, 1.1};
        const QueryResult exact = query(a, b, QueryMode::distance), near = query_within(a, b, 1e-4);
        EXPECT_NEAR(exact.distance, 0.1, 1e-7);
        EXPECT_NEAR(near.distance, exact.distance, 1e-4 * exact.distance);
        EXPECT_LT(near.counters.volume_tests, exact.counters.volume_tests) << volume;
        EXPECT_LT(10 * near.counters.primitive_tests, exact.counters.primitive_tests) << volume;
    }
}

// Near 4e14, world vertices are rounded to multiples of 1/16, and the query runs on world-space boxes.
TEST(MeshQueryTest, TheVisitsOfWorldBoxesAddUpToTheCounters) {
    Random random(10);
    Object a = make_object(oracle::make_torus(4.0, 1.5, 16, 8), oracle::draw_pose(random, 0.3)),
           b = make_object(oracle::make_torus(4.0, 1.5, 16, 8), oracle::draw_pose(random, 0.3));
    a.pose.origin += glm::dvec3(4e14, -3e14, 2e14);
    b.pose.origin = a.pose.origin + glm::dvec3(5.0, 1.0, 0.0);
    for (const QueryMode mode : {QueryMode::any, QueryMode::all}) {
        VisitRecorder trace;
        QueryScratch scratch;
        QueryResult traced;
        EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {mode}, scratch, trace, traced));
        EXPECT_TRUE(add_up_to(trace.visits(), traced.counters));
        std::size_t separated = 0;
        for (const Visit& visit : trace.visits())
            separated += visit.kind == VisitKind::volume_pair && !visit.verdict;
        EXPECT_GT(separated, 0u);
    }
}

TEST(MeshQueryTest, TheTraceRecordsEveryTestAndChangesNoResult) {
    Random random(9);
    const Object a = make_object(oracle::make_torus(1.0, 0.3, 16, 8), oracle::draw_pose(random, 0.3));
    const Object b = make_object(oracle::make_torus(1.0, 0.3, 16, 8), oracle::draw_pose(random, 0.3));
    for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance}) {
        const QueryResult plain = query(a, b, mode);
        VisitRecorder trace;
        QueryScratch scratch;
        QueryResult traced;
        EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {mode}, scratch, trace, traced));
        EXPECT_EQ(traced.pairs, plain.pairs);
        EXPECT_EQ(traced.counters.volume_tests, plain.counters.volume_tests);
        std::uint64_t volumes = 0, primitives = 0, hits = 0;
        std::uint32_t depth = 0;
        for (const Visit& visit : trace.visits()) {
            volumes += visit.kind == VisitKind::volume_pair || visit.kind == VisitKind::volume_bound;
            primitives += visit.kind == VisitKind::primitive_pair;
            hits += visit.kind == VisitKind::primitive_pair && visit.verdict;
            depth = std::max(depth, visit.depth);
            if (visit.kind == VisitKind::volume_pair) {
                EXPECT_EQ(visit.verdict, visit.axis < 0);
            }
        }
        EXPECT_EQ(volumes, plain.counters.volume_tests);
        EXPECT_EQ(primitives, plain.counters.primitive_tests);
        EXPECT_EQ(depth, plain.counters.max_depth);
        EXPECT_EQ(trace.visits()[0].a, 0u);
        EXPECT_EQ(trace.visits()[0].b, 0u);
        if (mode == QueryMode::all) {
            EXPECT_EQ(hits, plain.pairs.size());
        }
    }
}

TEST(MeshQueryTest, ResultsAreClearedBetweenQueries) {
    const Object a = make_object(oracle::make_cube(0.5, 2));
    Object b = make_object(oracle::make_cube(0.5, 2));
    b.pose.origin.x = 0.25;
    QueryScratch scratch;
    QueryResult result;
    EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {QueryMode::all}, scratch, result));
    EXPECT_TRUE(result.intersects);
    b.pose.origin.x = 10.0;
    EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {QueryMode::all}, scratch, result));
    EXPECT_FALSE(result.intersects);
    EXPECT_TRUE(result.pairs.empty());
    EXPECT_EQ(result.counters.volume_tests, 1u);
    EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {QueryMode::distance}, scratch, result));
    EXPECT_DOUBLE_EQ(result.distance, 9.0);
    EXPECT_TRUE(query_meshes(a.operand(), b.operand(), {QueryMode::any}, scratch, result));
    EXPECT_EQ(result.distance, 0.0);
}

} // namespace
} // namespace boxwood::mesh_query_test
