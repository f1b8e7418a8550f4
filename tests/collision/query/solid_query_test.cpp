// Solids: locates points relative to a solid, and detects objects that lie inside a solid without touching its surface.
#include "collision/geometry/mesh_shells.hpp"
#include "collision/geometry/predicates.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/nesting.hpp"
#include "collision/query/points/point_location.hpp"
#include "collision/query/traversal/visit_counters.hpp"
#include "tests/oracles/solid_meshes.hpp"
#include "tests/oracles/winding_oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <set>

namespace boxwood {
namespace {

using oracle::SampleMesh;

// A mesh with its hierarchy and its shells.
struct Operand {
    SampleMesh mesh;
    AnyHierarchy hierarchy;
    MeshShells shells;

    Operand(SampleMesh of, bool is_solid, const HierarchyConfig& config = {})
        : mesh(std::move(of))
        , hierarchy(require_ok(build_any_hierarchy(config, mesh.view())))
        , shells(is_solid ? require_ok(MeshShells::of_solid(mesh.view()))
                          : MeshShells::of_surface(mesh.view())) {}
    MeshOperand at(const Pose& pose) const { return {mesh.view(), &hierarchy, &pose, &shells}; }
};

QueryResult ask(const Operand& a, const Pose& pose_a, const Operand& b, const Pose& pose_b,
                QueryRequest request = {}) {
    QueryScratch scratch;
    QueryResult result;
    require_ok(query_meshes(a.at(pose_a), b.at(pose_b), request, scratch, result));
    return result;
}

PointLocation located(const Operand& solid, const Pose& pose, const glm::dvec3& point_w) {
    return require_ok(locate_point(solid.at(pose), point_w));
}

// A box with a cavity: the inner shell is oriented opposite to the outer shell.
SampleMesh make_hollow_box() {
    return oracle::joined(oracle::make_solid_box(glm::dvec3(3.0)),
                          oracle::turned_inside_out(oracle::make_solid_box(glm::dvec3(2.0))));
}

std::vector<HierarchyConfig> configs() {
    std::vector<HierarchyConfig> all;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes())
            if (takes_volume(kind, volume))
                all.push_back({std::string(kind), std::string(volume), "midpoint", 2});
    return all;
}

// --- points -----------------------------------------------------------------------------------------------------

TEST(PointLocationTest, grid_points_are_located_as_the_bounds_of_the_box_predict) {
    // Some points lie on faces, edges and corners, and their rays run along faces and edges and through corners.
    const Pose pose;
    for (const bool is_turned : {false, true}) {
        const SampleMesh box = oracle::make_solid_box({1.0, 2.0, 1.0});
        const Operand solid(is_turned ? oracle::turned_inside_out(box) : box, true);
        for (int x = -3; x <= 3; ++x)
            for (int y = -5; y <= 5; ++y)
                for (int z = -3; z <= 3; ++z) {
                    const glm::dvec3 p(0.5 * x, 0.5 * y, 0.5 * z);
                    const bool is_in = std::abs(x) <= 2 && std::abs(y) <= 4 && std::abs(z) <= 2;
                    const bool is_on = is_in && (std::abs(x) == 2 || std::abs(y) == 4 || std::abs(z) == 2);
                    const PointLocation expected = is_on   ? PointLocation::on_surface
                                                   : is_in ? PointLocation::inside
                                                           : PointLocation::outside;
                    ASSERT_EQ(located(solid, pose, p), expected) << p.x << ' ' << p.y << ' ' << p.z;
                }
    }
}

TEST(PointLocationTest, points_within_a_few_ulps_of_a_face_are_located_exactly) {
    const Operand solid(oracle::make_solid_box(glm::dvec3(1.0)), true);
    oracle::Random random(5);
    int on = 0;
    for (int round = 0; round < 2000; ++round) {
        const glm::dquat turn =
            round % 2 == 0 ? glm::dquat(0.9, 0.1, -0.3, 0.2) : glm::dquat(1.0, 0.0, 0.0, 0.0);
        const Pose pose = make_pose({.q = turn, .t = {3.0, -2.0, 1.0}});
        const auto t = static_cast<std::uint32_t>(random() % solid.mesh.triangles.size());
        const Triangle64 w = world_triangle(pose, solid.mesh.view(), t);
        const double u = oracle::draw(random, 0.1, 0.8), v = oracle::draw(random, 0.1, 0.9 - u);
        glm::dvec3 p = w[0] + u * (w[1] - w[0]) + v * (w[2] - w[0]);
        const auto axis = static_cast<glm::length_t>(random() % 3);
        for (int step = static_cast<int>(random() % 4); step > 0; --step)
            p[axis] = std::nextafter(p[axis], HUGE_VAL);
        const int side = orient3d(w[0], w[1], w[2], p); // the triangles are oriented outwards
        on += side == 0;
        ASSERT_EQ(located(solid, pose, p), side > 0   ? PointLocation::outside
                                           : side < 0 ? PointLocation::inside
                                                      : PointLocation::on_surface);
    }
    EXPECT_GT(on, 0);
}

TEST(PointLocationTest, random_points_agree_with_winding_numbers_for_every_kind_of_hierarchy) {
    const SampleMesh knot = oracle::make_torus(1.0, 0.4, 12, 7);
    // The solid has a cavity, two overlapping shells, and a separate shell.
    const SampleMesh mesh =
        oracle::joined(oracle::joined(make_hollow_box(), oracle::moved(knot, {3.5f, 0.0f, 0.0f})),
                       oracle::moved(knot, {0.2f, 0.1f, 0.0f}));
    oracle::Random random(17);
    for (const HierarchyConfig& config : configs()) {
        const Operand solid(mesh, true, config);
        for (int round = 0; round < 4; ++round) {
            Transform transform{oracle::draw_rotation(random), oracle::draw_point(random, 5.0),
                                oracle::draw_scale(random, 1.0)};
            const Pose pose = make_pose(transform);
            for (int k = 0; k < 25; ++k) {
                const glm::dvec3 p = pose * oracle::draw_point(random, 4.0);
                const long double winding = oracle::winding_number(pose, mesh.view(), p);
                ASSERT_LT(std::fabs(winding - std::nearbyint(winding)), 1e-3L);
                ASSERT_EQ(located(solid, pose, p),
                          std::nearbyint(winding) != 0.0L ? PointLocation::inside : PointLocation::outside)
                    << config.kind << ' ' << config.volume;
            }
        }
    }
}

// All vertices of the staircase and all points lie on a grid, so that rays pass through many vertices and edges.
TEST(PointLocationTest, rays_through_vertices_count_each_crossing_once) {
    SampleMesh staircase = oracle::make_solid_box({1.0, 1.0, 1.0});
    for (int k = 1; k < 4; ++k)
        staircase = oracle::joined(staircase, oracle::moved(oracle::make_solid_box({1.0, 1.0, 1.0}),
                                                            glm::vec3(static_cast<float>(k)))); // overlapping
    const Operand solid(staircase, true);
    const Pose pose;
    for (int x = -2; x <= 10; ++x)
        for (int y = -2; y <= 10; ++y)
            for (int z = -2; z <= 10; ++z) {
                const glm::dvec3 p(0.5 * x, 0.5 * y, 0.5 * z);
                bool is_in = false, is_on = false;
                for (int k = 0; k < 4; ++k) {
                    const glm::dvec3 q = glm::abs(p - static_cast<double>(k));
                    const double far = std::max({q.x, q.y, q.z});
                    is_in |= far < 1.0;
                    is_on |= far == 1.0;
                }
                ASSERT_EQ(located(solid, pose, p), is_on   ? PointLocation::on_surface
                                                   : is_in ? PointLocation::inside
                                                           : PointLocation::outside);
            }
}

TEST(PointLocationTest, surfaces_NaN_points_and_missing_hierarchies_are_errors) {
    const Operand solid(oracle::make_solid_box(glm::dvec3(1.0)), true), surface(solid.mesh, false);
    const Pose pose;
    EXPECT_EQ(locate_point(surface.at(pose), {}).error().message, "solid: the mesh is not declared solid");
    EXPECT_EQ(locate_point(solid.at(pose), {NAN, 0.0, 0.0}).error().message, "point: is not finite");
    MeshOperand empty = solid.at(pose);
    empty.hierarchy = nullptr;
    EXPECT_EQ(locate_point(empty, {}).error().message, "solid: has no hierarchy");
}

// --- queries ----------------------------------------------------------------------------------------------------

TEST(SolidQueryTest, an_object_inside_a_solid_intersects_it_in_every_mode) {
    const Operand outer(oracle::make_solid_box(glm::dvec3(2.0)), true),
        inner(oracle::make_torus(1.0, 0.3, 8, 5), false);
    const Pose pose, moved = make_pose({.t = {0.1, 0.2, 0.0}}), outside = make_pose({.t = {4.0, 0.0, 0.0}});
    for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance, QueryMode::within}) {
        const QueryRequest request{.mode = mode, .max_distance = mode == QueryMode::within ? 0.01 : HUGE_VAL};
        const QueryResult found = ask(outer, pose, inner, moved, request);
        EXPECT_TRUE(found.intersects);
        EXPECT_EQ(found.nesting, Nesting::b_in_a);
        EXPECT_TRUE(found.pairs.empty());
        EXPECT_EQ(found.distance, 0.0);
        EXPECT_EQ(found.closest, PrimitivePair{});
        EXPECT_EQ(found.point_on_a_w, found.point_on_b_w);
        EXPECT_EQ(located(outer, pose, found.point_on_a_w), PointLocation::inside);
        EXPECT_EQ(ask(inner, moved, outer, pose, request).nesting, Nesting::a_in_b);
        EXPECT_FALSE(ask(outer, pose, inner, outside, request).intersects);
        EXPECT_EQ(ask(outer, pose, inner, outside, request).counters.point_tests, 0u);
    }
}

