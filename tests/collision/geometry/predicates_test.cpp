#include "collision/geometry/predicates.hpp"

#include "collision/geometry/exact_sum.hpp"
#include "tests/collision/geometry/random_geometry.hpp"
#include "tests/oracles/determinant_oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace boxwood {
namespace {

TEST(PredicatesTest, arithmetic_is_strict_ieee) {
    EXPECT_TRUE(has_strict_ieee754());
}

TEST(PredicatesTest, exact_sum_handles_the_smallest_and_the_largest_doubles) {
    constexpr double kLargest = std::numeric_limits<double>::max();
    constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
    ExactSum sum;
    EXPECT_EQ(sum.sign(), 0);
    for (int k = 0; k < 30; ++k) sum.add(kLargest, -kLargest, kLargest);
    EXPECT_EQ(sum.sign(), -1);
    for (int k = 0; k < 30; ++k) sum.add(kLargest, kLargest, kLargest);
    EXPECT_EQ(sum.sign(), 0);
    sum.add(kSmallest, kSmallest, kSmallest);
    EXPECT_EQ(sum.sign(), 1);
    sum.add(kSmallest, -2.0 * kSmallest, kSmallest);
    EXPECT_EQ(sum.sign(), -1);
    sum.add(0.0, kLargest, kLargest);
    EXPECT_EQ(sum.sign(), -1);
    sum.add(-kSmallest, -kSmallest, kSmallest);
    EXPECT_EQ(sum.sign(), 0);
}

TEST(PredicatesTest, exact_sum_handles_subnormal_factors) {
    constexpr double kSmallestNormal = std::numeric_limits<double>::min();
    ExactSum sum;
    sum.add(kSmallestNormal, 1.0, 1.0);
    sum.add(-kSmallestNormal / 2.0, 1.0, 1.0);
    EXPECT_EQ(sum.sign(), 1);
    sum.add(-kSmallestNormal / 2.0, 1.0, 1.0);
    EXPECT_EQ(sum.sign(), 0);
}

TEST(PredicatesTest, orientations_follow_the_convention) {
    EXPECT_EQ(orient2d({0, 0}, {1, 0}, {0, 1}), 1);
    EXPECT_EQ(orient2d({0, 0}, {0, 1}, {1, 0}), -1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
    EXPECT_EQ(orient3d({0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}), -1);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {7, -5, 0}), 0);
}

// The usual example of inexact orientations: a point moves by ulps around the diagonal through two other points.
TEST(PredicatesTest, orient2d_is_exact_on_a_grid_of_ulps) {
    for (int i = 0; i < 256; ++i)
        for (int j = 0; j < 256; ++j) {
            const glm::dvec2 p{0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53};
            const int expected = (i < j) - (i > j);
            ASSERT_EQ(orient2d({12, 12}, {24, 24}, p), expected) << i << ' ' << j;
            ASSERT_EQ(orient2d(p, {24, 24}, {12, 12}), -expected) << i << ' ' << j;
        }
}

TEST(PredicatesTest, orient2d_is_exact_on_a_grid_of_ulps_near_a_slanted_line) {
    const glm::dvec2 a{0.1, 0.3}, b{17.3, 12.7};
    const glm::dvec2 middle = 0.37 * a + 0.63 * b;
    int on_either_side[3] = {};
    for (int i = 0; i < 256; ++i)
        for (int j = 0; j < 256; ++j) {
            const glm::dvec2 p{middle.x + (i - 128) * 0x1p-49, middle.y + (j - 128) * 0x1p-49};
            const int sign = orient2d(a, b, p);
            ASSERT_EQ(sign, oracle::orient2d(a, b, p)) << i << ' ' << j;
            ++on_either_side[sign + 1];
        }
    EXPECT_GT(on_either_side[0], 1000);
    EXPECT_GT(on_either_side[2], 1000);
}

TEST(PredicatesTest, orient3d_is_exact_on_a_grid_of_ulps_near_a_plane) {
    const glm::dvec3 a{12, 12, 12}, b{24, 24, 25}, c{-7, 3, 5}, on_plane = a + 0.25 * (b - a) + 0.5 * (c - a);
    int on_either_side[3] = {};
    for (int i = 0; i < 256; ++i)
        for (int j = 0; j < 256; ++j) {
            const glm::dvec3 d = on_plane + glm::dvec3((i - 128) * 0x1p-50, (j - 128) * 0x1p-50, 0x1p-51);
            const int sign = orient3d(a, b, c, d);
            ASSERT_EQ(sign, oracle::orient3d(a, b, c, d)) << i << ' ' << j;
            ++on_either_side[sign + 1];
        }
    EXPECT_GT(on_either_side[0], 1000);
    EXPECT_GT(on_either_side[2], 1000);
}

