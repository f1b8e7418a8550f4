#include "collision/volumes/box/box_relation.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/separation.hpp"

#include <gtest/gtest.h>

#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

using oracle::Corners;
using oracle::corners_of;
using oracle::draw;
using oracle::find_widest_gap;
using oracle::Random;
using oracle::Vec;

int cases(std::size_t usual, std::size_t in_a_long_run) {
    return static_cast<int>(test::choose_effort(usual, in_a_long_run));
}

struct BoxPair {
    Aabb a, b;
    Pose world_from_a, world_from_b;
};

BoxPair swapped(const BoxPair& pair) {
    return {pair.b, pair.a, pair.world_from_b, pair.world_from_a};
}

int find_axis(const BoxPair& pair, OverlapTest test = OverlapTest::sat) {
    const BoxRelation relation =
        make_box_relation(pair.world_from_a, pair.world_from_b, pair.a, pair.b, test);
    return find_separating_axis(pair.a, pair.b, relation);
}

long double distance_lower_bound(const BoxPair& pair) {
    return find_widest_gap(corners_of(pair.world_from_a, pair.a), corners_of(pair.world_from_b, pair.b));
}

// The largest gap, in world units, that the test may miss: the error bound plus the same length for the rounding of the
// test. The relation stores doubled lengths, so its error_bound_a is this sum.
long double largest_missed_gap(const BoxPair& pair) {
    const BoxRelation relation =
        make_box_relation(pair.world_from_a, pair.world_from_b, pair.a, pair.b, OverlapTest::sat);
    std::array<float, 4> error_bound{};
    store4(relation.error_bound_a, error_bound.data());
    const glm::dmat3& m = pair.world_from_a.linear;
    const glm::dvec3 error_bound_w = glm::dmat3(glm::abs(m[0]), glm::abs(m[1]), glm::abs(m[2])) *
                                     glm::dvec3(error_bound[0], error_bound[1], error_bound[2]);
    return static_cast<long double>(glm::length(error_bound_w));
}

Aabb box_around(const glm::dvec3& center, const glm::dvec3& half) {
    return {glm::vec3(center - half), glm::vec3(center + half)};
}

glm::dvec3 draw_half(Random& random) {
    return {draw(random, 0.2, 1.0), draw(random, 0.2, 1.0), draw(random, 0.2, 1.0)};
}

BoxPair draw_pair(Random& random, double reach) {
    return {box_around({}, draw_half(random)), box_around({}, draw_half(random)),
            make_pose({oracle::draw_rotation(random), {}, glm::dvec3(1.0)}),
            oracle::draw_pose(random, reach)};
}

// Moves B along the line between the centers until the oracle's gap is as small as doubles allow.
void bring_to_contact(BoxPair& io_pair) {
    const glm::dvec3 direction = io_pair.world_from_b.origin - io_pair.world_from_a.origin;
    if (glm::length(direction) == 0.0) return;
    double inside = 0.0, outside = 8.0 / glm::length(direction) * 100.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (inside + outside);
        io_pair.world_from_b.origin = io_pair.world_from_a.origin + middle * direction;
        (distance_lower_bound(io_pair) > 0.0L ? outside : inside) = middle;
    }
    io_pair.world_from_b.origin = io_pair.world_from_a.origin + inside * direction;
}

// A result may be wrong only if it is "overlap", and only for gaps within the error bound.
void expect_conservative(const BoxPair& pair) {
    const long double gap = distance_lower_bound(pair);
    const int axis = find_axis(pair);
    if (axis >= 0) {
        ASSERT_GT(gap, 0.0L) << "separated by axis " << axis << ", but the corners overlap";
    }
    if (axis < 0) {
        ASSERT_LE(gap, largest_missed_gap(pair)) << "a gap was missed";
    }
    if (find_axis(pair, OverlapTest::sat_lite) >= 0) {
        ASSERT_GE(axis, 0) << "lite separates what SAT does not";
    }
}

// The order of the boxes may affect the result only for gaps within the error bound.
void expect_conservative_both_ways(const BoxPair& pair) {
    expect_conservative(pair);
    expect_conservative(swapped(pair));
    if ((find_axis(pair) < 0) != (find_axis(swapped(pair)) < 0)) {
        ASSERT_LE(std::fabs(distance_lower_bound(pair)),
                  largest_missed_gap(pair) + largest_missed_gap(swapped(pair)));
    }
}

