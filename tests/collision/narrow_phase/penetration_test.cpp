// Compares find_penetration() with two oracles: enumeration of directions in long double, and a linear program.
#include "collision/narrow_phase/contacts/penetration.hpp"

#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/narrow_phase/contacts/penetration_expansion.hpp"
#include "collision/narrow_phase/walk/v_clip.hpp"
#include "tests/collision/narrow_phase/sample_polytopes.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/penetration_oracle.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace boxwood::penetration_test {
namespace {

using test::Real;
using test::Vec;

Pose shift(double x, double y, double z) {
    return {glm::dmat3(1.0), {x, y, z}};
}

Pose relative_pose(const Pose& world_from_a, const Pose& world_from_b) {
    return inverse_rigid(world_from_a) * world_from_b;
}

bool is_same(const glm::dvec3& x, const glm::dvec3& y) {
    return std::memcmp(&x, &y, sizeof(x)) == 0 || x == y;
}

// The required accuracy, 1e-9 of the extents, plus the errors that uneven faces and distant positions add.
double allowed_error(const Polytope& a, const Polytope& b, const Pose& world_from_a,
                     const Pose& world_from_b) {
    return 1e-9 * (a.extent() + b.extent()) + a.flatness() + a.reflex() + b.flatness() + b.reflex() +
           1e-15 * (glm::length(world_from_a.origin) + glm::length(world_from_b.origin));
}

void expect_exchange(const Polytope& a, const Polytope& b, const Pose& world_from_a, const Pose& world_from_b,
                     const Penetration& found) {
    const Penetration other = find_penetration(b, a, world_from_b, world_from_a);
    EXPECT_EQ(found.status, other.status);
    EXPECT_EQ(found.depth, other.depth);
    EXPECT_EQ(found.is_unique, other.is_unique);
    EXPECT_TRUE(is_same(found.normal_w, -other.normal_w));
    EXPECT_TRUE(is_same(found.point_on_a_w, other.point_on_b_w));
    EXPECT_TRUE(is_same(found.point_on_b_w, other.point_on_a_w));
    EXPECT_EQ(found.features.a, other.features.b);
    EXPECT_EQ(found.features.b, other.features.a);
}

// Checks the invariants that the header states, except is_unique. Returns the status.
ContactStatus check_pair(const Polytope& a, const Polytope& b, const Pose& world_from_a,
                         const Pose& world_from_b) {
    const Penetration found = find_penetration(a, b, world_from_a, world_from_b);
    const Pose a_from_b = relative_pose(world_from_a, world_from_b);
    const double error = allowed_error(a, b, world_from_a, world_from_b);
    const double least = static_cast<double>(test::find_least_overlap(a, b, a_from_b));
    EXPECT_NEAR(glm::length(found.normal_w), 1.0, 1e-14);
    const glm::dvec3 normal_a = found.normal_w * world_from_a.linear;
    const double along = static_cast<double>(
        test::overlap_along(test::points_in_a(a, Pose{}), test::points_in_a(b, a_from_b), Vec(normal_a)));
    if (found.status == ContactStatus::disjoint) {
        EXPECT_LT(along, error);
        EXPECT_LT(least, error);
        EXPECT_EQ(found.depth, 0.0);
    } else {
        EXPECT_NEAR(found.depth, std::fmax(least, 0.0), error);
        // A translation of B by the depth separates the polytopes: the overlap along the normal is at most the depth.
        EXPECT_LE(along, found.depth + 1e-12 * (a.extent() + b.extent()) + error * 1e-3);
        const Pose moved{world_from_b.linear, world_from_b.origin + found.depth * found.normal_w};
        EXPECT_LE(test::common_depth(a, b, relative_pose(world_from_a, moved)), static_cast<Real>(error));
        const glm::dvec3 difference = found.point_on_a_w - found.point_on_b_w - found.depth * found.normal_w;
        EXPECT_LE(glm::length(difference), error);
        EXPECT_LE(
            test::excess(test::half_spaces(a, test::points_in_a(a, world_from_a)), Vec(found.point_on_a_w)),
            static_cast<Real>(error));
        EXPECT_LE(
            test::excess(test::half_spaces(b, test::points_in_a(b, world_from_b)), Vec(found.point_on_b_w)),
            static_cast<Real>(error));
    }
    expect_exchange(a, b, world_from_a, world_from_b, found);
    return found.status;
}

TEST(PenetrationTest, boxes_match_closed_forms) {
    const Polytope box = test::polytope_of(test::box({1, 2, 3}));
    const Penetration found = find_penetration(box, box, Pose{}, shift(1.5, 0.25, -0.5));
    EXPECT_EQ(found.status, ContactStatus::penetrating);
    EXPECT_DOUBLE_EQ(found.depth, 0.5);
    EXPECT_EQ(found.normal_w, glm::dvec3(1, 0, 0));
    EXPECT_TRUE(found.is_unique);
    EXPECT_EQ(found.features.a.kind, FeatureKind::face);
    EXPECT_EQ(found.features.b.kind, FeatureKind::face);
    EXPECT_NEAR(glm::length(found.point_on_a_w - glm::dvec3(1, 0.125, -0.25)), 0.0, 1e-15);
    EXPECT_NEAR(glm::length(found.point_on_b_w - glm::dvec3(0.5, 0.125, -0.25)), 0.0, 1e-15);

    const Penetration touching = find_penetration(box, box, Pose{}, shift(0, 4, 0));
    EXPECT_EQ(touching.status, ContactStatus::touching);
    EXPECT_EQ(touching.depth, 0.0);
    EXPECT_EQ(touching.normal_w, glm::dvec3(0, 1, 0));
    const Penetration apart = find_penetration(box, box, Pose{}, shift(0, 4.001, 0));
    EXPECT_EQ(apart.status, ContactStatus::disjoint);
    EXPECT_EQ(apart.normal_w, glm::dvec3(0, 1, 0));
}

TEST(PenetrationTest, coincident_polytopes_have_a_depth_and_no_unique_normal) {
    const Polytope cube = test::polytope_of(test::box({1, 1, 1})),
                   slab = test::polytope_of(test::box({1, 1, 0.25f}));
    const Penetration of_cubes = find_penetration(cube, cube, Pose{}, Pose{});
    EXPECT_DOUBLE_EQ(of_cubes.depth, 2.0);
    EXPECT_FALSE(of_cubes.is_unique);
    const Penetration of_slabs = find_penetration(slab, slab, Pose{}, Pose{});
    EXPECT_DOUBLE_EQ(of_slabs.depth, 0.5);
    EXPECT_FALSE(of_slabs.is_unique); // up or down
    const Penetration off_center = find_penetration(slab, slab, Pose{}, shift(0, 0, 0.125));
    EXPECT_DOUBLE_EQ(off_center.depth, 0.375);
    EXPECT_TRUE(off_center.is_unique);
}

TEST(PenetrationTest, crossing_edges_give_an_edge_edge_contact) {
    // Two square rods, each turned to stand on an edge, at right angles to each other: the upper edge of one crosses
    // the lower edge of the other.
    const double half = std::sqrt(0.5);
    const Polytope rod = test::polytope_of(test::box({4, 0.5f, 0.5f}));
    const glm::dmat3 about_x{{1, 0, 0}, {0, half, half}, {0, -half, half}};
    const glm::dmat3 to_y{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    const Pose a{about_x, {0, 0, 0}}, b{to_y * about_x, {0, 0, 2.0 * half - 0.125}};
    const Penetration found = find_penetration(rod, rod, a, b);
    EXPECT_NEAR(found.depth, 0.125, 1e-14);
    EXPECT_NEAR(found.normal_w.z, 1.0, 1e-15);
    EXPECT_EQ(found.features.a.kind, FeatureKind::edge);
    EXPECT_EQ(found.features.b.kind, FeatureKind::edge);
    EXPECT_NEAR(glm::length(found.point_on_a_w - glm::dvec3(0, 0, half)), 0.0, 1e-14);
    check_pair(rod, rod, a, b);
}

TEST(PenetrationTest, random_pairs_agree_with_both_oracles) {
    std::mt19937 random(31);
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    int penetrating = 0;
    const std::size_t count = test::choose_effort(600, 6000);
    for (std::size_t k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const double reach = k % 3 == 0 ? 0.1 : k % 3 == 1 ? 0.8 : 1.5;
        const double offset = k % 7 == 0 ? 1e4 : 1.0;
        const glm::dvec3 place = test::random_in_box(random, offset);
        const Pose world_from_a = make_pose({test::random_rotation(random), place, glm::dvec3(1)});
        const Pose world_from_b = make_pose(
            {test::random_rotation(random), place + test::random_in_box(random, reach), glm::dvec3(1)});
        penetrating += check_pair(a, b, world_from_a, world_from_b) == ContactStatus::penetrating;
        if (HasFailure()) break;
    }
    EXPECT_GT(penetrating, static_cast<int>(count / 4));
}

TEST(PenetrationTest, flat_thin_and_nearly_parallel_polytopes_agree_with_both_oracles) {
    std::mt19937 random(32);
    const std::vector<Polytope> polytopes = test::near_degenerate_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    int penetrating = 0;
    const std::size_t count = test::choose_effort(150, 1500);
    for (std::size_t k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        // Half of the rotations are random, the other half nearly the identity.
        glm::dquat turn = test::random_rotation(random);
        if (k % 2 == 0) {
            const double tilt = std::pow(10.0, -2.0 - static_cast<double>(k % 13));
            turn = glm::normalize(glm::dquat(1.0, tilt * test::random_in_box(random, 1.0)));
        }
        const Pose world_from_a = make_pose({test::random_rotation(random), glm::dvec3(0), glm::dvec3(1)});
        const Pose a_from_b =
            make_pose({turn, test::random_in_box(random, k % 5 == 0 ? 0.3 : 1e-3), glm::dvec3(1)});
        penetrating += check_pair(a, b, world_from_a, world_from_a * a_from_b) == ContactStatus::penetrating;
        if (HasFailure()) break;
    }
    EXPECT_GT(penetrating, static_cast<int>(count / 8));
}

// Several features may be farthest along the normal within the tolerance. Each point must still lie in its polytope.
TEST(PenetrationTest, points_lie_in_their_polytopes_if_faces_are_nearly_parallel) {
    int met = 0;
    for (unsigned seed = 0; seed < test::choose_effort(60, 1000); ++seed) {
        std::mt19937 random(seed);
        const std::vector<Polytope> polytopes = test::near_degenerate_polytopes(random);
        for (int k = 0; k < 150; ++k) {
            const Polytope& a = polytopes[random() % polytopes.size()];
            const Polytope& b = polytopes[random() % polytopes.size()];
            const double tilt = std::pow(10.0, -2.0 - static_cast<double>(k % 13));
            const glm::dvec3 axis = tilt * test::random_in_box(random, 1.0);
            const glm::dvec3 origin = test::random_in_box(random, k % 5 == 0 ? 0.3 : 1e-3);
            const Pose b_at = make_pose({glm::normalize(glm::dquat(1.0, axis)), origin, glm::dvec3(1)});
            const Penetration found = find_penetration(a, b, Pose{}, b_at);
            if (found.status == ContactStatus::disjoint) continue;
            ++met;
            const Real error = static_cast<Real>(allowed_error(a, b, Pose{}, b_at));
            const auto sides_a = test::half_spaces(a, test::points_in_a(a, Pose{}));
            const auto sides_b = test::half_spaces(b, test::points_in_a(b, b_at));
            EXPECT_LE(test::excess(sides_a, Vec(found.point_on_a_w)), error) << seed << ", " << k;
            EXPECT_LE(test::excess(sides_b, Vec(found.point_on_b_w)), error) << seed << ", " << k;
        }
    }
    EXPECT_GT(met, 300);
}

// V-Clip and the search for the depth agree on which pairs are disjoint.
TEST(PenetrationTest, v_clip_and_find_penetration_agree_on_disjoint_pairs) {
    std::mt19937 random(33);
    const std::vector<Polytope> polytopes = test::usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    for (std::size_t k = 0; k < test::choose_effort(20000, 200000); ++k) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 1.4), glm::dvec3(1)});
        FeaturePair cache;
        const ClosestFeatures walked = v_clip(a, b, a_from_b, cache);
        const Penetration found = find_penetration(a, b, Pose{}, a_from_b);
        const double close = 1e-12;
        if (walked.distance > close || found.depth > close) {
            ASSERT_EQ(walked.status == ContactStatus::disjoint, found.status == ContactStatus::disjoint) << k;
        }
    }
}

