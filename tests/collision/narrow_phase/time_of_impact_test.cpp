// Times of impact of polytopes are never late. The oracles, in long double, are separating planes at sampled times and
// bisection.
#include "collision/narrow_phase/time_of_impact.hpp"

#include "tests/collision/narrow_phase/sample_polytopes.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/motion_oracle.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace boxwood::time_of_impact_test {
namespace {

using test::Real;
using test::Vec;

Pose shift(double x, double y, double z) {
    return {glm::dmat3(1.0), {x, y, z}};
}
RigidMotion move(const Pose& start, const glm::dvec3& by) {
    return {start, glm::dvec3(0.0), by, glm::dvec3(0.0)};
}

TimeOfImpact find(const Polytope& a, const RigidMotion& motion_a, const Polytope& b,
                  const RigidMotion& motion_b, const TimeOfImpactRequest& request = {}) {
    return *find_time_of_impact(a, motion_a, b, motion_b, request);
}

TEST(RigidMotionTest, starts_and_ends_at_the_given_poses) {
    std::mt19937 random(70);
    for (int k = 0; k < 200; ++k) {
        const Pose start = make_pose(
            {test::random_rotation(random), test::random_in_box(random, 3), glm::dvec3(2.0, 1.0, -0.5)});
        const Pose turn =
            make_pose({test::random_rotation(random), test::random_in_box(random, 3), glm::dvec3(1)});
        const Pose end{turn.linear * start.linear, turn.origin};
        ASSERT_TRUE(check_motion_ends(start, end, "motion"));
        const glm::dvec3 center = test::random_in_box(random, 1);
        const RigidMotion motion = RigidMotion::between(start, end, center);
        EXPECT_LE(glm::length(motion.rotation_w), std::numbers::pi + 1e-9);
        const Pose first = motion.at(0.0), last = motion.at(1.0), middle = motion.at(0.5);
        EXPECT_EQ(first.linear, start.linear);
        EXPECT_EQ(first.origin, start.origin);
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(glm::length(last.linear[c] - end.linear[c]), 0.0, 1e-12);
        EXPECT_NEAR(glm::length(last.origin - end.origin), 0.0, 1e-12);
        EXPECT_NEAR(glm::length(middle * center - 0.5 * (start * center + end * center)), 0.0, 1e-12);
        const test::MotionOracle oracle(motion, 0.25L);
        EXPECT_NEAR(static_cast<double>(glm::length(oracle.at(Vec(0.5, 1, 2)) -
                                                    Vec(motion.at(0.25) * glm::dvec3(0.5, 1, 2)))),
                    0.0, 1e-13);
    }
    EXPECT_FALSE(check_motion_ends(Pose{}, Pose{glm::dmat3(2.0), glm::dvec3(0.0)}, "motion"));
    EXPECT_FALSE(check_motion({Pose{}, {}, {NAN, 0, 0}, {}}, "motion"));
    EXPECT_FALSE(check_motion({Pose{}, {}, {}, {0, HUGE_VAL, 0}}, "motion"));
}

TEST(TimeOfImpactTest, matches_closed_forms) {
    const Polytope cube = test::polytope_of(test::box({1, 1, 1}));
    const TimeOfImpactRequest fine{.tolerance = 1e-9};
    const TimeOfImpact head_on =
        find(cube, RigidMotion::at_rest(Pose{}), cube, move(shift(4, 0.5, 0.25), {-4, 0, 0}), fine);
    EXPECT_EQ(head_on.status, ImpactStatus::impact);
    EXPECT_NEAR(head_on.time, 0.5, 1e-9);
    EXPECT_LT(head_on.time, 0.5);
    EXPECT_NEAR(head_on.normal_w.x, 1.0, 1e-15);
    EXPECT_LE(head_on.distance, head_on.tolerance_used);
    EXPECT_GT(head_on.distance, 0.0);
    // A body that just misses, and one that just grazes.
    EXPECT_EQ(find(cube, RigidMotion::at_rest(Pose{}), cube, move(shift(4, 2.001, 0), {-8, 0, 0})).status,
              ImpactStatus::none);
    EXPECT_EQ(find(cube, RigidMotion::at_rest(Pose{}), cube, move(shift(4, 1.999, 0), {-8, 0, 0})).status,
              ImpactStatus::impact);
    EXPECT_EQ(find(cube, RigidMotion::at_rest(Pose{}), cube, move(shift(4, 0, 0), {4, 0, 0})).status,
              ImpactStatus::none);
    EXPECT_EQ(find(cube, RigidMotion::at_rest(Pose{}), cube, move(shift(4, 0, 0), {-1, 0, 0})).status,
              ImpactStatus::none);
    // A rod of half length 2 turns, and its side near the end hits a post.
    const Polytope rod = test::polytope_of(test::box({2, 0.0625f, 0.0625f})),
                   post = test::polytope_of(test::box({0.125f, 0.125f, 4}));
    const RigidMotion turning{Pose{}, glm::dvec3(0.0), glm::dvec3(0.0), {0, 0, std::numbers::pi}};
    const TimeOfImpact swept = find(rod, turning, post, RigidMotion::at_rest(shift(0, 1.5, 0)), fine);
    EXPECT_EQ(swept.status, ImpactStatus::impact);
    EXPECT_NEAR(swept.normal_w.z, 0.0, 1e-12);
    EXPECT_GT(swept.time, 0.4);
    EXPECT_LT(swept.time, 0.5);
}

TEST(TimeOfImpactTest, contact_at_the_start_is_reported_as_a_status) {
    const Polytope cube = test::polytope_of(test::box({1, 1, 1}));
    for (const Pose& start : {shift(1, 0.5, 0), shift(2, 0, 0), Pose{}})
        for (const glm::dvec3& velocity :
             {glm::dvec3(-1, 0, 0), glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0.0)}) {
            const TimeOfImpact found = find(cube, RigidMotion::at_rest(Pose{}), cube, move(start, velocity));
            EXPECT_EQ(found.status, ImpactStatus::starts_in_contact);
            EXPECT_EQ(found.time, 0.0);
        }
    // Separated, but within the tolerance: approaching is an impact at time 0, leaving is no impact.
    const TimeOfImpact near =
        find(cube, RigidMotion::at_rest(Pose{}), cube, move(shift(2.00005, 0, 0), {-1, 0, 0}));
    EXPECT_EQ(near.status, ImpactStatus::impact);
    EXPECT_EQ(near.time, 0.0);
    EXPECT_EQ(find(cube, RigidMotion::at_rest(Pose{}), cube, move(shift(2.00005, 0, 0), {1, 0, 0})).status,
              ImpactStatus::none);
}

