// Compares closest points, and contacts of spheres and capsules, with loops over all triangles.
#include "collision/query/points/closest_point.hpp"

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace boxwood {
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

using Vec = glm::vec<3, long double>;
long double distance_to_segment(const Vec& p, const Vec& a, const Vec& b) {
    const Vec along = b - a;
    const long double square = glm::dot(along, along);
    const long double s = square > 0 ? std::min(1.0L, std::max(0.0L, glm::dot(p - a, along) / square)) : 0.0L;
    return std::sqrt(glm::dot(p - a - s * along, p - a - s * along));
}
// The distance from a point to a triangle in long double: the distance to the plane if the projection of the point lies
// inside the triangle, otherwise the distance to the nearest side.
long double distance_to_triangle(const Vec& p, const Triangle64& triangle) {
    const Vec a(triangle[0]), b(triangle[1]), c(triangle[2]);
    long double least =
        std::min({distance_to_segment(p, a, b), distance_to_segment(p, b, c), distance_to_segment(p, c, a)});
    const Vec n = glm::cross(b - a, c - a);
    const long double square = glm::dot(n, n);
    if (square > 0 && glm::dot(n, glm::cross(b - a, p - a)) >= 0 &&
        glm::dot(n, glm::cross(c - b, p - b)) >= 0 && glm::dot(n, glm::cross(a - c, p - c)) >= 0)
        least = std::min(least, std::fabs(glm::dot(n, p - a)) / std::sqrt(square));
    return least;
}

TEST(ClosestPointTest, every_kind_and_volume_finds_the_closest_of_all_triangles) {
    Random random(61);
    const SampleMesh meshes[] = {oracle::make_torus(1.0, 0.4, 20, 10), oracle::make_soup(random, 150, 0.4)};
    const Pose poses[] = {
        Pose{},
        oracle::draw_pose(random, 5.0),
        make_pose({oracle::draw_rotation(random), draw_point(random, 3.0), {3.0, -0.02, 0.5}}),
        make_pose({oracle::draw_rotation(random), draw_point(random, 1e7), glm::dvec3(1.0)}),
        make_pose({oracle::draw_rotation(random), draw_point(random, 1e-6), glm::dvec3(1e-7)}),
        make_pose({oracle::draw_rotation(random), draw_point(random, 1e15), glm::dvec3(300.0)}),
        make_pose({oracle::draw_rotation(random), draw_point(random, 1e3), glm::dvec3(1e-9)})};
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            if (!takes_volume(kind, volume)) continue;
            for (const SampleMesh& mesh : meshes)
                for (const Pose& pose : poses) {
                    const Target target =
                        make_target(mesh, pose, {.kind = std::string(kind), .volume = std::string(volume)});
                    const double scale = std::cbrt(std::fabs(glm::determinant(pose.linear)));
                    ClosestScratch scratch;
                    for (std::size_t k = 0; k < test::choose_effort(8, 80); ++k) {
                        SCOPED_TRACE(std::string(kind) + " " + std::string(volume) + " " + std::to_string(k));
                        const glm::dvec3 point = pose * draw_point(random, 2.0);
                        const double radius = k % 4 == 3 ? draw(random, 0.0, 1.0) * scale : HUGE_VAL;
                        // The lowest index among the triangles at the minimum distance, with distances as the library
                        // computes them.
                        double least = HUGE_VAL;
                        long double least_exact = HUGE_VALL;
                        std::uint32_t expected = kNone;
                        for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
                            const Triangle64 t = world_triangle(pose, mesh.view(), i);
                            least_exact = std::min(least_exact, distance_to_triangle(Vec(point), t));
                            const double distance = find_closest_points(t, {point, point, point}).distance;
                            if (distance < least && distance <= radius) {
                                least = distance;
                                expected = i;
                            }
                        }
                        ClosestPoint found;
                        ASSERT_TRUE(find_closest_point(target.operand(), point, radius, scratch, found));
                        ASSERT_EQ(found.triangle, expected);
                        if (!found) continue;
                        ASSERT_EQ(found.distance, least);
                        ASSERT_NEAR(found.distance, static_cast<double>(least_exact),
                                    1e-13 * (scale + glm::length(point)));
                        ASSERT_NEAR(glm::distance(found.point_on_mesh_w, point), found.distance,
                                    1e-13 * (scale + glm::length(point)));
                    }
                }
        }
}

TEST(ClosestPointTest, contacts_of_capsules_and_spheres_agree_with_all_triangles) {
    Random random(62);
    const Target target = make_target(oracle::make_torus(1.0, 0.4, 30, 14), oracle::draw_pose(random, 2.0));
    ClosestScratch scratch;
    std::vector<RoundContact> contacts;
    std::size_t found_some = 0;
    const std::size_t count = test::choose_effort(300, 3000);
    for (std::size_t k = 0; k < count; ++k) {
        const glm::dvec3 tail = target.pose * draw_point(random, 1.5);
        const glm::dvec3 head = k % 2 == 0 ? tail : target.pose * draw_point(random, 1.5);
        const double radius = draw(random, 0.0, 0.5);
        const Status status =
            k % 2 == 0 ? find_sphere_contacts(target.operand(), tail, radius, scratch, contacts)
                       : find_capsule_contacts(target.operand(), tail, head, radius, scratch, contacts);
        ASSERT_TRUE(status);
        std::size_t next = 0;
        for (std::uint32_t i = 0; i < target.mesh.triangles.size(); ++i) {
            const double distance =
                find_closest_points(world_triangle(target.pose, target.mesh.view(), i), {tail, head, head})
                    .distance;
            if (distance > radius) continue;
            ASSERT_LT(next, contacts.size());
            const RoundContact& contact = contacts[next++];
            ASSERT_EQ(contact.triangle, i);
            ASSERT_DOUBLE_EQ(contact.depth, radius - distance);
            ASSERT_NEAR(glm::length(contact.normal_w), 1.0, 1e-14);
            ASSERT_NEAR(
                glm::length(contact.point_on_mesh_w + distance * contact.normal_w - contact.point_on_axis_w),
                0.0, 1e-12);
        }
        ASSERT_EQ(next, contacts.size());
        found_some += next > 0;
    }
    EXPECT_GT(found_some, count / 6);
}

