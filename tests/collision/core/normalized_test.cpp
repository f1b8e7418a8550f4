#include "collision/core/normalized.hpp"
#include "collision/core/pose.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using Limits = std::numeric_limits<double>;

double unit(std::mt19937_64& io_random) {
    return static_cast<double>(io_random() >> 11) * 0x1.0p-52 - 1.0;
}

glm::dquat random_quaternion(std::mt19937_64& io_random, double length) {
    return {length * unit(io_random), length * unit(io_random), length * unit(io_random),
            length * unit(io_random)};
}

// Computed in long double, whose exponent range contains the square of every double.
glm::dquat expected_unit(const glm::dquat& q) {
    using Long = long double;
    static_assert(std::numeric_limits<Long>::max_exponent > 2 * Limits::max_exponent);
    const Long w = q.w, x = q.x, y = q.y, z = q.z, length = std::sqrt(w * w + x * x + y * y + z * z);
    return {static_cast<double>(w / length), static_cast<double>(x / length), static_cast<double>(y / length),
            static_cast<double>(z / length)};
}

void expect_near(const glm::dquat& q, const glm::dquat& expected, double tolerance, double length) {
    EXPECT_NEAR(q.w, expected.w, tolerance) << "length " << length;
    EXPECT_NEAR(q.x, expected.x, tolerance) << "length " << length;
    EXPECT_NEAR(q.y, expected.y, tolerance) << "length " << length;
    EXPECT_NEAR(q.z, expected.z, tolerance) << "length " << length;
}

// Lengths from 1e-300 to 1e300 in steps of a quarter of a decade, and lengths close to the smallest and the largest
// double.
std::vector<double> lengths() {
    std::vector<double> all{Limits::denorm_min(), 4 * Limits::denorm_min(), 1e-320, Limits::min(), 1e308,
                            Limits::max()};
    for (int quarter = -1200; quarter <= 1200; ++quarter) all.push_back(std::pow(10.0, 0.25 * quarter));
    return all;
}

TEST(NormalizedTest, quaternions_of_any_length_are_normalized_and_accepted) {
    std::mt19937_64 random(25);
    for (const double length : lengths())
        for (int sample = 0; sample < 8; ++sample) {
            const glm::dquat q = random_quaternion(random, length);
            if (q == glm::dquat(0.0, 0.0, 0.0, 0.0))
                continue; // rounded to zero, because the length is close to the smallest denormal
            const glm::dquat n = normalized(q), expected = expected_unit(q);
            expect_near(n, expected, 4e-16, length);
            EXPECT_TRUE(check_transform({.q = q}, "body")) << length;
            const Pose pose = make_pose({.q = q}), of_unit = make_pose({.q = n});
            EXPECT_TRUE(is_rigid(pose, 1e-14)) << length;
            EXPECT_EQ(std::memcmp(&pose, &of_unit, sizeof pose), 0) << length;
            const glm::dvec3 by_pose = pose * glm::dvec3(1.0, 2.0, 3.0),
                             by_quaternion = expected * glm::dvec3(1.0, 2.0, 3.0);
            EXPECT_LT(glm::length(by_pose - by_quaternion), 1e-14) << length;
        }
}

TEST(NormalizedTest, normalizing_is_idempotent_and_keeps_the_bits_of_unit_quaternions) {
    std::mt19937_64 random(7);
    for (const double length : lengths()) {
        const glm::dquat once = normalized(random_quaternion(random, length) + glm::dquat(length, 0, 0, 0));
        const glm::dquat twice = normalized(once),
                         product = once * normalized(random_quaternion(random, 1.0)),
                         kept = normalized(product);
        EXPECT_EQ(std::memcmp(&once, &twice, sizeof once), 0) << length;
        EXPECT_EQ(std::memcmp(&product, &kept, sizeof product), 0) << "a product of unit quaternions";
    }
}

