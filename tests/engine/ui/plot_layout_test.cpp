#include "engine/ui/plot/plot_layout.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace boxwood::ui {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// True if the step is 1, 2 or 5 times a power of ten; tries all of them.
bool is_nice(double step) {
    for (int power = -320; power <= 308; ++power) {
        for (const double multiple : {1.0, 2.0, 5.0}) {
            if (std::abs(multiple * std::pow(10.0, power) - step) <= 1e-9 * step) return true;
        }
    }
    return false;
}

TEST(PlotLayoutTest, steps_are_the_next_nice_number) {
    EXPECT_DOUBLE_EQ(nice_step(1.0), 1.0);
    EXPECT_DOUBLE_EQ(nice_step(1.01), 2.0);
    EXPECT_DOUBLE_EQ(nice_step(2.3), 5.0);
    EXPECT_DOUBLE_EQ(nice_step(0.07), 0.1);
    EXPECT_DOUBLE_EQ(nice_step(5e6), 5e6);
}

TEST(PlotLayoutTest, linear_ticks_are_evenly_spaced_inside_and_not_too_many) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> exponent(-6.0, 6.0), center(-3.0, 3.0);
    for (int round = 0; round < 2000; ++round) {
        const double width = std::pow(10.0, exponent(random));
        const double low = center(random) * width;
        const Axis axis = make_axis(low, low + width, false);
        const int most = 2 + round % 9;
        const auto ticks = nice_ticks(axis, most);
        ASSERT_LE(static_cast<int>(ticks.size()), most);
        ASSERT_GE(ticks.size(), 1u);
        const double error_bound = 1e-6 * width;
        for (const Tick& tick : ticks) {
            EXPECT_GE(tick.value, axis.low - error_bound);
            EXPECT_LE(tick.value, axis.high + error_bound);
        }
        if (ticks.size() < 2) continue;
        const double step = ticks[1].value - ticks[0].value;
        EXPECT_TRUE(is_nice(step)) << step;
        EXPECT_GT(step * (most + 2), 0.19 * width);
        EXPECT_LT(ticks.front().value - step, axis.low + error_bound);
        EXPECT_GT(ticks.back().value + step, axis.high - error_bound);
    }
}

TEST(PlotLayoutTest, tick_labels_differ_and_agree_in_their_decimals) {
    const auto ticks = nice_ticks(make_axis(0.0, 2.0, false), 5);
    ASSERT_EQ(ticks.size(), 5u);
    EXPECT_EQ(ticks[0].label, "0.0");
    EXPECT_EQ(ticks[1].label, "0.5");
    EXPECT_EQ(ticks[4].label, "2.0");
    std::set<std::string> labels;
    for (const Tick& tick : nice_ticks(make_axis(1.0000, 1.0004, false), 6)) labels.insert(tick.label);
    EXPECT_GE(labels.size(), 4u);
}

TEST(PlotLayoutTest, logarithmic_ticks_are_decades) {
    const auto ticks = nice_ticks(make_axis(0.01, 100.0, true), 5);
    ASSERT_EQ(ticks.size(), 5u);
    for (std::size_t i = 0; i < ticks.size(); ++i)
        EXPECT_NEAR(ticks[i].value, std::pow(10.0, static_cast<double>(i) - 2.0), 1e-9);
    EXPECT_EQ(ticks[0].label, "0.01");
    EXPECT_EQ(ticks[4].label, "100");
    EXPECT_LE(nice_ticks(make_axis(1e-12, 1e12, true), 4).size(), 4u);
    EXPECT_EQ(nice_ticks(make_axis(1.0, 10.0, true), 8).size(), 4u) << "1, 2, 5 and 10 if there is room";
    const auto within = nice_ticks(make_axis(2.1, 4.9, true), 4);
    ASSERT_EQ(within.size(), 2u) << "the axis contains no power of ten";
    EXPECT_EQ(within[0].label + " " + within[1].label, "3 4");
}

TEST(PlotLayoutTest, nice_axes_contain_their_data_and_end_on_nice_numbers) {
    const Axis axis = make_nice_axis(0.0, 1.85, false, 6);
    EXPECT_DOUBLE_EQ(axis.low, 0.0);
    EXPECT_DOUBLE_EQ(axis.high, 2.0);
    const Axis decades = make_nice_axis(0.03, 70.0, true, 6);
    EXPECT_NEAR(decades.low, 0.01, 1e-12);
    EXPECT_NEAR(decades.high, 100.0, 1e-9);
    std::mt19937 random(2);
    std::uniform_real_distribution<double> any(-100.0, 100.0);
    for (int round = 0; round < 500; ++round) {
        const double a = any(random), b = any(random);
        const Axis nice = make_nice_axis(std::min(a, b), std::max(a, b), false, 5);
        EXPECT_LE(nice.low, std::min(a, b) + 1e-9);
        EXPECT_GE(nice.high, std::max(a, b) - 1e-9);
        EXPECT_LE(nice.high - nice.low, 4.0 * std::abs(a - b) + 1e-6);
    }
}

TEST(PlotLayoutTest, axes_of_unusable_data_are_finite_and_not_empty) {
    const double lows[] = {0.0, 5.0, -5.0, kInfinity, -kInfinity, std::nan(""), 1e308, -1.0};
    for (const double low : lows) {
        for (const double high : lows) {
            for (const bool logarithmic : {false, true}) {
                for (const Axis& axis :
                     {make_axis(low, high, logarithmic), make_nice_axis(low, high, logarithmic, 5)}) {
                    ASSERT_TRUE(std::isfinite(axis.low) && std::isfinite(axis.high)) << low << ' ' << high;
                    ASSERT_LT(axis.low, axis.high) << low << ' ' << high;
                    ASSERT_TRUE(!logarithmic || axis.low > 0.0);
                    ASSERT_LE(nice_ticks(axis, 6).size(), 6u);
                }
            }
        }
    }
}