TEST(BoxRelationTest, random_pairs_agree_with_the_corners) {
    Random random(1);
    const int count = cases(10000, 10000000);
    for (int i = 0; i < count && !HasFatalFailure(); ++i)
        expect_conservative_both_ways(draw_pair(random, 1.6));
}

TEST(BoxRelationTest, pairs_in_contact_to_the_last_bit_overlap) {
    Random random(2);
    for (int i = 0; i < cases(300, 50000) && !HasFatalFailure(); ++i) {
        BoxPair pair = draw_pair(random, 1.6);
        bring_to_contact(pair);
        expect_conservative_both_ways(pair);
    }
}

// Faces, edges and corners that touch exactly, for six of the 24 rotations of a cube and for extents down to zero.
TEST(BoxRelationTest, touching_parallel_boxes_overlap) {
    const double s = std::sqrt(0.5);
    const std::array<glm::dquat, 6> quarter_turns{glm::dquat{1, 0, 0, 0}, {s, s, 0, 0},         {s, 0, s, 0},
                                                  {s, 0, 0, s},           {0.5, 0.5, 0.5, 0.5}, {0, 1, 0, 0}};
    const std::array<glm::dvec3, 5> halves{
        glm::dvec3{1, 1, 1}, {1, 2, 0}, {1, 0, 0}, {0, 0, 0}, {500, 500, 5e-4}};
    for (const glm::dquat& turn : quarter_turns)
        for (const glm::dvec3& half : halves)
            for (int touch = 1; touch < 27 && !HasFatalFailure(); ++touch) {
                const glm::dvec3 side(touch % 3 - 1, touch / 3 % 3 - 1, touch / 9 - 1);
                const Pose turned = make_pose({turn, {}, glm::dvec3(1.0)});
                const glm::dvec3 turned_half = glm::abs(turned.linear * half);
                const glm::dvec3 offset = side * (half + turned_half);
                BoxPair pair{box_around({}, half), box_around({}, half), Pose{}, turned};
                pair.world_from_b.origin = offset;
                if (distance_lower_bound(pair) <= 0.0L) {
                    EXPECT_EQ(find_axis(pair), -1);
                }
                expect_conservative_both_ways(pair);
                pair.world_from_b.origin = offset * 1.1;
                if (glm::length(offset) > 0.0) {
                    EXPECT_GE(find_axis(pair), 0) << "touch " << touch;
                }
            }
}

// Large thin plates face to face, with a pose whose entries differ from the identity by up to 2^-24: an error bound of
// zero would fail here.
TEST(BoxRelationTest, thin_plates_at_a_nearly_identical_pose_agree_with_the_corners) {
    Random random(3);
    const Aabb plate = box_around({}, {500.0, 500.0, 5e-4});
    int noisy = 0;
    for (int i = 0; i < 800 && !HasFatalFailure(); ++i) {
        BoxPair pair{plate, plate, Pose{}, Pose{}};
        for (int column = 0; column < 3; ++column)
            for (int row = 0; row < 3; ++row)
                pair.world_from_b.linear[column][row] +=
                    static_cast<double>(static_cast<int>(random() % 3) - 1) * 0x1p-24;
        pair.world_from_b.origin = {draw(random, -900, 900), draw(random, -900, 900), 0.0};
        bring_to_contact(pair);
        expect_conservative_both_ways(pair);
        ++noisy;
    }
    EXPECT_EQ(noisy, 800);
}

// The rotations differ by a tiny angle from rotations of a cube onto itself, as for stacked boxes at rest. Some entries
// of the relative pose are then as small as the rounding of 1, and the error of the inverse is many times larger than
// these entries. The error bound must cover this error, and still be as small as for other rotations.
TEST(BoxRelationTest, tiny_rotations_agree_with_the_corners_and_keep_the_error_bound_small) {
    const double s = std::sqrt(0.5);
    const std::array<glm::dquat, 4> turns{
        glm::dquat{1, 0, 0, 0}, {s, s, 0, 0}, {0, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5}};
    Random random(15);
    for (int i = 0; i < cases(2000, 200000) && !HasFatalFailure(); ++i) {
        BoxPair pair = draw_pair(random, 1.6);
        pair.world_from_a.linear = glm::dmat3(1.0);
        const glm::dvec3 half_angle =
            oracle::draw_point(random, 1.0) * std::pow(10.0, draw(random, -18.0, -4.0));
        const glm::dquat next_to_nothing = glm::normalize(glm::dquat(1.0, half_angle));
        pair.world_from_b.linear =
            glm::mat3_cast(next_to_nothing * turns[static_cast<std::size_t>(i) % turns.size()]);
        if (i % 2 == 0) bring_to_contact(pair);
        expect_conservative_both_ways(pair);
        ASSERT_LT(largest_missed_gap(pair), 1e-4L)
            << "half angles " << half_angle.x << " " << half_angle.y << " " << half_angle.z;
    }
}