TEST(NormalizedTest, quaternions_of_the_largest_and_smallest_doubles_are_normalized) {
    const double most = Limits::max(), least = Limits::denorm_min();
    expect_near(normalized(glm::dquat(most, -most, most, most)), {0.5, -0.5, 0.5, 0.5}, 1e-16, most);
    expect_near(normalized(glm::dquat(least, least, least, -least)), {0.5, 0.5, 0.5, -0.5}, 1e-16, least);
    expect_near(normalized(glm::dquat(most, least, 0, 0)), {1, 0, 0, 0}, 0.0, most);
    EXPECT_TRUE(check_transform({.q = glm::dquat(most, most, most, most)}, "body"));
}

TEST(NormalizedTest, zero_and_nonfinite_quaternions_are_rejected_with_the_reason) {
    for (const double zero : {0.0, -0.0})
        EXPECT_EQ(check_transform({.q = glm::dquat(zero, 0.0, zero, 0.0)}, "body").error().message,
                  "body: rotation q is the zero quaternion");
    for (const double bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()})
        for (int component = 0; component < 4; ++component) {
            glm::dquat q(1.0, 0.0, 0.0, 0.0);
            q[component] = bad;
            EXPECT_EQ(check_transform({.q = q}, "body").error().message,
                      "body: rotation q has a number that is not finite");
        }
}

TEST(NormalizedTest, vectors_of_any_length_become_unit_vectors) {
    for (const double length : lengths()) {
        const glm::dvec3 v = normalized(glm::dvec3(-length, 0.0, 0.0));
        EXPECT_EQ(v, glm::dvec3(-1.0, 0.0, 0.0)) << length;
        const glm::dvec3 diagonal = normalized(glm::dvec3(length, length, -length));
        EXPECT_LT(glm::length(diagonal - std::sqrt(1.0 / 3.0) * glm::dvec3(1, 1, -1)), 1e-15) << length;
    }
}

TEST(NormalizedTest, cross_products_of_any_length_become_unit_vectors_or_zero) {
    for (const double size : {1e-300, 1e-160, 1.0, 1e200})
        for (const double other : {1e-300, 1.0, 1e300}) {
            const glm::dvec3 n = normalized_cross({size, 0.0, 0.0}, {other, other, 0.0});
            EXPECT_EQ(n, glm::dvec3(0.0, 0.0, 1.0)) << size << " " << other;
            EXPECT_EQ(normalized_cross({size, 0.0, 0.0}, {-other, 0.0, 0.0}), glm::dvec3(0.0));
        }
    EXPECT_EQ(normalized_cross(glm::dvec3(0.0), {1.0, 0.0, 0.0}), glm::dvec3(0.0));
    EXPECT_EQ(normalized_cross({1.0, 0.0, 0.0}, glm::dvec3(0.0)), glm::dvec3(0.0));
}

} // namespace
TEST(NormalizedTest, cross_products_of_parallel_vectors_are_zero) {
    // Their directions, each rounded for itself, have a cross product of 2e-17.
    EXPECT_EQ(normalized_cross({1.0, 3.0, 7.0}, {5.0, 15.0, 35.0}), glm::dvec3(0.0));
    std::mt19937_64 random(35);
    for (int i = 0; i < 10'000; ++i) {
        // Whole numbers, so that the multiple is exact.
        glm::dvec3 v;
        for (int k = 0; k < 3; ++k) v[k] = static_cast<double>(random() % 2'000'001) - 1e6;
        const double factor =
            std::ldexp(static_cast<double>(random() % 1'999 + 1), static_cast<int>(random() % 200) - 100);
        EXPECT_EQ(normalized_cross(v, -factor * v), glm::dvec3(0.0))
            << v.x << ' ' << v.y << ' ' << v.z << ' ' << factor;
    }
    // A vector that differs in the last bit has a direction of its own.
    EXPECT_NE(normalized_cross({1.0, 0.0, 0.0}, {1.0, 0x1p-52, 0.0}), glm::dvec3(0.0));
}

} // namespace boxwood