TEST(PlotLayoutTest, from_unit_inverts_to_unit) {
    for (const bool logarithmic : {false, true}) {
        const Axis axis = make_axis(0.5, 80.0, logarithmic);
        EXPECT_NEAR(axis.to_unit(0.5), 0.0, 1e-12);
        EXPECT_NEAR(axis.to_unit(80.0), 1.0, 1e-12);
        for (double unit = -0.2; unit < 1.2; unit += 0.05)
            EXPECT_NEAR(axis.to_unit(axis.from_unit(unit)), unit, 1e-9);
    }
    EXPECT_NEAR(make_axis(1.0, 100.0, true).to_unit(10.0), 0.5, 1e-12);
    EXPECT_NEAR(make_axis(0.0, 100.0, false).to_unit(10.0), 0.1, 1e-12);
}

TEST(PlotLayoutTest, stacks_are_sums_and_gaps_count_as_zero) {
    const std::vector<float> a{1.0f, 2.0f, 3.0f}, b{10.0f, std::nanf("")}, c{0.5f, 0.5f, 0.5f};
    const std::vector<std::span<const float>> series{a, b, c};
    const Stack stack = stack_series(series);
    ASSERT_EQ(stack.count, 3u);
    EXPECT_DOUBLE_EQ(stack.top(2, 0), 11.5);
    EXPECT_DOUBLE_EQ(stack.top(2, 1), 2.5);
    EXPECT_DOUBLE_EQ(stack.top(2, 2), 3.5);
    EXPECT_DOUBLE_EQ(stack.bottom(0, 1), 0.0);
    EXPECT_DOUBLE_EQ(stack.bottom(1, 2), 3.0);
    EXPECT_EQ(stack_series({}).count, 0u);
}

TEST(PlotLayoutTest, columns_contain_every_value_once_and_have_similar_sizes) {
    for (const std::size_t count : {0u, 1u, 7u, 100u, 1001u}) {
        for (const std::size_t columns : {1u, 3u, 100u, 2000u}) {
            const auto ranges = split_into_columns(count, columns);
            EXPECT_LE(ranges.size(), columns);
            std::size_t next = 0;
            for (const IndexRange range : ranges) {
                ASSERT_EQ(range.first, next);
                ASSERT_GT(range.end, range.first);
                ASSERT_LE(range.end - range.first, count / std::min(count, columns) + 1);
                next = range.end;
            }
            EXPECT_EQ(next, count);
        }
    }
}

TEST(PlotLayoutTest, a_spike_is_the_peak_of_a_column) {
    std::vector<double> values(1000, 1.0);
    for (std::size_t spike = 0; spike < values.size(); spike += 37) {
        values[spike] = 9.0;
        const auto peaks = peak_of_each(values, split_into_columns(values.size(), 60));
        EXPECT_NE(std::find(peaks.begin(), peaks.end(), spike), peaks.end()) << spike;
        values[spike] = 1.0;
    }
}

TEST(PlotLayoutTest, percentile_is_the_nearest_rank) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> any(-5.0f, 5.0f);
    for (std::size_t count = 1; count < 60; ++count) {
        std::vector<float> values(count);
        for (float& value : values) value = any(random);
        for (const double fraction : {0.0, 0.1, 0.5, 0.95, 1.0}) {
            const double found = percentile(values, fraction);
            const auto at_most = std::count_if(values.begin(), values.end(),
                                               [&](float v) { return static_cast<double>(v) <= found; });
            const auto below = std::count_if(values.begin(), values.end(),
                                             [&](float v) { return static_cast<double>(v) < found; });
            EXPECT_GE(static_cast<double>(at_most), fraction * static_cast<double>(count) - 1e-9);
            EXPECT_TRUE(below == 0 || static_cast<double>(below) < fraction * static_cast<double>(count));
        }
    }
    EXPECT_EQ(percentile(std::span<const float>{}, 0.5), 0.0);
    const std::vector<float> with_gap{std::nanf(""), 2.0f};
    EXPECT_EQ(percentile(with_gap, 0.95), 2.0);
}

TEST(PlotLayoutTest, slots_are_clamped_and_extents_ignore_gaps) {
    EXPECT_EQ(slot_at(0.0, 4), 0u);
    EXPECT_EQ(slot_at(0.2499, 4), 0u);
    EXPECT_EQ(slot_at(0.25, 4), 1u);
    EXPECT_EQ(slot_at(7.0, 4), 3u);
    EXPECT_EQ(slot_at(-1.0, 4), 0u);
    const std::vector<float> values{std::nanf(""), 3.0f, -1.0f};
    EXPECT_EQ(extent_of(values).low, -1.0);
    EXPECT_EQ(extent_of(values).high, 3.0);
    EXPECT_TRUE(extent_of({}).is_empty());
}

TEST(PlotLayoutTest, csv_quotes_names_and_leaves_gaps_empty) {
    const std::vector<CsvColumn> columns{
        {"frame", {1.0, 2.0}}, {"a, \"b\"", {0.5}}, {"gap", {std::nan(""), 1e-7}}};
    EXPECT_EQ(to_csv(columns), "frame,\"a, \"\"b\"\"\",gap\n1,0.5,\n2,,1e-07\n");
}

} // namespace
} // namespace boxwood::ui
