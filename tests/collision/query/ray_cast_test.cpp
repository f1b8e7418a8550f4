// Ray casts: the ray-triangle hit rule is compared with integer arithmetic, and the traversal with a loop over all
// triangles. Rays from inside closed meshes must always hit.
#include "collision/query/points/ray_cast.hpp"

#include "collision/geometry/triangle/ray_triangle.hpp"
#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace boxwood::ray_cast_test {
namespace {

using oracle::draw;
using oracle::draw_point;
using oracle::Random;
using oracle::SampleMesh;

struct Target {
    SampleMesh mesh;
    AnyHierarchy hierarchy;
    Pose pose;
    MeshOperand operand() const { return {mesh.view(), &hierarchy, &pose}; }
};

Target make_target(SampleMesh mesh, const Pose& pose = {}, const HierarchyConfig& config = {}) {
    AnyHierarchy hierarchy = std::move(*build_any_hierarchy(config, mesh.view()));
    return {std::move(mesh), std::move(hierarchy), pose};
}

RayHit closest(const Target& target, const Ray& ray) {
    RayScratch scratch;
    RayHit hit;
    EXPECT_TRUE(cast_ray_closest(target.operand(), ray, scratch, hit));
    return hit;
}

std::vector<RayHit> all(const Target& target, const Ray& ray) {
    RayScratch scratch;
    std::vector<RayHit> hits;
    EXPECT_TRUE(cast_ray_all(target.operand(), ray, scratch, hits));
    return hits;
}

// The hit rule in exact integer arithmetic: it uses the signs of the scalar triple products [d, p - o, q - o] of the
// triangle's three edges pq.
using Integers = glm::i64vec3;
std::int64_t determinant(const Integers& x, const Integers& y, const Integers& z) {
    return x.x * (y.y * z.z - y.z * z.y) + x.y * (y.z * z.x - y.x * z.z) + x.z * (y.x * z.y - y.y * z.x);
}
struct Fraction {
    std::int64_t numerator = 0, denominator = 0; // denominator > 0
};
// Returns true if the triangle is hit, with t as a fraction.
bool hits_in_integers(const Integers& o, const Integers& d, const std::array<Integers, 3>& t,
                      Fraction& out_t) {
    const Integers u = t[0] - o, v = t[1] - o, w = t[2] - o;
    const std::int64_t signs[] = {determinant(d, v, w), determinant(d, w, u), determinant(d, u, v)};
    const auto [least, most] = std::minmax({signs[0], signs[1], signs[2]});
    if ((least < 0 && most > 0) || (least == 0 && most == 0)) return false;
    const std::int64_t along = signs[0] + signs[1] + signs[2],
                       to_plane = determinant(u, t[1] - t[0], t[2] - t[0]);
    out_t = along > 0 ? Fraction{to_plane, along} : Fraction{-to_plane, -along};
    return out_t.numerator >= 0;
}

Integers draw_lattice(Random& random, std::int64_t range) {
    const auto one = [&] {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * range + 1)) - range;
    };
    const std::int64_t x = one(), y = one(), z = one();
    return {x, y, z};
}

TEST(RayCastTest, hit_rule_agrees_with_integer_arithmetic_on_a_lattice) {
    Random random(51);
    std::size_t hits = 0, zeros = 0;
    for (std::size_t k = 0; k < test::choose_effort(400000, 4000000); ++k) {
        const std::int64_t range = k % 2 == 0 ? 2 : 1000;
        const std::array<Integers, 3> t{draw_lattice(random, range), draw_lattice(random, range),
                                        draw_lattice(random, range)};
        const Integers o = draw_lattice(random, range);
        Integers d =
            k % 4 < 2 ? t[random() % 3] - o : draw_lattice(random, range); // half of the rays aim at a vertex
        if (d == Integers(0)) continue;
        const int exponent =
            std::ilogb(static_cast<double>(std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)})));
        Fraction expected;
        const bool is_hit = hits_in_integers(o, d, t, expected);
        RayTriangle found;
        std::uint64_t exact_tests = 0;
        const Triangle64 triangle{glm::dvec3(t[0]), glm::dvec3(t[1]), glm::dvec3(t[2])};
        ASSERT_EQ(intersect_ray(glm::dvec3(o), glm::dvec3(d) * std::ldexp(1.0, -exponent), triangle, found,
                                exact_tests),
                  is_hit)
            << k;
        if (!is_hit) continue;
        ++hits;
        zeros += exact_tests;
        const double t_found = std::ldexp(found.t, -exponent);
        ASSERT_NEAR(t_found,
                    static_cast<double>(expected.numerator) / static_cast<double>(expected.denominator),
                    1e-10 * (1.0 + t_found))
            << k;
        ASSERT_EQ(expected.numerator == 0, found.t == 0.0) << k;
        ASSERT_NEAR(found.weights.x + found.weights.y + found.weights.z, 1.0, 1e-14);
        ASSERT_GE(std::fmin(found.weights.x, std::fmin(found.weights.y, found.weights.z)), 0.0);
    }
    EXPECT_GT(hits, 10000u);
    EXPECT_GT(zeros, 1000u);
}

