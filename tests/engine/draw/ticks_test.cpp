// Ticks of axes with unusual ends: equal, reversed, huge, infinite, or not a number.
#include "engine/draw/ticks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace boxwood::draw {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity(),
                 kNaN = std::numeric_limits<double>::quiet_NaN(),
                 kLargest = std::numeric_limits<double>::max(),
                 kTiny = std::numeric_limits<double>::denorm_min();

TEST(Ticks, any_two_ends_give_finite_ticks) {
    const double ends[] = {-kInfinity, -kLargest, -1.0,  0.0,   kTiny,    1e-300,    1.0,
                           1.5,        1e16,      1e300, 1e308, kLargest, kInfinity, kNaN};
    for (const double low : ends)
        for (const double high : ends)
            for (const int max_count : {1, 2, 7}) {
                const std::vector<double> linear = ticks_between(low, high, max_count),
                                          logarithmic = log_ticks(low, high, max_count);
                EXPECT_LE(linear.size(), static_cast<std::size_t>(max_count)) << low << " to " << high;
                for (const double tick : linear) EXPECT_TRUE(std::isfinite(tick)) << low << " to " << high;
                for (const double tick : logarithmic)
                    EXPECT_TRUE(std::isfinite(tick) && tick > 0.999 * low && tick < 1.001001 * high)
                        << low << " to " << high << ": " << tick;
            }
}

TEST(Ticks, ticks_in_a_small_range_of_large_numbers_are_distinct) {
    const std::vector<double> ticks = ticks_between(1e16, 1e16 + 4.0, 11);
    ASSERT_FALSE(ticks.empty());
    for (std::size_t i = 1; i < ticks.size(); ++i) EXPECT_LT(ticks[i - 1], ticks[i]);
}

TEST(Ticks, a_logarithmic_axis_needs_a_positive_start_and_a_finite_end) {
    for (const double low : {0.0, -1.0, kNaN}) EXPECT_TRUE(log_ticks(low, 10.0, 7).empty()) << low;
    for (const double high : {kInfinity, kNaN}) EXPECT_TRUE(log_ticks(1.0, high, 7).empty()) << high;
    EXPECT_EQ(log_ticks(1.0, 10.0, 1), (std::vector<double>{1.0, 10.0}))
        << "max_count does not limit powers of ten";
}

} // namespace
} // namespace boxwood::draw