TEST(SolidQueryTest, visits_add_up_to_the_counters_of_queries_that_locate_points) {
    const Operand outer(oracle::make_solid_box(glm::dvec3(2.0)), true),
        inner(oracle::make_torus(1.0, 0.3, 8, 5), false);
    const Pose pose;
    for (const QueryMode mode : {QueryMode::any, QueryMode::all, QueryMode::distance}) {
        QueryScratch scratch;
        QueryResult result;
        VisitRecorder trace;
        require_ok(query_meshes(outer.at(pose), inner.at(pose), {.mode = mode}, scratch, trace, result));
        EXPECT_GT(result.counters.point_tests, 0u);
        EXPECT_TRUE(add_up_to(trace.visits(), result.counters));
        ++result.counters.volume_tests;
        EXPECT_FALSE(add_up_to(trace.visits(), result.counters));
    }
}

TEST(SolidQueryTest, a_mesh_not_declared_solid_contains_nothing) {
    const Operand outer(oracle::make_solid_box(glm::dvec3(2.0)), false),
        inner(oracle::make_torus(1.0, 0.3, 8, 5), false);
    const Operand solid_inner(inner.mesh, true);
    const Pose pose;
    EXPECT_FALSE(ask(outer, pose, inner, pose).intersects);
    EXPECT_FALSE(
        // only the inner operand is solid, and it does not contain the outer surface
        ask(outer, pose, solid_inner, pose).intersects);
    EXPECT_GT(ask(outer, pose, inner, pose, {.mode = QueryMode::distance}).distance, 0.0);
}