// Each ray starts inside a closed mesh and aims at a vertex, at the midpoint of an edge, or at the centroid of a
// triangle. No ray may pass between triangles.
TEST(RayCastTest, closed_meshes_are_watertight) {
    Random random(52);
    const Target targets[] = {
        make_target(oracle::make_sphere(1.0, 8)), make_target(oracle::make_torus(2.0, 0.7, 24, 12)),
        make_target(oracle::make_cube(1.0, 3),
                    make_pose({oracle::draw_rotation(random), {1e5, -3e4, 77.0}, {1e-3, 40.0, -0.7}}))};
    for (const Target& target : targets) {
        const MeshView mesh = target.mesh.view();
        for (std::size_t k = 0; k < test::choose_effort(6000, 60000); ++k) {
            const std::uint32_t index = static_cast<std::uint32_t>(random() % mesh.triangles.size());
            const Triangle64 t = world_triangle(target.pose, mesh, index);
            // Rounding moves the midpoint of an edge off the edge; only a vertex is exact.
            glm::dvec3 aim = t[random() % 3];
            if (k % 3 == 1) aim = 0.5 * (t[0] + t[1]);
            if (k % 3 == 2) aim = (t[0] + t[1] + t[2]) / 3.0;
            const glm::dvec3 inside =
                target.pose *
                glm::dvec3(&target == &targets[1] ? glm::dvec3(2, 0, 0) : glm::dvec3(0.01, 0.02, 0.03));
            const Ray ray{inside, aim - inside};
            ASSERT_FALSE(all(target, ray).empty()) << k; // every ray that starts inside must hit
            ASSERT_TRUE(closest(target, ray));
        }
    }
}

void expect_same(const RayHit& x, const RayHit& y) {
    ASSERT_EQ(x.triangle, y.triangle);
    EXPECT_EQ(x.t, y.t);
    EXPECT_EQ(x.point_w, y.point_w);
    EXPECT_EQ(x.normal_w, y.normal_w);
}

// Casts the ray against each triangle separately, without a hierarchy. Sets only `triangle` and `t` of each hit.
std::vector<RayHit> all_by_brute_force(const SampleMesh& mesh, const Pose& pose, const Ray& ray) {
    std::vector<RayHit> hits;
    const int exponent = std::ilogb(std::fmax(
        std::fabs(ray.direction_w.x), std::fmax(std::fabs(ray.direction_w.y), std::fabs(ray.direction_w.z))));
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        RayTriangle found;
        std::uint64_t exact_tests = 0;
        if (!intersect_ray(ray.origin_w, ray.direction_w * std::ldexp(1.0, -exponent),
                           world_triangle(pose, mesh.view(), i), found, exact_tests))
            continue;
        RayHit hit;
        hit.triangle = i;
        hit.t = std::ldexp(found.t, -exponent);
        if (hit.t <= ray.max_t) hits.push_back(hit);
    }
    std::sort(hits.begin(), hits.end(),
              [](auto& x, auto& y) { return std::pair(x.t, x.triangle) < std::pair(y.t, y.triangle); });
    return hits;
}

