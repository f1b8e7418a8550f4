// find_manifold(): points in both polytopes, depths, ids that persist, and the choice of four points.
#include "collision/narrow_phase/contacts/manifold.hpp"

#include "tests/collision/narrow_phase/sample_polytopes.hpp"
#include "tests/oracles/convex_certificate.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <set>

namespace boxwood::manifold_test {
namespace {

using test::Real;
using test::Vec;

Pose shift(double x, double y, double z) {
    return {glm::dmat3(1.0), {x, y, z}};
}

std::set<ManifoldPointId> ids_of(const ContactManifold& manifold) {
    std::set<ManifoldPointId> ids;
    for (const ManifoldPoint& point : manifold.points()) ids.insert(point.id);
    return ids;
}

// Twice the area of the largest triangle of contact points, projected along the normal. For the corners of a rectangle,
// this is the area of the rectangle.
double area_of(const ContactManifold& manifold) {
    double most = 0.0;
    const auto points = manifold.points();
    for (const ManifoldPoint& p : points)
        for (const ManifoldPoint& q : points)
            for (const ManifoldPoint& r : points)
                most =
                    std::fmax(most, glm::dot(manifold.normal_w, glm::cross(q.point_on_a_w - p.point_on_a_w,
                                                                           r.point_on_a_w - p.point_on_a_w)));
    return most;
}

TEST(ManifoldTest, a_box_on_a_larger_one_has_its_four_lower_corners) {
    const Polytope table = test::polytope_of(test::box({4, 4, 1})),
                   box = test::polytope_of(test::box({1, 1, 1}));
    const ContactManifold found = find_manifold(table, box, Pose{}, shift(0.5, 0.25, 1.875));
    ASSERT_EQ(found.count, 4u);
    EXPECT_EQ(found.status, ContactStatus::penetrating);
    EXPECT_EQ(found.normal_w, glm::dvec3(0, 0, 1));
    EXPECT_DOUBLE_EQ(found.depth, 0.125);
    for (const ManifoldPoint& point : found.points()) {
        EXPECT_DOUBLE_EQ(point.depth, 0.125);
        EXPECT_DOUBLE_EQ(point.point_on_a_w.z, 1.0);
        EXPECT_DOUBLE_EQ(point.point_on_b_w.z, 0.875);
        EXPECT_DOUBLE_EQ(std::fabs(point.point_on_b_w.x - 0.5), 1.0);
        EXPECT_DOUBLE_EQ(std::fabs(point.point_on_b_w.y - 0.25), 1.0);
    }
    EXPECT_EQ(ids_of(found).size(), 4u);
    EXPECT_DOUBLE_EQ(area_of(found), 4.0);
    EXPECT_EQ(find_manifold(table, box, Pose{}, shift(0.5, 0.25, 2.5)).count, 0u);
}

TEST(ManifoldTest, ids_stay_while_a_box_slides_and_tilts) {
    const Polytope table = test::polytope_of(test::box({4, 4, 1})),
                   box = test::polytope_of(test::box({1, 1, 1}));
    const std::set<ManifoldPointId> at_rest = ids_of(find_manifold(table, box, Pose{}, shift(0, 0, 1.9)));
    for (int k = 0; k < 200; ++k) {
        const double s = 1e-3 * k, tilt = 1e-4 * std::sin(0.3 * k);
        const Pose b =
            make_pose({glm::dquat(1.0, tilt, 0.5 * tilt, 0.01 * s), {s, 0.5 * s, 1.9}, glm::dvec3(1)});
        EXPECT_EQ(ids_of(find_manifold(table, box, Pose{}, b)), at_rest) << k;
    }
}

TEST(ManifoldTest, an_overhanging_box_is_clipped_at_the_border) {
    const Polytope cube = test::polytope_of(test::box({1, 1, 1}));
    const ContactManifold found = find_manifold(cube, cube, Pose{}, shift(0.5, 0.25, 1.75));
    ASSERT_EQ(found.count, 4u);
    for (const ManifoldPoint& point : found.points()) {
        EXPECT_TRUE(point.point_on_a_w.x == -0.5 || point.point_on_a_w.x == 1.0) << point.point_on_a_w.x;
        EXPECT_TRUE(point.point_on_a_w.y == -0.75 || point.point_on_a_w.y == 1.0) << point.point_on_a_w.y;
    }
}

TEST(ManifoldTest, many_corners_are_reduced_to_four_that_span_the_contact) {
    const Polytope table = test::polytope_of(test::box({4, 4, 1})),
                   disc = test::polytope_of(test::prism(32, 1, 0.5f));
    const ContactManifold found = find_manifold(table, disc, Pose{}, shift(0, 0, 1.4));
    ASSERT_EQ(found.count, 4u);
    // The largest quadrilateral in a circle of radius 1 is a square of area 2. The chosen corners must nearly reach it.
    EXPECT_GT(area_of(found), 2.0 * 0.9);
}

TEST(ManifoldTest, the_margin_adds_points_that_hover) {
    const Polytope table = test::polytope_of(test::box({4, 4, 1})),
                   box = test::polytope_of(test::box({1, 1, 1}));
    const Pose tilted = make_pose({glm::dquat(1.0, 0.005, 0.0, 0.0), {0, 0, 2.005}, glm::dvec3(1)});
    const ContactManifold without = find_manifold(table, box, Pose{}, tilted);
    const ContactManifold with = find_manifold(table, box, Pose{}, tilted, 0.05);
    EXPECT_EQ(without.count, 2u);
    ASSERT_EQ(with.count, 4u);
    EXPECT_LT(with.points()[3].depth, 0.0);
    EXPECT_GE(with.points()[3].depth, -0.05);
}

TEST(ManifoldTest, random_pairs_satisfy_the_invariants) {
    std::mt19937 random(41);
    std::vector<Polytope> polytopes = test::usual_polytopes(random);
    for (Polytope& p : test::near_degenerate_polytopes(random)) polytopes.push_back(std::move(p));
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    std::size_t most = 0, contacts = 0;
    const std::size_t count = test::choose_effort(3000, 30000);
    for (std::size_t k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const Pose pose_a =
            make_pose({test::random_rotation(random), test::random_in_box(random, 2), glm::dvec3(1)});
        glm::dquat turn = test::random_rotation(random);
        if (k % 2 == 0) turn = glm::normalize(glm::dquat(1.0, 1e-4 * test::random_in_box(random, 1.0)));
        const Pose pose_b = pose_a * make_pose({turn, test::random_in_box(random, 0.8), glm::dvec3(1)});
        const ContactManifold found = find_manifold(a, b, pose_a, pose_b);
        const Penetration pair = find_penetration(a, b, pose_a, pose_b);
        ASSERT_EQ(found.status, pair.status);
        ASSERT_EQ(found.normal_w, pair.normal_w);
        ASSERT_EQ(found.count == 0, found.status == ContactStatus::disjoint);
        if (found.count == 0) continue;
        ++contacts;
        const double error =
            1e-9 * (a.extent() + b.extent()) + 2.0 * (a.flatness() + a.reflex() + b.flatness() + b.reflex());
        const auto spaces_a = test::half_spaces(a, test::points_in_a(a, pose_a)),
                   spaces_b = test::half_spaces(b, test::points_in_a(b, pose_b));
        ASSERT_EQ(ids_of(found).size(), found.count);
        for (const ManifoldPoint& point : found.points()) {
            EXPECT_LE(point.depth, found.points()[0].depth + error);
            EXPECT_LE(point.depth, found.depth + error);
            EXPECT_GE(point.depth, 0.0);
            EXPECT_LE(glm::length(point.point_on_a_w - point.point_on_b_w - point.depth * found.normal_w),
                      error);
            EXPECT_LE(test::excess(spaces_a, Vec(point.point_on_a_w)), static_cast<Real>(error));
            EXPECT_LE(test::excess(spaces_b, Vec(point.point_on_b_w)), static_cast<Real>(error));
        }
        EXPECT_NEAR(found.points()[0].depth, pair.depth, 4.0 * error);
        most = std::max(most, found.count);

        const ContactManifold other = find_manifold(b, a, pose_b, pose_a);
        ASSERT_EQ(other.count, found.count);
        ASSERT_EQ(other.normal_w, -found.normal_w);
        for (std::size_t i = 0; i < found.count; ++i) {
            EXPECT_EQ(other.points()[i].point_on_a_w, found.points()[i].point_on_b_w);
            EXPECT_EQ(other.points()[i].id, swapped(found.points()[i].id));
        }
        if (HasFailure()) break;
    }
    EXPECT_EQ(most, 4u);
    EXPECT_GT(contacts, count / 6);
}

} // namespace
} // namespace boxwood::manifold_test