// B is rotated about one of A's axes, which may be any of B's axes, and both are scaled along their own axes. The face
// normals then decide all pairs except those within the error bound. For parallel boxes, A's face normals alone decide.
TEST(BoxRelationTest, face_normals_suffice_for_rotations_about_a_common_axis) {
    Random random(31);
    const double s = std::sqrt(0.5);
    const std::array<glm::dquat, 4> axis_permutations{
        glm::dquat{1, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5}, {s, 0, s, 0}, {0, 1, 0, 0}};
    const int count = cases(2000, 1000000);
    int separated = 0, overlapping = 0;
    for (int i = 0; i < count && !HasFatalFailure(); ++i) {
        const bool is_turned = i % 3 != 0;
        glm::dvec3 axis(0.0);
        axis[i % 7 % 3] = 1.0;
        const glm::dquat turn = glm::angleAxis(is_turned ? draw(random, 0.05, 1.5) : 0.0, axis) *
                                axis_permutations[random() % axis_permutations.size()];
        const glm::dquat of_a = oracle::draw_rotation(random);
        BoxPair pair = draw_pair(random, 1.6);
        pair.world_from_a = make_pose({of_a, {}, oracle::draw_scale(random, 0.2)});
        pair.world_from_b =
            make_pose({of_a * turn, pair.world_from_b.origin, oracle::draw_scale(random, 0.2)});

        BoxRelation relation =
            make_box_relation(pair.world_from_a, pair.world_from_b, pair.a, pair.b, OverlapTest::sat);
        ASSERT_EQ(find_needed_test(relation), is_turned ? OverlapTest::sat_lite : OverlapTest::aabb_of_obb);
        relation.test = find_needed_test(relation);
        ASSERT_EQ(find_needed_test(relation), relation.test) << "find_needed_test() is not idempotent";
        const bool is_separated = find_separating_axis(pair.a, pair.b, relation) >= 0;
        ++(is_separated ? separated : overlapping);
        if (is_separated) {
            ASSERT_GT(distance_lower_bound(pair), 0.0L);
        } else {
            ASSERT_LE(distance_lower_bound(pair), largest_missed_gap(pair)) << "a gap was missed";
        }
    }
    EXPECT_GT(separated, count / 20);
    EXPECT_GT(overlapping, count / 20);
}

TEST(BoxRelationTest, other_rotations_need_the_requested_test) {
    Random random(32);
    const Aabb root{glm::vec3(-1.0f), glm::vec3(1.0f)};
    const auto needed = [&](const glm::dquat& turn, OverlapTest test) {
        return find_needed_test(
            make_box_relation(Pose{}, make_pose({turn, {}, glm::dvec3(1.0)}), root, root, test));
    };
    const glm::dquat about_z = glm::angleAxis(0.7, glm::dvec3(0, 0, 1)),
                     a_little_about_x = glm::angleAxis(1e-9, glm::dvec3(1, 0, 0));
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(needed(oracle::draw_rotation(random), OverlapTest::sat), OverlapTest::sat);
    EXPECT_EQ(needed(a_little_about_x * about_z, OverlapTest::sat), OverlapTest::sat);
    EXPECT_EQ(needed(about_z, OverlapTest::sat_lite), OverlapTest::sat_lite);
    EXPECT_EQ(needed(about_z, OverlapTest::aabb_of_obb), OverlapTest::aabb_of_obb);
    EXPECT_EQ(needed({1, 0, 0, 0}, OverlapTest::sat_lite), OverlapTest::aabb_of_obb);
    Pose sheared; // B's x axis is A's x axis, but A's other axes are not orthogonal to it
    sheared.linear = {{1, 0, 0}, {0.3, 1, 0}, {0.2, 0.4, 1}};
    EXPECT_EQ(find_needed_test(make_box_relation(Pose{}, sheared, root, root, OverlapTest::sat)),
              OverlapTest::sat);
}