TEST(PredicatesTest, orientations_of_points_on_an_integer_grid_match_the_oracle) {
    Random random(61);
    for (std::size_t k = 0; k < test::choose_effort(20'000, 500'000); ++k) {
        std::array<glm::dvec3, 4> p;
        for (glm::dvec3& q : p)
            for (int axis = 0; axis < 3; ++axis) q[axis] = static_cast<double>(random() % 5) - 2.0;
        ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), oracle::orient3d(p[0], p[1], p[2], p[3])) << k;
        ASSERT_EQ(orient2d(p[0], p[1], p[2]), oracle::orient2d(p[0], p[1], p[2])) << k;
    }
}

TEST(PredicatesTest, orientations_of_nearly_coplanar_points_match_the_oracle) {
    Random random(62);
    for (std::size_t k = 0; k < test::choose_effort(20'000, 300'000); ++k) {
        // Differences of points near the origin are rarely exact in double; differences of points far from it are
        // always exact.
        const glm::dvec3 origin(k % 2 == 0 ? 0.0 : 8.0);
        const glm::dvec3 a = origin + random_point(random), b = origin + random_point(random);
        const glm::dvec3 c = origin + random_point(random), d = random_point_near_plane(random, a, b, c);
        ASSERT_EQ(orient3d(a, b, c, d), oracle::orient3d(a, b, c, d)) << k;
        const double t = uniform(random);
        const glm::dvec2 a2(a), b2(b), c2 = a2 + t * (b2 - a2);
        ASSERT_EQ(orient2d(a2, b2, c2), oracle::orient2d(a2, b2, c2)) << k;
    }
}

// The filters must not decide when doubles overflow or underflow.
TEST(PredicatesTest, orientations_of_points_with_random_exponents_match_the_oracle) {
    Random random(63);
    for (std::size_t k = 0; k < test::choose_effort(3'000, 100'000); ++k) {
        std::array<glm::dvec3, 4> p;
        for (glm::dvec3& q : p)
            for (int axis = 0; axis < 3; ++axis) q[axis] = random() % 4 == 0 ? 0.0 : random_bits(random);
        if (k % 3 == 0) p[3] = p[1] * 2.0 - p[0]; // nearly on one line, unless it overflows
        if (!std::isfinite(p[3].x) || !std::isfinite(p[3].y) || !std::isfinite(p[3].z)) continue;
        ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), oracle::orient3d(p[0], p[1], p[2], p[3])) << k;
        ASSERT_EQ(orient2d(p[0], p[1], p[3]), oracle::orient2d(p[0], p[1], p[3])) << k;
    }
}

TEST(PredicatesTest, orientations_are_right_for_mixed_tiny_and_huge_coordinates) {
    for (const double huge : {0x1p299, 0x1p310, 0x1p900})
        for (const double tiny : {0x1p-299, 0x1p-310, 0x1p-600, 0x1p-1000}) {
            const glm::dvec3 a{huge, 0, 0}, b{0, tiny, 0}, c{0, 0, tiny};
            EXPECT_EQ(orient3d({0, 0, 0}, a, b, c), 1) << huge << ' ' << tiny;
            EXPECT_EQ(orient3d(a, {0, 0, 0}, b, c), -1) << huge << ' ' << tiny;
            EXPECT_EQ(orient2d({0, 0}, {tiny, 0}, {huge, tiny}), 1) << huge << ' ' << tiny;
            EXPECT_EQ(orient2d({0, 0}, {tiny, tiny}, {tiny, 2 * tiny}), 1) << huge << ' ' << tiny;
        }
}

// With the scale, both products of the determinant are about 1.5 times the smallest double. The smaller product rounds
// up to twice the smallest double and the larger one rounds down to the smallest double, so their computed difference
// has the wrong sign.
TEST(PredicatesTest, orient2d_does_not_trust_products_that_underflow) {
    constexpr double kScale = 0x1p-537, kBit = 0x1p-51, kLost = 0x1p-54;
    const glm::dvec2 a{0.0, kLost}, b{1.0, 0x1p-10 * (1.0 + kBit) + kLost},
        c{0x1p10 * (1.5 - 1.5 * kBit), 1.5};
    EXPECT_EQ(oracle::orient2d(a, b, c), -1);
    EXPECT_EQ(orient2d(a, b, c), -1);
    EXPECT_EQ(orient2d(a * kScale, b * kScale, c * kScale), -1);
}

