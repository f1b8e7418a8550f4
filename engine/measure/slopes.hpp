// What: the building blocks of the claims: one number per seed from a measured curve.
// Units: changes and shares as fractions; slopes in units of the measure per unit of the swept parameter.
// Degenerate input: an incompletely measured curve gives no numbers.
#pragma once

#include "engine/measure/claims/claims.hpp"

#include <functional>

namespace boxwood {

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
// of the fitted line between first and last x, relative to the mean of y
double relative_change(Values xs, Values ys);
double bend_at_last(Values xs, Values ys); // quadratic term of a fitted parabola at the last x
double bend_share(Values xs, Values ys);   // that term relative to the parabola's value there

// `slope` of the curve for each seed; empty if a point of the graph is not measured.
std::vector<double> per_seed(Results results, const CurveOf& curve, Slope slope);
// The same for two curves with equal seeds: second minus first, or second / first at one point.
std::vector<double> per_seed_difference(Results results, const CurveOf& first, const CurveOf& second,
                                        Slope slope);
std::vector<double> ratios_at(Results results, const CurveOf& first, const CurveOf& second,
                              std::size_t point);

const SweepResult* find_result(Results results, int graph); // null unless complete

} // namespace boxwood