TEST(BoxRelationTest, nested_boxes_overlap) {
    Random random(4);
    for (int i = 0; i < 2000; ++i) {
        BoxPair pair = draw_pair(random, 0.02);
        pair.b = box_around({}, glm::dvec3(0.02));
        ASSERT_EQ(find_axis(pair), -1);
        ASSERT_EQ(find_axis(swapped(pair)), -1);
    }
}

TEST(BoxRelationTest, flat_boxes_segments_and_points_agree_with_the_corners) {
    Random random(5);
    for (int i = 0; i < cases(3000, 500000) && !HasFatalFailure(); ++i) {
        BoxPair pair = draw_pair(random, 1.0);
        for (Aabb* box : {&pair.a, &pair.b})
            for (int axis = 0; axis < 3; ++axis)
                if (random() % 2 == 0) box->upper[axis] = box->lower[axis];
        if (i % 3 == 0) pair.world_from_b.linear = pair.world_from_a.linear;
        if (i % 2 == 0) bring_to_contact(pair);
        expect_conservative_both_ways(pair);
    }
}

// The 15 axes by definition, for any affine pose: directions in A's frame, and projections of the corners.
std::array<long double, 15> gaps_by_axis(const BoxPair& pair) {
    const Pose a_from_b = inverse(pair.world_from_a) * pair.world_from_b;
    const Corners a = corners_of(Pose{}, pair.a), b = corners_of(a_from_b, pair.b);
    const auto column = [&](int j) { return Vec(a_from_b.linear[j]); };
    std::array<long double, 15> gaps{};
    for (int i = 0; i < 3; ++i) {
        Vec e(0.0L);
        e[i] = 1.0L;
        gaps[static_cast<std::size_t>(i)] = oracle::distance_lower_bound(a, b, e);
        gaps[static_cast<std::size_t>(3 + i)] =
            oracle::distance_lower_bound(a, b, glm::cross(column((i + 1) % 3), column((i + 2) % 3)));
        for (int j = 0; j < 3; ++j)
            gaps[static_cast<std::size_t>(6 + 3 * i + j)] =
                oracle::distance_lower_bound(a, b, glm::cross(e, column(j)));
    }
    return gaps;
}

// Counts, for each axis, the random pairs that only this axis clearly separates. The test must return that axis.
std::array<int, 15> count_lone_axes(Random& random, int count, double decades) {
    std::array<int, 15> found{};
    for (int i = 0; i < count && !testing::Test::HasFatalFailure(); ++i) {
        BoxPair pair = draw_pair(random, 1.6);
        if (decades > 0.0) {
            const auto scale = [&] { return oracle::draw_scale(random, decades); };
            pair.world_from_a = make_pose({oracle::draw_rotation(random), {}, scale()}) * pair.world_from_a;
            pair.world_from_b = make_pose({oracle::draw_rotation(random), {}, scale()}) * pair.world_from_b;
        }
        const std::array<long double, 15> gaps = gaps_by_axis(pair);
        const auto widest = std::max_element(gaps.begin(), gaps.end());
        const auto overlaps_clearly = [](long double gap) { return gap < -1e-4L; };
        if (*widest < 1e-4L || std::count_if(gaps.begin(), gaps.end(), overlaps_clearly) != 14) continue;
        const auto axis = static_cast<std::size_t>(widest - gaps.begin());
        ++found[axis];
        [&] { ASSERT_EQ(find_axis(pair), static_cast<int>(axis)); }();
        if (axis >= 6) [&] { ASSERT_EQ(find_axis(pair, OverlapTest::sat_lite), -1); }();
    }
    return found;
}

TEST(BoxRelationTest, each_axis_alone_separates_some_pairs) {
    Random random(6);
    const int count = cases(60000, 1000000), least = count / 12000;
    const std::array<int, 15> found = count_lone_axes(random, count, 0.0);
    for (std::size_t axis = 0; axis < 15; ++axis) EXPECT_GE(found[axis], least) << "axis " << axis;
}

TEST(BoxRelationTest, each_axis_alone_separates_some_pairs_under_scale_and_shear) {
    Random random(7);
    const int count = cases(120000, 1000000), least = count / 24000;
    const std::array<int, 15> found = count_lone_axes(random, count, 0.3);
    for (std::size_t axis = 0; axis < 15; ++axis) EXPECT_GE(found[axis], least) << "axis " << axis;
}

