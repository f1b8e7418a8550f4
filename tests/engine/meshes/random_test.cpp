#include "engine/meshes/generate/random.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <set>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr int kDraws = 40000;
// Chi-square with 19 degrees of freedom exceeds this value with probability 1e-4. The seeds of the tests are fixed.
constexpr double kChiSquare19 = 51.0;

double chi_square(const std::array<int, 20>& bins) {
    double sum = 0.0;
    for (const int count : bins) sum += (count - kDraws / 20.0) * (count - kDraws / 20.0) / (kDraws / 20.0);
    return sum;
}

// Four bands of equal height times five equal sectors are 20 regions of equal area.
std::size_t bin_of(const glm::dvec3& v, int axis) {
    const double height = v[axis], x = v[(axis + 1) % 3], y = v[(axis + 2) % 3];
    const double turn = std::atan2(y, x) / (2.0 * std::numbers::pi) + 0.5;
    const auto band = std::min(3, static_cast<int>(2.0 * (height + 1.0)));
    const auto sector = std::min(4, static_cast<int>(5.0 * turn));
    return static_cast<std::size_t>(5 * band + sector);
}

TEST(RandomTest, the_engine_is_the_mt19937_64_of_the_cpp_standard) {
    Random random(std::mt19937_64::default_seed);
    for (int i = 1; i < 10000; ++i) random.bits();
    EXPECT_EQ(random.bits(), 9981545732273789042ull);
}

TEST(RandomTest, uniform_is_uniform_and_in_range) {
    Random random(1);
    std::array<int, 20> bins{};
    for (int i = 0; i < kDraws; ++i) {
        const double u = random.uniform();
        ASSERT_TRUE(u >= 0.0 && u < 1.0);
        ++bins[static_cast<std::size_t>(20.0 * u)];
    }
    EXPECT_LT(chi_square(bins), kChiSquare19);
}

TEST(RandomTest, below_is_uniform_and_in_range) {
    Random random(2);
    std::array<int, 20> bins{};
    for (int i = 0; i < kDraws; ++i) ++bins.at(random.below(20));
    EXPECT_LT(chi_square(bins), kChiSquare19);
    EXPECT_EQ(random.below(1), 0u);
    // For 3 * 2^62 values, the remainder of 64 random bits would be in the lower third twice as often as in the others.
    int low = 0;
    for (int i = 0; i < kDraws; ++i)
        low += random.below(std::uint64_t{3} << 62) < (std::uint64_t{1} << 62) ? 1 : 0;
    EXPECT_NEAR(low, kDraws / 3.0, 5.0 * std::sqrt(kDraws * 2.0 / 9.0));
}

TEST(RandomTest, normal_has_the_moments_of_the_normal_distribution) {
    Random random(3);
    double sum = 0.0, squares = 0.0, fourths = 0.0;
    for (int i = 0; i < kDraws; ++i) {
        const double x = random.normal();
        ASSERT_TRUE(std::isfinite(x));
        sum += x;
        squares += x * x;
        fourths += x * x * x * x;
    }
    EXPECT_NEAR(sum / kDraws, 0.0, 5.0 / std::sqrt(kDraws));
    EXPECT_NEAR(squares / kDraws, 1.0, 5.0 * std::sqrt(2.0 / kDraws));
    EXPECT_NEAR(fourths / kDraws, 3.0, 5.0 * std::sqrt(96.0 / kDraws));
}

TEST(RandomTest, unit_vectors_are_uniform_on_the_sphere) {
    Random random(4);
    std::array<std::array<int, 20>, 3> bins{};
    for (int i = 0; i < kDraws; ++i) {
        const glm::dvec3 v = random.unit_vector();
        ASSERT_NEAR(glm::length(v), 1.0, 1e-14);
        for (int axis = 0; axis < 3; ++axis) ++bins[static_cast<std::size_t>(axis)][bin_of(v, axis)];
    }
    for (const auto& axis : bins) EXPECT_LT(chi_square(axis), kChiSquare19);
}

// Uniform Euler angles, a common mistake, would fail both checks: rotations near the poles are denser, and the mean
// angle differs.
TEST(RandomTest, rotations_are_uniform) {
    Random random(5);
    std::array<std::array<int, 20>, 3> bins{};
    double angles = 0.0;
    for (int i = 0; i < kDraws; ++i) {
        const glm::dquat q = random.rotation();
        ASSERT_NEAR(glm::length(q), 1.0, 1e-14);
        for (int axis = 0; axis < 3; ++axis) {
            glm::dvec3 fixed(0.0);
            fixed[axis] = 1.0;
            ++bins[static_cast<std::size_t>(axis)][bin_of(q * fixed, (axis + 1) % 3)];
        }
        angles += 2.0 * std::acos(std::min(1.0, std::fabs(q.w)));
    }
    for (const auto& axis : bins) EXPECT_LT(chi_square(axis), kChiSquare19);
    const double mean = std::numbers::pi / 2.0 + 2.0 / std::numbers::pi;
    EXPECT_NEAR(angles / kDraws, mean,
                5.0 * 0.65 / std::sqrt(kDraws)); // 0.65 is the standard deviation of the angle
}

TEST(RandomTest, all_pairs_of_seed_and_stream_give_different_seeds) {
    std::set<std::uint64_t> seeds;
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        for (std::uint64_t stream = 0; stream < 100; ++stream) seeds.insert(mix_seed(seed, stream));
    EXPECT_EQ(seeds.size(), 10000u);
}

TEST(RandomTest, equal_seeds_give_equal_sequences) {
    Random a(9), b(9);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(a.rotation(), b.rotation());
        EXPECT_EQ(a.in_box({1.0, 2.0, 3.0}), b.in_box({1.0, 2.0, 3.0}));
        EXPECT_EQ(a.normal(), b.normal());
    }
}

} // namespace
} // namespace boxwood
