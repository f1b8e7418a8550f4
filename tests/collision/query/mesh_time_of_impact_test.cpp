// Times of impact of meshes are compared with tests of all pairs of world triangles at sampled times of the motion.
#include "collision/query/contacts/mesh_time_of_impact.hpp"

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <tuple>

namespace boxwood::mesh_time_of_impact_test {
namespace {

using oracle::draw;
using oracle::draw_point;
using oracle::Random;
using oracle::SampleMesh;

struct Object {
    SampleMesh mesh;
    AnyHierarchy hierarchy;
    MeshOperand operand() const { return {mesh.view(), &hierarchy, nullptr}; }
};

Object make_object(SampleMesh mesh, const HierarchyConfig& config = {}) {
    AnyHierarchy hierarchy = std::move(*build_any_hierarchy(config, mesh.view()));
    return {std::move(mesh), std::move(hierarchy)};
}

std::vector<Triangle64> triangles_at(const Object& object, const RigidMotion& motion, double time) {
    const Pose pose = motion.at(time);
    std::vector<Triangle64> triangles;
    for (std::uint32_t i = 0; i < object.mesh.triangles.size(); ++i)
        triangles.push_back(world_triangle(pose, object.mesh.view(), i));
    return triangles;
}

bool meet_at(const Object& a, const RigidMotion& motion_a, const Object& b, const RigidMotion& motion_b,
             double time) {
    const auto of_a = triangles_at(a, motion_a, time), of_b = triangles_at(b, motion_b, time);
    for (const Triangle64& x : of_a)
        for (const Triangle64& y : of_b)
            if (triangles_intersect(x, y)) return true;
    return false;
}

RigidMotion draw_motion(Random& random, double place, double speed, double spin) {
    const Pose start = make_pose({oracle::draw_rotation(random), draw_point(random, place), glm::dvec3(1.0)});
    return {start, draw_point(random, 0.5), draw_point(random, speed), draw_point(random, spin)};
}

MeshTimeOfImpact find(const Object& a, const RigidMotion& motion_a, const Object& b,
                      const RigidMotion& motion_b, const TimeOfImpactRequest& request = {}) {
    return *find_time_of_impact(a.operand(), motion_a, b.operand(), motion_b, request);
}

TEST(MeshTimeOfImpactTest, times_of_random_motions_are_never_late) {
    Random random(81);
    std::vector<SampleMesh> meshes{oracle::make_torus(1.0, 0.3, 9, 5), oracle::make_cube(0.5, 2),
                                   oracle::make_soup(random, 30, 0.5)};
    const HierarchyConfig configs[] = {
        {}, {.kind = "bvh2", .volume = "obb"}, {.kind = "bvh2", .volume = "sphere"}, {.kind = "box-tree"}};
    std::size_t impacts = 0, none = 0, contacts = 0;
    std::uint64_t triangle_pairs = 0;
    const std::size_t count = test::choose_effort(400, 4000);
    for (std::size_t k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        const Object a = make_object(meshes[k % 3], configs[k % 4]),
                     b = make_object(meshes[(k / 3) % 3], configs[(k / 4) % 4]);
        const double spin = k % 3 == 0 ? 0.0 : k % 3 == 1 ? 2.0 : 20.0, speed = k % 5 == 4 ? 50.0 : 4.0;
        RigidMotion motion_a = draw_motion(random, 2.5, speed, spin),
                    motion_b = draw_motion(random, 2.5, speed, spin);
        if (k % 7 == 6) { // scaled
            motion_a.start.linear =
                motion_a.start.linear * glm::dmat3({2.0, 0, 0}, {0, 0.1, 0}, {0, 0, -1.0});
        }
        const TimeOfImpactRequest request{.tolerance = 1e-4};
        const MeshTimeOfImpact found = find(a, motion_a, b, motion_b, request);
        triangle_pairs += found.triangle_pairs;
        if (found.status == ImpactStatus::starts_in_contact) {
            ++contacts;
            ASSERT_EQ(found.time, 0.0);
            ASSERT_TRUE(meet_at(a, motion_a, b, motion_b, 0.0));
            continue;
        }
        ASSERT_NE(found.status, ImpactStatus::iteration_limit);
        for (int s = 0; s < 25; ++s)
            ASSERT_FALSE(meet_at(a, motion_a, b, motion_b, found.time * draw(random, 0.0, 1.0)))
                << "triangles meet before the reported time";
        ASSERT_FALSE(meet_at(a, motion_a, b, motion_b, found.time));
        if (found.status == ImpactStatus::none) {
            ++none;
            continue;
        }
        ++impacts;
        // At the reported time, the reported pair has the reported distance, which is positive and within the
        // tolerance.
        const auto of_a = triangles_at(a, motion_a, found.time), of_b = triangles_at(b, motion_b, found.time);
        const double distance =
            find_closest_points(of_a[found.triangles.a], of_b[found.triangles.b]).distance;
        ASSERT_EQ(distance, found.distance);
        ASSERT_GT(distance, 0.0);
        ASSERT_LE(distance, found.tolerance_used);
        ASSERT_NEAR(glm::length(found.normal_w), 1.0, 1e-14);
        // Swapping the operands or using another hierarchy changes the time only by rounding.
        const Object other = make_object(a.mesh, configs[(k + 1) % 4]);
        const MeshTimeOfImpact again = find(other, motion_a, b, motion_b, request);
        ASSERT_EQ(again.status, found.status);
        ASSERT_NEAR(again.time, found.time, 1e-9); // the bound on rounding differs
        const MeshTimeOfImpact exchanged = find(b, motion_b, a, motion_a, request);
        ASSERT_NEAR(exchanged.time, found.time, 1e-9);
        ASSERT_EQ(exchanged.status, found.status);
    }
    EXPECT_GT(impacts, count / 10);
    EXPECT_GT(none, count / 20);
    EXPECT_GT(contacts, count / 50);
    std::printf("impacts %zu, none %zu, in contact %zu, triangle pairs per motion %.1f\n", impacts, none,
                contacts, static_cast<double>(triangle_pairs) / static_cast<double>(count));
}

// A cube of 1 mm moves at 1000 m/s for one step of 1/60 s, against an open sheet without thickness.
TEST(MeshTimeOfImpactTest, a_bullet_never_passes_a_sheet) {
    Random random(82);
    SampleMesh grid;
    constexpr std::uint32_t kCells = 8;
    for (std::uint32_t i = 0; i <= kCells; ++i)
        for (std::uint32_t j = 0; j <= kCells; ++j)
            grid.positions.emplace_back(2.0 * i / kCells - 1.0, 2.0 * j / kCells - 1.0, 0.0);
    for (std::uint32_t i = 0; i < kCells; ++i)
        for (std::uint32_t j = 0; j < kCells; ++j) {
            const std::uint32_t v = i * (kCells + 1) + j;
            grid.triangles.push_back({v, v + kCells + 1, v + kCells + 2});
            grid.triangles.push_back({v, v + kCells + 2, v + 1});
        }
    const Object sheet = make_object(grid), bullet = make_object(oracle::make_cube(0.0005, 1));
    std::uint64_t node_pairs = 0;
    const std::size_t count = test::choose_effort(10000, 100000);
    for (std::size_t k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        const Pose sheet_pose = oracle::draw_pose(random, 10.0);
        const double travel = 1000.0 / 60.0, before = draw(random, 0.1, 0.9);
        const glm::dvec3 aim(draw(random, -0.9, 0.9), draw(random, -0.9, 0.9), 0.0);
        const double down = draw(random, 0.1, 1.0) * (k % 2 == 0 ? 1.0 : -1.0);
        const glm::dvec3 direction =
            glm::normalize(glm::dvec3(draw(random, -1, 1), draw(random, -1, 1), down));
        const Pose start = make_pose(
            {oracle::draw_rotation(random), sheet_pose * (aim - before * travel * direction), glm::dvec3(1)});
        const RigidMotion motion{start, glm::dvec3(0.0), sheet_pose.linear * (travel * direction),
                                 draw_point(random, 20.0)};
        const MeshTimeOfImpact found = find(bullet, motion, sheet, RigidMotion::at_rest(sheet_pose));
        ASSERT_EQ(found.status, ImpactStatus::impact);
        ASSERT_LE(found.time, before);
        ASSERT_GT(found.time, before - 0.002);
        node_pairs += found.node_pairs;
    }
    std::printf("node pairs per bullet %.1f\n", static_cast<double>(node_pairs) / static_cast<double>(count));
}

TEST(MeshTimeOfImpactTest, a_long_slide_close_above_a_floor_is_no_impact) {
    const Object cube = make_object(oracle::make_cube(0.5, 2)),
                 floor = make_object(oracle::make_cube(10.0, 4));
    const Pose start{glm::dmat3(1.0), {-9.0, 0.3, 10.502}};
    const RigidMotion slide{start, glm::dvec3(0.0), {18.0, 0.0, 0.0}, glm::dvec3(0.0)};
    EXPECT_EQ(find(cube, slide, floor, RigidMotion::at_rest(Pose{})).status, ImpactStatus::none);
    const Pose in_contact{glm::dmat3(1.0), {-9.0, 0.3, 10.5}};
    const MeshTimeOfImpact sliding =
        find(cube, {in_contact, glm::dvec3(0.0), {18.0, 0.0, 0.0}, glm::dvec3(0.0)}, floor,
             RigidMotion::at_rest(Pose{}));
    EXPECT_EQ(sliding.status, ImpactStatus::starts_in_contact);
    EXPECT_EQ(sliding.time, 0.0);
}

TEST(MeshTimeOfImpactTest, times_of_swept_spheres_and_capsules_are_never_late) {
    Random random(83);
    const Object torus = make_object(oracle::make_torus(1.0, 0.3, 20, 10));
    std::size_t impacts = 0, contacts = 0;
    const std::size_t count = test::choose_effort(400, 4000);
    for (std::size_t k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        const Pose pose = k % 5 == 0 ? oracle::draw_pose(random, 1e4) : Pose{};
        MeshOperand mesh = torus.operand();
        mesh.world_from_mesh = &pose;
        const glm::dvec3 tail = pose * draw_point(random, 1.7),
                         head = k % 2 == 0 ? tail : tail + draw_point(random, 1.0);
        const double radius = k % 3 == 0 ? 0.0 : draw(random, 0.0, 0.5);
        const glm::dvec3 velocity = 2.0 * (pose * draw_point(random, 1.0) - tail);
        const MeshTimeOfImpact found = *sweep_capsule(mesh, tail, head, radius, velocity);
        const auto distance_at = [&](double time) {
            const Triangle64 axis{tail + time * velocity, head + time * velocity, head + time * velocity};
            double least = HUGE_VAL;
            for (std::uint32_t i = 0; i < torus.mesh.triangles.size(); ++i)
                least = std::fmin(
                    least, find_closest_points(axis, world_triangle(pose, torus.mesh.view(), i)).distance);
            return least - radius;
        };
        if (found.status == ImpactStatus::starts_in_contact) {
            ++contacts;
            ASSERT_LE(distance_at(0.0), 1e-12);
            continue;
        }
        for (int s = 0; s < 10; ++s) ASSERT_GT(distance_at(found.time * draw(random, 0.0, 1.0)), 0.0);
        if (found.status == ImpactStatus::none) continue;
        ASSERT_EQ(found.status, ImpactStatus::impact);
        ++impacts;
        const double rounding = 1e-14 * glm::length(tail);
        ASSERT_LE(distance_at(found.time), found.tolerance_used + rounding);
        ASSERT_LE(distance_at(found.time),
                  found.distance + rounding + 1e-14); // another triangle may be nearer than the reported one
        ASSERT_NEAR(glm::distance(found.point_on_a_w, found.point_on_b_w), found.distance, rounding + 1e-14);
    }
    EXPECT_GT(impacts, count / 5);
    EXPECT_GT(contacts, count / 50);
    EXPECT_FALSE(sweep_capsule({}, {}, {}, 1.0, {}));
    const Pose pose;
    MeshOperand mesh = torus.operand();
    mesh.world_from_mesh = &pose;
    EXPECT_FALSE(sweep_capsule(mesh, {}, {}, -1.0, {}));
    EXPECT_FALSE(sweep_capsule(mesh, {}, {}, 1.0, {NAN, 0, 0}));
    EXPECT_FALSE(sweep_capsule(mesh, {NAN, 0, 0}, {}, 1.0, {}));
}

TEST(MeshTimeOfImpactTest, invalid_operands_motions_and_tolerances_are_errors) {
    const Object cube = make_object(oracle::make_cube(0.5, 1));
    const RigidMotion rest = RigidMotion::at_rest(Pose{});
    const auto message = [&](const MeshOperand& a, const RigidMotion& motion,
                             const TimeOfImpactRequest& request) {
        const auto found = find_time_of_impact(a, motion, cube.operand(), rest, request);
        return found ? std::string() : found.error().message;
    };
    EXPECT_EQ(message({}, rest, {}), "operand a: has no hierarchy");
    EXPECT_EQ(message(cube.operand(), {Pose{}, {}, {}, {NAN, 0, 0}}, {}),
              "motion of a: the angular velocity is not finite or is beyond 1e18");
    EXPECT_NE(message(cube.operand(), RigidMotion::at_rest({glm::dmat3(0.0), glm::dvec3(0.0)}), {}), "");
    EXPECT_EQ(message(cube.operand(), rest, {.tolerance = -1.0}),
              "request: tolerance must be a number of at least 0");
}

// A vertex of B lies on A within the rounding of world coordinates, so both closest points can be equal although the
// distance is not zero.
TEST(MeshTimeOfImpactTest, a_gap_below_the_rounding_of_the_points_gives_a_unit_or_zero_normal) {
    Random random(77);
    int with_a_gap = 0;
    for (int k = 0; k < 300; ++k) {
        const auto triangle = [](glm::vec3 p, glm::vec3 q, glm::vec3 r) {
            SampleMesh mesh;
            mesh.positions = {p, q, r};
            mesh.triangles = {{0, 1, 2}};
            return mesh;
        };
        const Object a = make_object(triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0})),
                     b = make_object(triangle({0, 0, 0}, {0.25f, 0.5f, 1}, {-0.25f, 0.5f, 1}));
        const Pose pose_a =
            make_pose({oracle::draw_rotation(random), 1e6 * draw_point(random, 1.0), glm::dvec3(1.0)});
        Pose pose_b = pose_a;
        pose_b.origin =
            pose_a * (0.2 * glm::dvec3(draw_point(random, 1.0).x, draw_point(random, 1.0).y, 0.0));
        const RigidMotion rest_a{pose_a, glm::dvec3(0.0), glm::dvec3(0.0), glm::dvec3(0.0)},
            rest_b{pose_b, glm::dvec3(0.0), glm::dvec3(0.0), glm::dvec3(0.0)};
        for (const auto& [x, motion_x, y, motion_y] :
             {std::tuple{&a, &rest_a, &b, &rest_b}, std::tuple{&b, &rest_b, &a, &rest_a}}) {
            const MeshTimeOfImpact found = find(*x, *motion_x, *y, *motion_y);
            ASSERT_NE(found.status, ImpactStatus::none) << k;
            const double length = glm::length(found.normal_w);
            ASSERT_TRUE(length == 0.0 || std::fabs(length - 1.0) < 1e-12) << k << ": " << length;
            ASSERT_TRUE(std::isfinite(glm::length(found.point_on_a_w) + glm::length(found.point_on_b_w)))
                << k;
            with_a_gap += found.status == ImpactStatus::impact && found.distance > 0.0;
        }
    }
    EXPECT_GT(with_a_gap, 30);
}

} // namespace
} // namespace boxwood::mesh_time_of_impact_test