TEST(BoxRelationTest, the_first_separating_axis_is_returned) {
    Random random(8);
    for (int i = 0; i < 20000 && !HasFatalFailure(); ++i) {
        const BoxPair pair = draw_pair(random, 1.6);
        const std::array<long double, 15> gaps = gaps_by_axis(pair);
        const auto is_close = [](long double gap) { return std::fabs(gap) < 1e-4L; };
        if (std::any_of(gaps.begin(), gaps.end(), is_close)) continue;
        const auto first = std::find_if(gaps.begin(), gaps.end(), [](long double gap) { return gap > 0.0L; });
        ASSERT_EQ(find_axis(pair), first == gaps.end() ? -1 : static_cast<int>(first - gaps.begin()));
    }
}

// Half extents are in [0.2, 1], and offsets in a cube of half side 1.6 along A's axes. 48 % of the pairs are disjoint,
// and 8.8 % of these need a cross axis.
TEST(BoxRelationTest, about_9_percent_of_disjoint_pairs_need_a_cross_axis) {
    Random random(9);
    int disjoint = 0, by_cross = 0;
    for (int i = 0; i < 40000; ++i) {
        BoxPair pair = draw_pair(random, 1.6);
        pair.world_from_a = Pose{};
        const int axis = find_axis(pair);
        disjoint += axis >= 0;
        by_cross += axis >= 6;
    }
    EXPECT_NEAR(disjoint / 40000.0, 0.48, 0.01);
    EXPECT_NEAR(by_cross / static_cast<double>(disjoint), 0.088, 0.006);
}

// Scales from 10^-2 to 10^2 on both objects, some mirrored. Composition of poses shears them.
TEST(BoxRelationTest, conservative_under_scale_and_shear) {
    Random random(10);
    int separated = 0;
    const int rounds = cases(4000, 2000000);
    for (int i = 0; i < rounds && !HasFatalFailure(); ++i) {
        BoxPair pair = draw_pair(random, 1.0);
        const auto warp = [&] {
            return make_pose({oracle::draw_rotation(random), {}, oracle::draw_scale(random, 2.0)}) *
                   make_pose({oracle::draw_rotation(random),
                              {},
                              oracle::draw_scale(random, i % 2 == 0 ? 0.0 : 2.0)});
        };
        pair.world_from_a = warp();
        pair.world_from_b = warp();
        pair.world_from_b.origin = oracle::draw_point(random, 1.0) * std::pow(10.0, draw(random, -2.0, 2.0));
        if (i % 4 == 0) bring_to_contact(pair);
        expect_conservative_both_ways(pair);
        separated += find_axis(pair) >= 0;
    }
    EXPECT_GT(separated, rounds / 20);
}

// The columns of the matrix are nearly coplanar. Its inverse loses most digits; the error bound must cover this error.
TEST(BoxRelationTest, conservative_close_to_singular) {
    Random random(14);
    for (int i = 0; i < 4000 && !HasFatalFailure(); ++i) {
        BoxPair pair = draw_pair(random, 0.0);
        glm::dmat3& m = pair.world_from_b.linear;
        m[2] = m[0] * draw(random, -1.0, 1.0) + m[1] * draw(random, -1.0, 1.0) +
               m[2] * std::pow(10.0, draw(random, -14.0, -7.0));
        pair.world_from_b.origin = oracle::draw_point(random, 1.0);
        if (i % 2 == 0) bring_to_contact(pair);
        if (find_axis(pair) >= 0) {
            ASSERT_GT(distance_lower_bound(pair), 0.0L);
        }
        if (find_axis(swapped(pair)) >= 0) {
            ASSERT_GT(distance_lower_bound(pair), 0.0L);
        }
    }
}

// Far from the world's origin, world vertices have larger rounding errors, which the error bound must cover.
TEST(BoxRelationTest, conservative_far_from_the_world_origin) {
    Random random(11);
    for (int i = 0; i < 3000 && !HasFatalFailure(); ++i) {
        BoxPair pair = draw_pair(random, 1.6);
        const glm::dvec3 far = oracle::draw_point(random, 1.0) * std::pow(10.0, draw(random, 6.0, 16.0));
        pair.world_from_a.origin += far;
        pair.world_from_b.origin += far;
        expect_conservative_both_ways(pair);
    }
}

