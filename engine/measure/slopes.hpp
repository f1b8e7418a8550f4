// What: functions that compute one number per seed from measured curves. The claims are built from them.
// Units: changes and shares as fractions; slopes in units of the measure per unit of the swept parameter.
// Degenerate input: a curve with missing measurements gives no numbers.
#pragma once

#include "engine/measure/claims/claims.hpp"

#include <functional>

namespace boxwood {

// Identifies a curve: a graph, a kind of box and a measure.
struct CurveId {
    int graph = 0;
    BoxKind box = BoxKind::dynamic_box;
    Measure measure = Measure::total;
};

using Values = std::span<const double>;
using Slope = double (*)(Values xs, Values ys);

double exponent_slope(Values xs, Values ys); // the exponent p of a fitted y = c x^p
double linear_slope(Values xs, Values ys);
// Change of a fitted line from the first to the last x, relative to the mean of y.
double relative_change(Values xs, Values ys);
double bend_at_last(Values xs, Values ys); // quadratic term of a fitted parabola at the last x
double bend_share(Values xs, Values ys);   // bend_at_last divided by the parabola's value at the last x

// `slope` of the curve for each seed; empty if a point of the graph is not measured.
std::vector<double> slope_per_seed(Results results, const CurveId& curve, Slope slope);
// One value per seed of two curves. slope_difference_per_seed(): the slope of `second` minus the slope of `first`.
// ratios_at(): the ratio second / first at one point. Empty if the two graphs have different scenes, or if a point is
// not measured.
std::vector<double> slope_difference_per_seed(Results results, const CurveId& first, const CurveId& second,
                                              Slope slope);
std::vector<double> ratios_at(Results results, const CurveId& first, const CurveId& second,
                              std::size_t point);

const SweepResult* find_result(Results results, int graph); // null if absent or incomplete

} // namespace boxwood