TEST(RayCastTest, every_kind_and_volume_agrees_with_a_loop_over_all_triangles) {
    Random random(53);
    const SampleMesh meshes[] = {oracle::make_torus(1.0, 0.4, 20, 10), oracle::make_soup(random, 150, 0.4)};
    const Pose poses[] = {
        Pose{},
        oracle::draw_pose(random, 5.0),
        make_pose({oracle::draw_rotation(random), draw_point(random, 3.0), {3.0, -0.02, 0.5}}),
        make_pose({oracle::draw_rotation(random), draw_point(random, 1e7), glm::dvec3(1.0)}),
        make_pose({oracle::draw_rotation(random), draw_point(random, 1e-6), glm::dvec3(1e-7)}),
        make_pose({oracle::draw_rotation(random), draw_point(random, 1e15), glm::dvec3(300.0)}),
        make_pose({oracle::draw_rotation(random), draw_point(random, 1e3), glm::dvec3(1e-9)})};
    std::size_t hit_count = 0;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            if (!takes_volume(kind, volume)) continue;
            for (const SampleMesh& mesh : meshes)
                for (const Pose& pose : poses) {
                    const Target target =
                        make_target(mesh, pose, {.kind = std::string(kind), .volume = std::string(volume)});
                    for (std::size_t k = 0; k < test::choose_effort(24, 240); ++k) {
                        SCOPED_TRACE(std::string(kind) + " " + std::string(volume) + " " + std::to_string(k));
                        const glm::dvec3 from = pose * draw_point(random, 2.5),
                                         to = pose * draw_point(random, 1.0);
                        Ray ray{from, to - from};
                        if (k % 4 == 1)
                            ray.direction_w =
                                glm::dvec3(0.0, k % 8 == 1 ? 1e-30 : -1e30, 0.0); // along an axis
                        if (k % 4 == 2) ray.max_t = draw(random, 0.0, 1.5);
                        const auto expected = all_by_brute_force(mesh, pose, ray);
                        const auto found = all(target, ray);
                        ASSERT_EQ(found.size(), expected.size());
                        for (std::size_t i = 0; i < found.size(); ++i) {
                            ASSERT_EQ(found[i].triangle, expected[i].triangle);
                            ASSERT_EQ(found[i].t, expected[i].t);
                        }
                        const RayHit first = closest(target, ray);
                        ASSERT_EQ(static_cast<bool>(first), !expected.empty());
                        if (first) expect_same(first, found[0]);
                        RayScratch scratch;
                        RayHit some;
                        ASSERT_TRUE(cast_ray_any(target.operand(), ray, scratch, some));
                        ASSERT_EQ(static_cast<bool>(some), !expected.empty());
                        if (HasFatalFailure()) return;
                        hit_count += found.size();
                    }
                }
        }
    EXPECT_GT(hit_count, 1000u);
}

// Long slivers in a flat box: the computed t of a hit has a larger rounding error than the t at which the ray enters
// the box. A hit whose t equals max_t must still count, and the first of two coincident slivers must be found.
TEST(RayCastTest, hits_of_slivers_at_max_t_are_found) {
    Random random(55);
    std::size_t hit_count = 0;
    for (std::size_t k = 0; k < test::choose_effort(2000, 20000); ++k) {
        const double angle = draw(random, 0.0, 7.0), across = std::pow(10.0, draw(random, -4.0, 0.0));
        SampleMesh mesh;
        for (int vertex = 0; vertex < 3; ++vertex) {
            const double x = draw(random, -1000.0, 1000.0), y = draw(random, -across, across);
            mesh.positions.emplace_back(std::cos(angle) * x - std::sin(angle) * y,
                                        std::sin(angle) * x + std::cos(angle) * y, 0.0);
        }
        mesh.triangles.assign(2, {0, 1, 2});
        const glm::dvec3 aim = glm::dvec3(mesh.positions[0] + mesh.positions[1] + mesh.positions[2]) / 3.0;
        Ray ray{aim + draw_point(random, 1.0), {}};
        ray.direction_w = aim - ray.origin_w;
        const auto expected = all_by_brute_force(mesh, {}, ray);
        if (expected.empty()) continue;
        ++hit_count;
        for (const std::string_view kind : {"bvh8", "bvh2", "box-tree"}) {
            const Target target = make_target(mesh, {}, {.kind = std::string(kind), .leaf_size = 1});
            EXPECT_EQ(closest(target, ray).triangle, expected[0].triangle) << kind << " " << k;
            ray.max_t = expected[0].t;
            EXPECT_EQ(all(target, ray).size(), expected.size()) << kind << " " << k;
            ray.max_t = std::numeric_limits<double>::infinity();
        }
    }
    EXPECT_GT(hit_count, 100u);
}