TEST(SolidQueryTest, touching_surfaces_intersect_and_are_not_nested) {
    const Operand outer(oracle::make_solid_box(glm::dvec3(2.0)), true),
        inner(oracle::make_solid_box(glm::dvec3(1.0)), true);
    const Pose pose;
    for (const double x : {-1.0, 1.0}) { // touches a face of `outer` from inside
        const Pose on_face = make_pose({.t = {x, 0.25, 0.0}});
        const QueryResult found = ask(outer, pose, inner, on_face);
        EXPECT_TRUE(found.intersects);
        EXPECT_FALSE(found.pairs.empty());
        EXPECT_EQ(found.nesting, Nesting::none);
        const Pose nearly = make_pose({.t = {x * (1.0 - 0x1p-51), 0.25, 0.0}});
        EXPECT_EQ(ask(outer, pose, inner, nearly).nesting, Nesting::b_in_a);
    }
    const Pose aside = make_pose({.t = {std::nextafter(3.0, 4.0), 0.0, 0.0}});
    EXPECT_FALSE(ask(outer, pose, inner, aside).intersects);
}

TEST(SolidQueryTest, a_cavity_and_the_hole_of_a_ring_are_outside) {
    const Operand hollow(make_hollow_box(), true), ring(oracle::make_torus(2.0, 0.5, 16, 8), true);
    const Operand small(oracle::make_solid_box(glm::dvec3(0.2)), true);
    const Pose pose;
    const auto at = [](double x) { return make_pose({.t = {x, 0.0, 0.0}}); };
    EXPECT_EQ(ask(hollow, pose, small, at(0.5)).nesting, Nesting::none);
    EXPECT_EQ(ask(hollow, pose, small, at(2.5)).nesting, Nesting::b_in_a);
    EXPECT_EQ(ask(ring, pose, small, at(0.0)).nesting, Nesting::none);
    EXPECT_EQ(ask(ring, pose, small, at(2.0)).nesting, Nesting::b_in_a);
    // The ring lies in the cavity of the hollow box, which is outside the solid. The box does not lie inside the ring
    // either.
    const Operand little_ring(oracle::make_torus(1.2, 0.5, 16, 8), true);
    EXPECT_EQ(ask(hollow, pose, little_ring, pose).nesting, Nesting::none);
}