TEST(TimeOfImpactTest, at_the_iteration_limit_the_returned_time_is_not_late) {
    std::mt19937 random(71);
    const Polytope needle = test::polytope_of(test::box({2, 0.01f, 0.01f}));
    const RigidMotion a{Pose{}, glm::dvec3(0.0), glm::dvec3(0.0), {0, 0, 50}};
    const RigidMotion b{shift(0, 2.02, 0), glm::dvec3(0.0), glm::dvec3(0.0), {0, 0, -50}};
    const TimeOfImpact found = find(needle, a, needle, b, {.tolerance = 1e-7, .max_iterations = 5});
    EXPECT_EQ(found.status, ImpactStatus::iteration_limit);
    for (int k = 0; k <= 100; ++k)
        EXPECT_TRUE(test::are_apart_at(needle, a, needle, b, found.time * k / 100));
}

TEST(TimeOfImpactTest, invalid_requests_are_errors) {
    const Polytope cube = test::polytope_of(test::box({1, 1, 1}));
    const RigidMotion rest = RigidMotion::at_rest(shift(9, 0, 0));
    const auto message = [&](const RigidMotion& motion, const TimeOfImpactRequest& request) {
        const auto found = find_time_of_impact(cube, motion, cube, rest, request);
        return found ? std::string() : found.error().message;
    };
    EXPECT_EQ(message(move(Pose{}, {NAN, 0, 0}), {}),
              "motion of a: the velocity is not finite or is beyond 1e18");
    EXPECT_EQ(message(RigidMotion::at_rest({glm::dmat3(2.0), glm::dvec3(0.0)}), {}),
              "motion of a: the pose of a polytope must be rigid");
    EXPECT_EQ(message(rest, {.tolerance = NAN}), "request: tolerance must be a number of at least 0");
    EXPECT_EQ(message(RigidMotion::at_rest(Pose{}), {.tolerance = 0.0}), "");
    EXPECT_DEATH(static_cast<void>(find_time_of_impact(Polytope{}, rest, cube, rest)), "empty");
}

struct Tally {
    std::size_t impacts = 0, none = 0, contacts = 0, limits = 0, iterations = 0;
};

void check_motion_pair(const Polytope& a, const RigidMotion& motion_a, const Polytope& b,
                       const RigidMotion& motion_b, std::mt19937& random, Tally& io_tally) {
    const TimeOfImpact found = find(a, motion_a, b, motion_b);
    io_tally.iterations += found.iterations;
    const auto apart = [&](Real time) { return test::are_apart_at(a, motion_a, b, motion_b, time); };
    if (found.status == ImpactStatus::starts_in_contact) {
        ++io_tally.contacts;
        ASSERT_EQ(found.time, 0.0);
        // The pair touches within rounding or penetrates. The oracle cannot decide the former.
        return;
    }
    std::uniform_real_distribution<double> part(0.0, 1.0);
    for (int k = 0; k < 5; ++k) ASSERT_TRUE(apart(found.time * part(random))) << "in contact earlier";
    ASSERT_TRUE(apart(found.time)) << "in contact at the time returned";
    if (found.status == ImpactStatus::none) {
        ++io_tally.none;
        ASSERT_EQ(found.time, 1.0);
        return;
    }
    if (found.status == ImpactStatus::iteration_limit) {
        ++io_tally.limits;
        return;
    }
    ++io_tally.impacts;
    ASSERT_GT(found.distance, 0.0);
    ASSERT_LE(found.distance, found.tolerance_used);
    ASSERT_NEAR(glm::distance(found.point_on_a_w, found.point_on_b_w), found.distance,
                1e-3 * found.tolerance_used + 1e-15 * glm::length(found.point_on_a_w));
    // Brackets the first overlap by a few sampled times, then bisects between the last separated and the first
    // overlapping time.
    Real low = found.time, high = found.time;
    for (int k = 1; k <= 8 && apart(high); ++k) {
        low = high;
        high = found.time + (1 - Real(found.time)) * k / 8;
    }
    for (int k = 0; k < 30; ++k) {
        const Real middle = (low + high) / 2;
        (apart(middle) ? low : high) = middle;
    }
    ASSERT_LE(static_cast<Real>(found.time), high);
}