TEST(ClosestPointTest, touching_is_inclusive_and_a_point_on_the_surface_has_distance_0) {
    const Target cube = make_target(oracle::make_cube(1.0, 2));
    ClosestScratch scratch;
    ClosestPoint found;
    ASSERT_TRUE(find_closest_point(cube.operand(), {0.25, 0.5, 3.0}, 2.0, scratch, found));
    ASSERT_TRUE(found);
    EXPECT_EQ(found.distance, 2.0);
    EXPECT_EQ(found.point_on_mesh_w, glm::dvec3(0.25, 0.5, 1.0));
    ASSERT_TRUE(
        find_closest_point(cube.operand(), {0.25, 0.5, 3.0}, std::nextafter(2.0, 0.0), scratch, found));
    EXPECT_FALSE(found);
    ASSERT_TRUE(find_closest_point(cube.operand(), {0.25, 0.5, 1.0}, 0.0, scratch, found));
    ASSERT_TRUE(found);
    EXPECT_EQ(found.distance, 0.0);
    std::vector<RoundContact> contacts;
    ASSERT_TRUE(find_sphere_contacts(cube.operand(), {0.25, 0.5, 1.0}, 0.5, scratch, contacts));
    ASSERT_FALSE(contacts.empty());
    const RoundContact& deepest = *std::max_element(contacts.begin(), contacts.end(),
                                                    [](auto& x, auto& y) { return x.depth < y.depth; });
    EXPECT_EQ(std::fabs(deepest.normal_w.z), 1.0);
    EXPECT_EQ(deepest.depth, 0.5);
    EXPECT_EQ(contacts[0].depth, 0.0); // its triangle is exactly one radius from the center
}

TEST(ClosestPointTest, invalid_arguments_are_errors_and_distant_points_are_valid) {
    const Target cube = make_target(oracle::make_cube(1.0, 1));
    ClosestScratch scratch;
    ClosestPoint found;
    EXPECT_FALSE(find_closest_point(cube.operand(), {0, NAN, 0}, 1.0, scratch, found));
    EXPECT_FALSE(find_closest_point(cube.operand(), {0, 3e30, 0}, 1.0, scratch, found));
    EXPECT_FALSE(find_closest_point(cube.operand(), {0, 0, 0}, -1.0, scratch, found));
    EXPECT_FALSE(find_closest_point(cube.operand(), {0, 0, 0}, NAN, scratch, found));
    EXPECT_FALSE(find_closest_point({}, {0, 0, 0}, 1.0, scratch, found));
    EXPECT_FALSE(found);
    // A distant point is valid.
    for (const double far : {1e17, 1e30}) {
        ASSERT_TRUE(find_closest_point(cube.operand(), {far, 0, 0}, HUGE_VAL, scratch, found));
        EXPECT_NEAR(found.distance, far, 1e-15 * far);
    }
}

// The limit that closest_point.hpp documents applies to each coordinate of each point of each query, and is inclusive.
TEST(ClosestPointTest, every_query_accepts_points_up_to_2e30_and_no_farther) {
    constexpr double kLimit = 2e30;
    const Target cube = make_target(oracle::make_cube(1.0, 1));
    ClosestScratch scratch;
    for (int axis = 0; axis < 3; ++axis)
        for (const double value : {kLimit, -kLimit, std::nextafter(kLimit, HUGE_VAL),
                                   std::nextafter(-kLimit, -HUGE_VAL), HUGE_VAL, -HUGE_VAL}) {
            SCOPED_TRACE(testing::Message() << "axis " << axis << ", " << value);
            glm::dvec3 far(0.0), near(0.0);
            far[axis] = value;
            near[axis] = 3.0;
            const bool is_accepted = std::fabs(value) <= kLimit;
            const auto expect_checked = [&](const Status& status) {
                EXPECT_EQ(static_cast<bool>(status), is_accepted);
                if (!status) {
                    EXPECT_EQ(status.error().message, "a point is not finite or is beyond 2e30");
                }
            };
            ClosestPoint found;
            expect_checked(find_closest_point(cube.operand(), far, HUGE_VAL, scratch, found));
            EXPECT_EQ(static_cast<bool>(found), is_accepted);
            if (is_accepted) {
                EXPECT_NEAR(found.distance, kLimit, 1e-15 * kLimit);
            }
            expect_checked(find_closest_point(cube.operand(), far, near, HUGE_VAL, scratch, found));
            EXPECT_EQ(static_cast<bool>(found), is_accepted);
            expect_checked(find_closest_point(cube.operand(), near, far, HUGE_VAL, scratch, found));
            EXPECT_EQ(static_cast<bool>(found), is_accepted);
            std::vector<RoundContact> contacts(1);
            expect_checked(find_sphere_contacts(cube.operand(), far, 1.0, scratch, contacts));
            EXPECT_TRUE(contacts.empty());
            expect_checked(find_capsule_contacts(cube.operand(), far, near, 2.5, scratch, contacts));
            EXPECT_EQ(contacts.empty(), !is_accepted);
            expect_checked(find_capsule_contacts(cube.operand(), near, far, 2.5, scratch, contacts));
            EXPECT_EQ(contacts.empty(), !is_accepted);
        }
}

} // namespace
} // namespace boxwood