TEST(SolidQueryTest, nesting_considers_every_shell) {
    const SampleMesh small = oracle::make_solid_box(glm::dvec3(0.2));
    const SampleMesh two = oracle::joined(oracle::moved(small, {9.0f, 0.0f, 0.0f}), small);
    const SampleMesh big = oracle::make_solid_box(glm::dvec3(1.0));
    const Operand pair(two, true), one(big, true);
    const Pose pose;
    EXPECT_EQ(ask(pair, pose, one, pose).nesting, Nesting::a_in_b);
    // A has a shell inside B, and B has a shell inside A.
    const Operand x(oracle::joined(big, oracle::moved(small, {9.0f, 0.0f, 0.0f})), true);
    const Operand y(oracle::joined(oracle::moved(big, {9.0f, 0.0f, 0.0f}), small), true);
    EXPECT_EQ(ask(x, pose, y, pose).nesting, Nesting::both);
    EXPECT_EQ(kNestingNames[static_cast<std::size_t>(Nesting::both)], "a in b and b in a");
}

// Random unions of shells at random poses and scales; some are mirrored or far from the origin.
TEST(SolidQueryTest, nesting_agrees_with_the_winding_numbers_of_all_vertices) {
    oracle::Random random(23);
    const auto draw_mesh = [&random](double size) {
        SampleMesh mesh = oracle::make_torus(size, 0.4 * size, 6, 5);
        if (random() % 2 == 0)
            mesh = oracle::joined(mesh, oracle::moved(oracle::make_solid_box(glm::dvec3(0.5 * size)),
                                                      glm::vec3(oracle::draw_point(random, 2.0 * size))));
        if (random() % 3 == 0) mesh = oracle::turned_inside_out(mesh);
        return mesh;
    };
    std::array<int, 4> seen{};
    for (int round = 0; round < 800; ++round) {
        const Operand a(draw_mesh(1.0), random() % 4 != 0),
            b(draw_mesh(round % 2 == 0 ? 1.0 : oracle::draw(random, 0.01, 0.08)), random() % 4 != 0);
        const double far = round % 5 == 0 ? 1e6 : 0.0;
        const glm::dvec3 s = round % 3 == 0 ? oracle::draw_scale(random, 0.5) : glm::dvec3(1.0);
        const glm::dvec3 origin = oracle::draw_point(random, far);
        const Pose pose_a = make_pose({oracle::draw_rotation(random), origin, s}),
                   pose_b = make_pose(
                       {oracle::draw_rotation(random), origin + s * oracle::draw_point(random, 0.8), s});
        const QueryResult found = ask(a, pose_a, b, pose_b, {.mode = QueryMode::any});
        if (!found.pairs.empty()) {
            EXPECT_EQ(found.nesting, Nesting::none);
            continue;
        }
        const auto any_inside = [](const Operand& solid, const Pose& at, const Operand& inner,
                                   const Pose& inner_at) {
            bool is_inside = false;
            for (const glm::vec3& p : inner.mesh.positions)
                is_inside |=
                    std::nearbyint(oracle::winding_number(at, solid.mesh.view(), inner_at * p)) != 0.0L;
            return solid.shells.is_solid() && is_inside;
        };
        const bool b_in_a = any_inside(a, pose_a, b, pose_b), a_in_b = any_inside(b, pose_b, a, pose_a);
        const Nesting expected = a_in_b && b_in_a ? Nesting::both
                                 : a_in_b         ? Nesting::a_in_b
                                 : b_in_a         ? Nesting::b_in_a
                                                  : Nesting::none;
        ASSERT_EQ(found.nesting, expected) << round;
        ASSERT_EQ(found.intersects, expected != Nesting::none);
        ++seen[static_cast<std::size_t>(expected)];
    }
    EXPECT_GT(seen[0], 100);
    EXPECT_GT(seen[1] + seen[2], 30);
}