TEST(RayCastTest, hits_report_point_normal_and_side) {
    const Target cube = make_target(oracle::make_cube(1.0, 1));
    const RayHit hit = closest(cube, {{0.25, 0.5, 3.0}, {0.0, 0.0, -2.0}});
    ASSERT_TRUE(hit);
    EXPECT_DOUBLE_EQ(hit.t, 1.0);
    EXPECT_EQ(hit.point_w, glm::dvec3(0.25, 0.5, 1.0));
    EXPECT_DOUBLE_EQ(std::fabs(hit.normal_w.z), 1.0);
    EXPECT_EQ(hit.is_front, hit.normal_w.z > 0.0);
    const Triangle t = triangle_of(cube.mesh.view(), hit.triangle);
    const glm::dvec3 sum = hit.weights.x * glm::dvec3(t[0]) + hit.weights.y * glm::dvec3(t[1]) +
                           hit.weights.z * glm::dvec3(t[2]);
    EXPECT_NEAR(glm::length(sum - hit.point_w), 0.0, 1e-15);
    // Hits at t = max_t and at t = 0 count.
    EXPECT_TRUE(closest(cube, {{0.25, 0.5, 3.0}, {0.0, 0.0, -2.0}, 1.0}));
    EXPECT_FALSE(closest(cube, {{0.25, 0.5, 3.0}, {0.0, 0.0, -2.0}, std::nextafter(1.0, 0.0)}));
    EXPECT_EQ(closest(cube, {{0.25, 0.5, 1.0}, {0.0, 0.0, 1.0}}).t, 0.0);
    // A face that contains the ray is not hit. The neighboring faces are hit where the ray enters and leaves.
    const auto grazing = all(cube, {{-3.0, 0.25, 1.0}, {1.0, 0.0, 0.0}});
    ASSERT_EQ(grazing.size(), 2u);
    EXPECT_DOUBLE_EQ(grazing[0].t, 2.0);
    EXPECT_DOUBLE_EQ(grazing[1].t, 4.0);
}

TEST(RayCastTest, batches_give_the_hits_of_single_rays_in_any_execution_order) {
    Random random(54);
    const Target target = make_target(oracle::make_torus(1.0, 0.4, 40, 20));
    std::vector<Ray> rays;
    for (int k = 0; k < 1000; ++k) {
        const glm::dvec3 from = draw_point(random, 3.0);
        rays.push_back({from, draw_point(random, 1.0) - from});
    }
    std::vector<RayHit> serial(rays.size()), parallel(rays.size());
    ASSERT_TRUE(cast_rays(target.operand(), rays, serial));
    oracle::BackwardsExecutor backwards;
    ASSERT_TRUE(cast_rays(target.operand(), rays, backwards, parallel));
    for (std::size_t i = 0; i < rays.size(); ++i) {
        expect_same(serial[i], parallel[i]);
        expect_same(serial[i], closest(target, rays[i]));
    }
}

TEST(RayCastTest, invalid_rays_and_operands_are_errors) {
    const Target cube = make_target(oracle::make_cube(1.0, 1));
    RayScratch scratch;
    RayHit hit;
    const auto message = [&](const Ray& ray) {
        const Status status = cast_ray_closest(cube.operand(), ray, scratch, hit);
        return status ? std::string() : status.error().message;
    };
    EXPECT_EQ(message({{0, 0, 0}, {0, 0, 0}}), "ray: the direction is zero");
    EXPECT_EQ(message({{0, 0, 0}, {0, NAN, 0}}), "ray: the direction is not finite");
    EXPECT_EQ(message({{0, HUGE_VAL, 0}, {0, 1, 0}}), "ray: the origin is not finite");
    EXPECT_EQ(message({{0, 1e19, 0}, {0, 1, 0}}), "ray: the origin is beyond 1e18");
    EXPECT_EQ(message({{0, 0, 0}, {0, 1, 0}, -1.0}), "ray: max_t must be a number of at least 0");
    EXPECT_EQ(message({{0, 0, 0}, {0, 1, 0}, NAN}), "ray: max_t must be a number of at least 0");
    EXPECT_EQ(message({{0, 0, 0}, {5e-324, 0, 0}}), "");
    EXPECT_TRUE(hit);
    MeshOperand without = cube.operand();
    without.hierarchy = nullptr;
    EXPECT_FALSE(cast_ray_closest(without, {{0, 0, 0}, {0, 0, 1}}, scratch, hit));
    EXPECT_FALSE(hit);
    const Ray rays[] = {{{0, 0, 0}, {0, 0, 1}}, {{0, 0, 0}, {0, 0, 0}}};
    RayHit hits[2];
    const Status status = cast_rays(cube.operand(), rays, hits);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "ray 1: the direction is zero");
    EXPECT_FALSE(cast_rays(cube.operand(), rays, std::span(hits, 1)));
}

} // namespace
} // namespace boxwood::ray_cast_test