TEST(PredicatesTest, scaling_by_a_power_of_two_keeps_the_sign) {
    Random random(64);
    for (int k = 0; k < 2000; ++k) {
        const glm::dvec3 a = random_point(random), b = random_point(random), c = random_point(random);
        const glm::dvec3 d = random_point_near_plane(random, a, b, c);
        const int sign = orient3d(a, b, c, d);
        for (const double scale : {0x1p-900, 0x1p-320, 0x1p-30, 0x1p40, 0x1p310, 0x1p1000})
            ASSERT_EQ(orient3d(a * scale, b * scale, c * scale, d * scale), sign) << k << ' ' << scale;
    }
}

TEST(PredicatesTest, swapping_two_points_negates_the_sign) {
    Random random(65);
    for (int k = 0; k < 2000; ++k) {
        const glm::dvec3 a = random_point(random), b = random_point(random), c = random_point(random);
        const glm::dvec3 d = random_point_near_plane(random, a, b, c);
        const int sign = orient3d(a, b, c, d);
        ASSERT_EQ(orient3d(b, a, c, d), -sign);
        ASSERT_EQ(orient3d(a, c, b, d), -sign);
        ASSERT_EQ(orient3d(a, b, d, c), -sign);
        ASSERT_EQ(orient3d(b, c, a, d), sign);
    }
}

// x, rounded down to a multiple of 2^unit, divided by 2^unit.
oracle::BigInteger in_units(double x, int unit) {
    return oracle::scaled_to_integer(std::ldexp(std::floor(std::ldexp(x, -unit)), unit), unit);
}

TEST(PredicatesTest, the_error_of_the_estimate_is_within_its_bound) {
    Random random(66);
    int beyond_a_twentieth = 0;
    for (std::size_t k = 0; k < test::choose_effort(20'000, 300'000); ++k) {
        const Triangle64 t = random_triangle(random);
        const glm::dvec3 d = random_point(random);
        const glm::dvec3 extents =
            glm::max(glm::abs(t[1] - t[0]), glm::max(glm::abs(t[2] - t[0]), glm::abs(d - t[0])));
        const std::array numbers{t[0].x, t[0].y, t[0].z, t[1].x, t[1].y, t[1].z,
                                 t[2].x, t[2].y, t[2].z, d.x,    d.y,    d.z};
        const int unit = 3 * oracle::common_exponent(numbers); // the determinant is a multiple of 2^unit
        const auto determinant =
            oracle::determinant(oracle::differences_from_first<glm::dvec3>({t[0], t[1], t[2], d}));
        const auto error = determinant - in_units(estimate_orient3d(t[0], t[1], t[2], d), unit);
        const double bound = orient3d_error_bound(extents);
        const auto allowed = in_units(bound, unit), twentieth = in_units(bound / 20.0, unit);
        ASSERT_FALSE(error > allowed || -error > allowed) << k;
        beyond_a_twentieth += error > twentieth || -error > twentieth;
    }
    EXPECT_GT(beyond_a_twentieth, 0) << "no error exceeds 5 % of the bound: the corpus is too easy";
}

TEST(PredicatesTest, only_degenerate_points_need_exact_tests) {
    Random random(67);
    std::uint64_t exact_tests = 0;
    for (int k = 0; k < 100'000; ++k) {
        const glm::dvec3 a = random_point(random), b = random_point(random), c = random_point(random);
        orient3d(a, b, c, random_point(random), exact_tests);
        orient2d(a, b, c, exact_tests);
    }
    EXPECT_EQ(exact_tests, 0u);
    // For coplanar points the filter decides only if their plane is perpendicular to an axis.
    EXPECT_EQ(orient3d({0, 0, 3}, {1, 5, 3}, {3, 7, 3}, {0.1, 0.7, 3}, exact_tests), 0);
    EXPECT_EQ(exact_tests, 0u);
    EXPECT_EQ(orient3d({0, 0, 0}, {1, 5, 1}, {3, 7, 3}, {0.1, 0.7, 0.1}, exact_tests), 0);
    EXPECT_EQ(exact_tests, 1u);
    EXPECT_EQ(orient2d({0, 0}, {1, 3}, {2, 6}, exact_tests), 0);
    EXPECT_EQ(exact_tests, 2u);
}

} // namespace
} // namespace boxwood
