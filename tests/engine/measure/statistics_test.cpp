// Compares intervals, fits and quantiles with slow references: numerical integration, enumeration, and data with known
// results.
#include "engine/measure/statistics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace boxwood {
namespace {

// The probability that Student's t exceeds `t`: the integral over angles with x = tan(angle), by the midpoint rule.
double tail_above(double t, int freedom) {
    const double n = freedom;
    const auto density = [n](double x) { return std::pow(1.0 + x * x / n, -0.5 * (n + 1.0)); };
    const auto integrate = [&](double from) {
        const double end = std::acos(0.0), start = std::atan(from);
        constexpr int kSteps = 20000;
        double sum = 0.0;
        for (int i = 0; i < kSteps; ++i) {
            const double angle = start + (end - start) * (i + 0.5) / kSteps;
            sum += density(std::tan(angle)) / (std::cos(angle) * std::cos(angle));
        }
        return sum * (end - start) / kSteps;
    };
    return integrate(t) / (2.0 * integrate(0.0));
}

TEST(Statistics, the_tail_above_a_student_quantile_is_2_5_percent) {
    for (const int freedom : {1, 2, 3, 4, 5, 9, 17, 29, 30, 31, 40, 100, 1000})
        EXPECT_NEAR(tail_above(student_quantile(freedom), freedom), 0.025, 2e-5) << freedom;
}

TEST(Statistics, a_mean_interval_equals_the_formula_for_students_t) {
    const std::vector<double> values{1.0, 2.0, 3.0, 4.0, 10.0}; // the variance is 12.5
    const Interval interval = mean_interval(values);
    EXPECT_DOUBLE_EQ(interval.value, 4.0);
    EXPECT_NEAR(interval.high - 4.0, 2.776 * std::sqrt(12.5 / 5.0), 1e-12);
    EXPECT_NEAR(4.0 - interval.low, 2.776 * std::sqrt(12.5 / 5.0), 1e-12);
}

TEST(Statistics, mean_intervals_cover_the_true_mean_in_95_percent_of_trials) {
    std::mt19937 engine(5);
    std::normal_distribution<double> normal(7.0, 2.0);
    int covered = 0;
    constexpr int kTrials = 4000;
    for (int trial = 0; trial < kTrials; ++trial) {
        std::array<double, 5> values{};
        for (double& value : values) value = normal(engine);
        const Interval interval = mean_interval(values);
        covered += interval.low <= 7.0 && 7.0 <= interval.high ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(covered) / kTrials, 0.95, 0.015);
}

TEST(Statistics, the_interval_of_no_values_is_unknown_and_that_of_one_is_unbounded) {
    EXPECT_FALSE(mean_interval({}).is_known());
    const Interval one = mean_interval(std::array{3.0});
    EXPECT_EQ(one.value, 3.0);
    EXPECT_FALSE(one.lies_in(-1e300, 1e300));
    EXPECT_FALSE(one.lies_outside(4.0, 5.0));
    const Interval same = mean_interval(std::array{3.0, 3.0});
    EXPECT_TRUE(same.lies_in(2.9, 3.1));
    EXPECT_FALSE(same.lies_in(3.0, 4.0)); // a value on the bound is not inside
    EXPECT_TRUE(same.lies_outside(3.0, 4.0));
    EXPECT_EQ(median_of(std::array{5.0, 1.0, 2.0}), 2.0);
    EXPECT_EQ(median_of(std::array{5.0, 1.0, 2.0, 4.0}), 3.0);
}

TEST(Statistics, fits_recover_the_curve_they_are_given) {
    std::vector<double> xs, line, power, parabola;
    for (int i = 1; i <= 10; ++i) {
        const double x = 100.0 * i;
        xs.push_back(x);
        line.push_back(3.0 - 0.25 * x);
        power.push_back(0.5 * std::pow(x, 1.7));
        parabola.push_back(2.0 - 0.5 * x + 0.03 * x * x);
    }
    EXPECT_NEAR(fit_line(xs, line).slope, -0.25, 1e-12);
    EXPECT_NEAR(fit_line(xs, line).at_zero, 3.0, 1e-9);
    EXPECT_NEAR(fit_exponent(xs, power), 1.7, 1e-12);
    const Parabola fitted = fit_parabola(xs, parabola);
    EXPECT_NEAR(fitted.bend, 0.03, 1e-12);
    EXPECT_NEAR(fitted.slope, -0.5, 1e-9);
    EXPECT_NEAR(fitted.at_zero, 2.0, 1e-7);
}

TEST(Statistics, a_changed_coefficient_of_a_fit_increases_the_sum_of_squares) {
    std::mt19937 engine(8);
    std::uniform_real_distribution<double> noise(-1.0, 1.0);
    std::vector<double> xs, ys;
    for (int i = 0; i < 12; ++i) {
        xs.push_back(0.3 * i);
        ys.push_back(1.0 + 0.3 * i * i + noise(engine));
    }
    const auto squares = [&](double a, double b, double c) {
        double sum = 0.0;
        for (std::size_t i = 0; i < xs.size(); ++i)
            sum += std::pow(a + b * xs[i] + c * xs[i] * xs[i] - ys[i], 2.0);
        return sum;
    };
    const Line line = fit_line(xs, ys);
    const Parabola curve = fit_parabola(xs, ys);
    for (const double step : {-1e-3, 1e-3}) {
        EXPECT_GT(squares(line.at_zero + step, line.slope, 0), squares(line.at_zero, line.slope, 0));
        EXPECT_GT(squares(line.at_zero, line.slope + step, 0), squares(line.at_zero, line.slope, 0));
        const double best = squares(curve.at_zero, curve.slope, curve.bend);
        EXPECT_GT(squares(curve.at_zero + step, curve.slope, curve.bend), best);
        EXPECT_GT(squares(curve.at_zero, curve.slope + step, curve.bend), best);
        EXPECT_GT(squares(curve.at_zero, curve.slope, curve.bend + step), best);
    }
}

// Enumerates all 2^n ways in which n values can lie below or above the true median, and counts those in which the
// interval from the k-th smallest to the k-th largest value misses it.
TEST(Statistics, the_median_interval_is_the_narrowest_with_95_percent_coverage) {
    for (unsigned n = 1; n <= 15; ++n) {
        std::vector<double> values;
        for (unsigned i = 0; i < n; ++i) values.push_back(n - i);
        const Interval interval = median_interval(values);
        EXPECT_EQ(interval.value, 0.5 * (n + 1));
        const auto missed_share = [n](unsigned k) {
            unsigned missed = 0;
            for (unsigned sides = 0; sides < 1u << n; ++sides) {
                const auto below = static_cast<unsigned>(std::popcount(sides));
                missed += below < k || n - below < k ? 1 : 0;
            }
            return static_cast<double>(missed) / static_cast<double>(1u << n);
        };
        if (n < 6) {
            EXPECT_TRUE(std::isinf(interval.low) && std::isinf(interval.high)) << n;
            EXPECT_GT(missed_share(1), 0.05);
            continue;
        }
        const auto k = static_cast<unsigned>(interval.low);
        EXPECT_EQ(interval.high, n + 1 - k);
        EXPECT_LE(missed_share(k), 0.05) << n;
        EXPECT_GT(missed_share(k + 1), 0.05) << n;
    }
    EXPECT_TRUE(std::isnan(median_interval({}).value));
    EXPECT_FALSE(median_interval(std::array{1.0, std::nan(""), 2.0}).is_known());
}

// From n = 1075, 2^-n underflows to 0 in double. The ends must be near n / 2 -+ 0.98 sqrt(n).
TEST(Statistics, the_median_interval_of_many_values_has_the_expected_width) {
    for (const unsigned n : {1000u, 1070u, 1100u, 5000u, 100000u}) {
        std::vector<double> values;
        for (unsigned i = 1; i <= n; ++i) values.push_back(i);
        const Interval interval = median_interval(values);
        EXPECT_NEAR(interval.low, 0.5 * n - 0.98 * std::sqrt(n), 1.5) << n;
        EXPECT_EQ(interval.high, n + 1 - interval.low);
    }
}

TEST(Statistics, fits_to_points_that_determine_no_curve_are_nan) {
    EXPECT_TRUE(std::isnan(fit_line(std::array{1.0}, std::array{2.0}).slope));
    EXPECT_TRUE(std::isnan(fit_line(std::array{1.0, 1.0}, std::array{2.0, 3.0}).slope));
    EXPECT_TRUE(std::isnan(fit_parabola(std::array{1.0, 2.0, 2.0}, std::array{1.0, 2.0, 3.0}).bend));
    EXPECT_TRUE(std::isnan(fit_exponent(std::array{0.0, 1.0}, std::array{1.0, 1.0})));
}

} // namespace
} // namespace boxwood