TEST(SolidQueryTest, the_nesting_cache_changes_no_answer_and_saves_point_tests) {
    const Operand outer(make_hollow_box(), true), inner(oracle::make_torus(0.2, 0.05, 8, 5), true);
    oracle::Random random(31);
    for (const double far : {0.0, 1e9}) {
        NestingCache cache;
        std::uint64_t with = 0, without = 0;
        glm::dvec3 at(0.0);
        for (int step = 0; step < 2000; ++step) {
            at += oracle::draw_point(random, 0.03);
            at = glm::clamp(at, glm::dvec3(-3.5), glm::dvec3(3.5));
            const Pose pose_a = make_pose({.t = glm::dvec3(far), .s = {1.0, -1.5, 0.7}}),
                       pose_b = make_pose({.t = far + at});
            const QueryResult plain = ask(outer, pose_a, inner, pose_b);
            const QueryResult cached = ask(outer, pose_a, inner, pose_b, {.nesting = &cache});
            ASSERT_EQ(plain.nesting, cached.nesting) << far << ' ' << step;
            ASSERT_EQ(plain.pairs, cached.pairs);
            with += cached.counters.point_tests;
            without += plain.counters.point_tests;
        }
        EXPECT_GT(without, 300u);
        EXPECT_LT(with, without / 4) << far;
    }
}

TEST(SolidQueryTest, a_refit_invalidates_the_nesting_cache) {
    Operand outer(oracle::make_solid_box(glm::dvec3(2.0)), true);
    const Operand inner(oracle::make_solid_box(glm::dvec3(0.1)), true);
    const Pose pose;
    NestingCache cache;
    EXPECT_EQ(ask(outer, pose, inner, pose, {.nesting = &cache}).nesting, Nesting::b_in_a);
    EXPECT_EQ(ask(outer, pose, inner, pose, {.nesting = &cache}).counters.point_tests, 0u);
    for (glm::vec3& p : outer.mesh.positions) p.x = p.x < 0.0f ? 1.0f : 3.0f;
    require_ok(outer.hierarchy.refit(outer.mesh.view()));
    EXPECT_EQ(ask(outer, pose, inner, pose, {.nesting = &cache}).nesting, Nesting::none);
}

TEST(SolidQueryTest, nested_boxes_intersect_at_extreme_poses) {
    const Operand outer(oracle::make_solid_box(glm::dvec3(2.0)), true),
        inner(oracle::make_solid_box(glm::dvec3(1.0)), true);
    for (const glm::dvec3& s :
         {glm::dvec3(1e-9), glm::dvec3(1e9), glm::dvec3(1e-9, 1e9, 1.0), glm::dvec3(1e9, -1e9, 1e-9)}) {
        const Pose pose = make_pose({.q = {0.8, 0.1, 0.3, -0.2}, .s = s});
        NestingCache cache;
        for (int repeat = 0; repeat < 2; ++repeat) {
            const QueryResult found = ask(outer, pose, inner, pose, {.nesting = &cache});
            EXPECT_TRUE(found.intersects);
            EXPECT_EQ(found.nesting, found.pairs.empty() ? Nesting::b_in_a : Nesting::none);
        }
    }
    // Near 1e15, neighboring doubles differ by 1/8. At 4e17, both boxes collapse to points.
    for (const double far : {1e15, 4e17}) {
        const Pose pose{glm::dmat3(1.0), glm::dvec3(far)};
        EXPECT_TRUE(ask(outer, pose, inner, pose).intersects) << far;
    }
}

TEST(SolidQueryTest, missing_shells_and_shells_of_another_mesh_are_errors) {
    const Operand solid(oracle::make_solid_box(glm::dvec3(1.0)), true),
        other(oracle::make_torus(1.0, 0.3, 5, 4), true);
    const Pose pose;
    QueryScratch scratch;
    QueryResult result;
    MeshOperand bare = other.at(pose);
    bare.shells = nullptr;
    EXPECT_EQ(query_meshes(solid.at(pose), bare, {}, scratch, result).error().message,
              "operand b: has no shells; if one operand is solid, both need shells");
    EXPECT_EQ(query_meshes(bare, solid.at(pose), {}, scratch, result).error().message,
              "operand a: has no shells; if one operand is solid, both need shells");
    bare.shells = &solid.shells;
    EXPECT_EQ(query_meshes(solid.at(pose), bare, {}, scratch, result).error().message,
              "operand b: its shells belong to a mesh with 12 triangles and at least 8 vertices");
}

} // namespace
} // namespace boxwood
