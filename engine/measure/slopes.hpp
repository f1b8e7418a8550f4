// What: what the claims are made of: one number per seed from a measured curve, and the judging of its
//       interval.
// Units: changes and shares as fractions; slopes in units of the measure per unit of the swept parameter.
// Degenerate input: curves with a point unmeasured give no numbers, and then a verdict of `not_run`.
#pragma once

#include "engine/measure/claims.hpp"

#include <functional>
#include <limits>

namespace boxwood {

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// A curve of a graph: one kind of box, one measure.
struct CurveOf {
    int graph = 0;
    BoxKind box = BoxKind::dynamic_box;
    Measure measure = Measure::total;
};

using Values = std::span<const double>;
using Slope = double (*)(Values xs, Values ys);

double exponent_slope(Values xs, Values ys); // p of y = c x^p
double linear_slope(Values xs, Values ys);
double relative_change(Values xs, Values ys); // of the fitted line, last over first x, against the mean of y
double bend_at_last(Values xs, Values ys);    // of a fitted parabola: its quadratic term at the last x
double bend_share(Values xs, Values ys);      // that term's part of the parabola's value there

// `slope` of the curve, seed by seed; empty if the graph or a point of it is not measured.
std::vector<double> per_seed(Results results, const CurveOf& curve, Slope slope);
// The same of two curves with equal seeds: second less first, or second over first at point i.
std::vector<double> per_seed_difference(Results results, const CurveOf& first, const CurveOf& second,
                                        Slope slope);
std::vector<double> ratios_at(Results results, const CurveOf& first, const CurveOf& second,
                              std::size_t point);

// The verdict for the mean of `values` against [from, to].
Judgement judge_range(const std::vector<double>& values, double from, double to);

const SweepResult* find_result(Results results, int graph); // complete ones only; null if there is none

} // namespace boxwood