// As in a traversal, smaller boxes inside the roots use the relation that was made for the roots.
TEST(BoxRelationTest, OneRelationServesAllBoxesInsideTheRoots) {
    Random random(12);
    for (int i = 0; i < 200 && !HasFatalFailure(); ++i) {
        const BoxPair roots = draw_pair(random, 1.0);
        const BoxRelation relation =
            make_box_relation(roots.world_from_a, roots.world_from_b, roots.a, roots.b, OverlapTest::sat);
        for (int k = 0; k < 20; ++k) {
            BoxPair pair = roots;
            for (Aabb* box : {&pair.a, &pair.b}) {
                const glm::dvec3 half = 0.1 * glm::dvec3(box->upper);
                *box = box_around(glm::dvec3(box->upper) * 0.9 * oracle::draw_point(random, 1.0), half);
            }
            const long double gap = distance_lower_bound(pair);
            const int axis = find_separating_axis(pair.a, pair.b, relation);
            if (axis >= 0) {
                ASSERT_GT(gap, 0.0L);
            }
            if (axis < 0) {
                ASSERT_LE(gap, largest_missed_gap(roots));
            }
        }
    }
}

TEST(BoxRelationTest, ASingularPoseSeparatesNothing) {
    Pose flat;
    flat.linear[2] = glm::dvec3(0.0);
    flat.origin = {100, 0, 0};
    const Aabb unit{{0, 0, 0}, {1, 1, 1}};
    EXPECT_EQ(find_axis({unit, unit, Pose{}, flat}), -1);
    EXPECT_EQ(find_axis({unit, unit, flat, Pose{}}), -1);
}

// The bound must not exceed the distance of sampled points in the boxes. For unscaled boxes that are far from each
// other, it must be at least 0.35 of that distance.
TEST(BoxRelationTest, DistanceLowerBoundNeverExceedsSampledDistances) {
    Random random(13);
    for (int i = 0; i < 20000; ++i) {
        const bool is_scaled = i % 2 == 0;
        BoxPair pair = draw_pair(random, 4.0);
        if (is_scaled) { // after the rotation: sheared
            const auto stretch = [&] {
                return make_pose({{1, 0, 0, 0}, {}, oracle::draw_scale(random, 0.7)});
            };
            pair.world_from_a = stretch() * pair.world_from_a;
            pair.world_from_b = stretch() * pair.world_from_b;
        }
        const BoxRelation relation =
            make_box_relation(pair.world_from_a, pair.world_from_b, pair.a, pair.b, OverlapTest::sat);
        const double bound = std::sqrt(squared_distance_lower_bound(pair.a, pair.b, relation));
        double nearest = HUGE_VAL;
        for (int k = 0; k < 200; ++k) {
            const auto point_in = [&](const Aabb& box) {
                glm::dvec3 p;
                for (int axis = 0; axis < 3; ++axis)
                    p[axis] =
                        std::clamp(draw(random, -2.0, 2.0), -1.0, 1.0) * static_cast<double>(box.upper[axis]);
                return p;
            };
            nearest = std::min(nearest, glm::distance(pair.world_from_a * point_in(pair.a),
                                                      pair.world_from_b * point_in(pair.b)));
        }
        ASSERT_LE(bound, nearest);
        if (!is_scaled && nearest > 2.0) {
            ASSERT_GE(bound, 0.35 * nearest);
        }
    }
}

TEST(BoxRelationTest, DistanceLowerBoundIsExactAlongAFaceNormal) {
    const Aabb unit{{-1, -1, -1}, {1, 1, 1}};
    const Pose moved = make_pose({{1, 0, 0, 0}, {5, 0, 0}, {0.5, 3, 3}});
    const BoxRelation relation = make_box_relation(Pose{}, moved, unit, unit, OverlapTest::sat);
    EXPECT_NEAR(std::sqrt(squared_distance_lower_bound(unit, unit, relation)), 3.5, 1e-4);
    const BoxRelation back = make_box_relation(moved, Pose{}, unit, unit, OverlapTest::sat);
    EXPECT_NEAR(std::sqrt(squared_distance_lower_bound(unit, unit, back)), 3.5, 1e-4);
}

} // namespace
} // namespace boxwood