// Tests 10^5 motions, or 10^6 in a long run.
TEST(TimeOfImpactTest, random_motions_are_never_late) {
    std::mt19937 random(72);
    std::vector<Polytope> polytopes;
    polytopes.push_back(test::polytope_of(test::tetrahedron()));
    polytopes.push_back(test::polytope_of(test::box({1, 0.5f, 0.25f})));
    polytopes.push_back(test::polytope_of(test::box({1, 1, 0.001f}))); // a sheet
    polytopes.push_back(test::polytope_of(test::box({1, 0.01f, 0.01f})));
    polytopes.push_back(test::polytope_of(test::random_hull(random, 6, 1 << 20, glm::vec3(0x1p-20f))));
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    Tally tally;
    const std::size_t count = test::choose_effort(100000, 1000000);
    for (std::size_t k = 0; k < count; ++k) {
        SCOPED_TRACE(k);
        const double far = k % 10 == 9 ? 1e6 : 0.0;
        const double spin = k % 3 == 0 ? 0.0 : k % 3 == 1 ? 2.0 : 30.0;
        const double speed = k % 5 == 4 ? 100.0 : 4.0;
        const glm::dvec3 place(far, -far, 0.5 * far);
        const auto motion = [&] {
            const Pose start = make_pose(
                {test::random_rotation(random), place + test::random_in_box(random, 2.5), glm::dvec3(1)});
            return RigidMotion{start, test::random_in_box(random, 0.5), test::random_in_box(random, speed),
                               test::random_in_box(random, spin)};
        };
        const RigidMotion motion_a = motion();
        RigidMotion motion_b = motion();
        if (k % 2 == 0) // towards each other
            motion_b.velocity_w +=
                2.0 * (motion_a.start.origin - motion_b.start.origin) + motion_a.velocity_w;
        check_motion_pair(polytopes[pick(random)], motion_a, polytopes[pick(random)], motion_b, random,
                          tally);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(tally.impacts, count / 10);
    EXPECT_GT(tally.none, count / 10);
    EXPECT_LT(tally.limits, count / 1000);
    std::printf("impacts %zu, none %zu, in contact %zu, limits %zu, iterations per motion %.1f\n",
                tally.impacts, tally.none, tally.contacts, tally.limits,
                static_cast<double>(tally.iterations) / static_cast<double>(count));
}

// A cube of 1 mm crosses 17 m in a step of 1/60 s at 1000 m/s. The sheet is 1 mm thick.
TEST(TimeOfImpactTest, a_bullet_never_passes_a_sheet) {
    std::mt19937 random(73);
    const Polytope bullet = test::polytope_of(test::box(glm::vec3(0.0005f))),
                   sheet = test::polytope_of(test::box({1, 1, 0.0005f}));
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    for (std::size_t k = 0; k < test::choose_effort(10000, 100000); ++k) {
        SCOPED_TRACE(k);
        const Pose sheet_pose =
            make_pose({test::random_rotation(random), test::random_in_box(random, 10), glm::dvec3(1)});
        const double travel = 1000.0 / 60.0;
        // The bullet starts above or below the sheet and aims at a random point of the sheet from a random direction.
        const glm::dvec3 aim(0.9 * unit(random), 0.9 * unit(random), 0.0);
        const glm::dvec3 direction = glm::normalize(
            glm::dvec3(unit(random), unit(random),
                       k % 2 == 0 ? -0.1 - std::fabs(unit(random)) : 0.1 + std::fabs(unit(random))));
        const double before = 0.1 + 0.8 * std::fabs(unit(random));
        const Pose start = make_pose(
            {test::random_rotation(random), sheet_pose * (aim - before * travel * direction), glm::dvec3(1)});
        const RigidMotion motion{start, glm::dvec3(0.0), sheet_pose.linear * (travel * direction),
                                 test::random_in_box(random, 20.0)};
        const TimeOfImpact found = find(bullet, motion, sheet, RigidMotion::at_rest(sheet_pose));
        ASSERT_EQ(found.status, ImpactStatus::impact);
        ASSERT_LE(found.time, before);
        ASSERT_GT(found.time, before - 0.002);
    }
}

} // namespace
} // namespace boxwood::time_of_impact_test
