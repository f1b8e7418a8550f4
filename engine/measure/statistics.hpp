// What: computes statistics for the graphs and their claims: means with 95 % intervals, fits of lines and parabolas.
// Units: the units of the values.
// Invariants: an interval contains its value. If all of several values are the same, mean_interval() has zero width up
//     to rounding.
// Degenerate input: the interval of one value is unbounded. Means, medians and intervals of no values are NaN, and so
//     are fits to points that do not determine the line or the parabola. median_interval() also returns NaN if a value
//     is NaN.
// Cost: linear in the number of values; O(n log n) for medians, which sort the values.
// Source: the quantiles of Student's t distribution [Student 1908].
// Oracle: tests/engine/measure/statistics_test.cpp: numerical integration of the distribution, enumeration of all ways
//     in which values can lie around the median, and fits of known curves.
#pragma once

#include <span>

namespace boxwood {

// An estimate, such as a mean or a median, and its 95 % confidence interval.
struct Interval {
    double value = 0.0, low = 0.0, high = 0.0;

    bool is_known() const { return low == low && high == high; }
    bool lies_in(double from, double to) const { return low > from && high < to; }
    bool lies_outside(double from, double to) const { return high <= from || low >= to; }
};

// The value that Student's t with `freedom` >= 1 degrees of freedom exceeds with probability 2.5 %.
double student_quantile(int freedom);
double mean_of(std::span<const double> values);
// For independent and approximately normal values.
Interval mean_interval(std::span<const double> values);
double median_of(std::span<const double> values);
// The median and its 95 % confidence interval, whose ends are two of the values. The interval holds for any
// distribution. It is unbounded for fewer than six values, for which no bounded interval reaches 95 %.
Interval median_interval(std::span<const double> values);

// y = at_zero + slope x, by least squares.
struct Line {
    double at_zero = 0.0, slope = 0.0;
    double at(double x) const { return at_zero + slope * x; }
};
Line fit_line(std::span<const double> xs, std::span<const double> ys);
// The exponent p of y = c x^p: the slope in log-log scale over the points with positive x and y.
double fit_exponent(std::span<const double> xs, std::span<const double> ys);

// y = at_zero + slope x + bend x^2, by least squares.
struct Parabola {
    double at_zero = 0.0, slope = 0.0, bend = 0.0;
};
Parabola fit_parabola(std::span<const double> xs, std::span<const double> ys);

} // namespace boxwood
