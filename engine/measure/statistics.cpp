#include "engine/measure/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace boxwood {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The values that Student's t exceeds with probability 2.5 %, for 1, 2, ... degrees of freedom.
constexpr std::array kQuantiles{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                                2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
constexpr double kNormalQuantile = 1.960;

} // namespace

double mean_of(std::span<const double> values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

double student_quantile(int freedom) {
    const auto index = static_cast<std::size_t>(freedom - 1);
    if (index < kQuantiles.size()) return kQuantiles[index];
    // Two terms of the expansion in 1 / freedom: accurate to three decimals for more than 30 degrees of freedom.
    const double z = kNormalQuantile, n = freedom;
    return z + (z * z * z + z) / (4.0 * n) +
           (5.0 * std::pow(z, 5) + 16.0 * z * z * z + 3.0 * z) / (96.0 * n * n);
}

Interval mean_interval(std::span<const double> values) {
    if (values.empty()) return {kNaN, kNaN, kNaN};
    const double mean = mean_of(values);
    if (values.size() == 1)
        return {mean, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    double squares = 0.0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    const auto count = static_cast<double>(values.size());
    const double half =
        student_quantile(static_cast<int>(values.size()) - 1) * std::sqrt(squares / (count - 1.0) / count);
    return {mean, mean - half, mean + half};
}

double median_of(std::span<const double> values) {
    if (values.empty()) return kNaN;
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

// Each value is below the median with probability 1/2, like a fair coin. The k-th smallest and the k-th largest of n
// values enclose the median unless fewer than k of n coins show heads, or fewer than k coins show tails.
Interval median_interval(std::span<const double> values) {
    constexpr double kUnbounded = std::numeric_limits<double>::infinity();
    const bool is_number =
        std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
    if (values.empty() || !is_number) return {kNaN, kNaN, kNaN};
    Interval interval{median_of(values), -kUnbounded, kUnbounded};
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const auto n = static_cast<double>(sorted.size());
    double log_chance = -n * std::log(2.0); // of the probability that exactly k - 1 coins show heads
    double outside = 0.0; // probability that fewer than k coins show heads, or fewer than k show tails
    for (std::size_t k = 1; 2 * k <= sorted.size(); ++k) {
        outside += 2.0 * std::exp(log_chance);
        if (outside > 0.05) break;
        interval.low = sorted[k - 1];
        interval.high = sorted[sorted.size() - k];
        log_chance += std::log((n - static_cast<double>(k) + 1.0) / static_cast<double>(k));
    }
    return interval;
}

Line fit_line(std::span<const double> xs, std::span<const double> ys) {
    if (xs.size() < 2) return {kNaN, kNaN};
    const double mean_x = mean_of(xs), mean_y = mean_of(ys);
    double xx = 0.0, xy = 0.0;
    for (std::size_t i = 0; i < xs.size(); ++i) {
        xx += (xs[i] - mean_x) * (xs[i] - mean_x);
        xy += (xs[i] - mean_x) * (ys[i] - mean_y);
    }
    if (!(xx > 0.0)) return {kNaN, kNaN};
    const double slope = xy / xx;
    return {mean_y - slope * mean_x, slope};
}

double fit_exponent(std::span<const double> xs, std::span<const double> ys) {
    std::vector<double> log_x, log_y;
    for (std::size_t i = 0; i < xs.size(); ++i) {
        if (!(xs[i] > 0.0 && ys[i] > 0.0)) continue;
        log_x.push_back(std::log(xs[i]));
        log_y.push_back(std::log(ys[i]));
    }
    return fit_line(log_x, log_y).slope;
}

// Removes the linear part of x^2 and of y by fitted lines; the bend is then the only unknown.
Parabola fit_parabola(std::span<const double> xs, std::span<const double> ys) {
    if (xs.size() < 3) return {kNaN, kNaN, kNaN};
    std::vector<double> squares;
    for (const double x : xs) squares.push_back(x * x);
    const Line line_of_squares = fit_line(xs, squares), line_of_values = fit_line(xs, ys);
    double numerator = 0.0, denominator = 0.0;
    for (std::size_t i = 0; i < xs.size(); ++i) {
        const double square_residual = squares[i] - line_of_squares.at(xs[i]);
        numerator += square_residual * (ys[i] - line_of_values.at(xs[i]));
        denominator += square_residual * square_residual;
    }
    if (!(denominator > 0.0)) return {kNaN, kNaN, kNaN};
    const double bend = numerator / denominator;
    return {line_of_values.at_zero - bend * line_of_squares.at_zero,
            line_of_values.slope - bend * line_of_squares.slope, bend};
}

} // namespace boxwood