TEST(PenetrationTest, polytopes_with_many_faces_agree_with_both_oracles) {
    std::mt19937 random(34);
    const Polytope ball = test::polytope_of(test::sphere(16, 8)),
                   disc = test::polytope_of(test::prism(40, 1, 0.25f));
    for (int k = 0; k < 4; ++k) {
        const Pose b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 0.9), glm::dvec3(1)});
        check_pair(ball, disc, Pose{}, b);
    }
}

TEST(PenetrationTest, the_expansion_has_a_result_for_over_90_percent_of_pairs) {
    std::mt19937 random(35);
    std::vector<Polytope> polytopes;
    polytopes.push_back(test::polytope_of(test::sphere(24, 12)));
    polytopes.push_back(test::polytope_of(test::prism(64, 1, 0.25f)));
    for (int k = 0; k < 3; ++k)
        polytopes.push_back(test::polytope_of(test::random_hull(random, 60, 1 << 20, glm::vec3(0x1p-20f))));
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    int results = 0, separated = 0;
    const int count = static_cast<int>(test::choose_effort(2000, 20000));
    for (int k = 0; k < count; ++k) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const Pose pose =
            make_pose({test::random_rotation(random), test::random_in_box(random, 1.5), glm::dvec3(1)});
        const double scale = rounding_scale(a, b, pose), slack = kTouchingTolerance * scale;
        const auto found = penetration_detail::expand(a, b, pose, scale, slack, slack);
        if (!found.has_result) continue;
        ++results;
        separated += found.is_separated;
        const Penetration pair = find_penetration(a, b, Pose{}, pose);
        ASSERT_EQ(found.is_separated, pair.status == ContactStatus::disjoint) << k;
        if (!found.is_separated) {
            ASSERT_NEAR(found.smallest_distance, pair.depth, 1e-10 * scale) << k;
        }
    }
    EXPECT_GT(results, count * 9 / 10);
    EXPECT_GT(separated, count / 20);
    std::printf("%d results of %d, %d separated\n", results, count, separated);
}

TEST(PenetrationDeathTest, poses_that_scale_and_empty_polytopes_abort) {
    const Polytope cube = test::polytope_of(test::box({1, 1, 1}));
    const Pose scaled{glm::dmat3(2.0), glm::dvec3(0.0)};
    EXPECT_DEATH(find_penetration(cube, cube, Pose{}, scaled), "is_rigid");
    EXPECT_DEATH(find_penetration(cube, Polytope{}, Pose{}, Pose{}), "empty");
}

} // namespace
} // namespace boxwood::penetration_test
