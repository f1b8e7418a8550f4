#include "engine/measure/slopes.hpp"

#include <algorithm>
#include <optional>

namespace boxwood {
namespace {

std::optional<std::size_t> box_index(const SweepResult& result, BoxKind box) {
    const auto found = std::find(result.sweep.boxes.begin(), result.sweep.boxes.end(), box);
    if (found == result.sweep.boxes.end()) return std::nullopt;
    return static_cast<std::size_t>(found - result.sweep.boxes.begin());
}

// True if the scenes differ only in the kind of box. A quick graph is not comparable with a full one.
bool are_comparable(const SweepResult& one, const SweepResult& other) {
    return one.sweep.points == other.sweep.points && one.sweep.base == other.sweep.base &&
           one.sweep.seeds == other.sweep.seeds;
}

} // namespace

double exponent_slope(Values xs, Values ys) {
    return fit_exponent(xs, ys);
}

double linear_slope(Values xs, Values ys) {
    return fit_line(xs, ys).slope;
}

double relative_change(Values xs, Values ys) {
    const double mean = mean_of(ys), change = fit_line(xs, ys).slope * (xs.back() - xs.front());
    return mean == 0.0 && change == 0.0 ? 0.0 : change / mean;
}

double bend_at_last(Values xs, Values ys) {
    return fit_parabola(xs, ys).bend * xs.back() * xs.back();
}

double bend_share(Values xs, Values ys) {
    const Parabola curve = fit_parabola(xs, ys);
    const double x = xs.back(), quadratic = curve.bend * x * x;
    return quadratic / (curve.at_zero + curve.slope * x + quadratic);
}

const SweepResult* find_result(Results results, int graph) {
    for (const SweepResult& result : results)
        if (result.sweep.graph.number == graph && result.is_complete()) return &result;
    return nullptr;
}

std::vector<double> slope_per_seed(Results results, const CurveId& curve, Slope slope) {
    const SweepResult* result = find_result(results, curve.graph);
    const std::optional<std::size_t> box = result ? box_index(*result, curve.box) : std::nullopt;
    if (!box) return {};
    std::vector<double> slopes;
    for (std::size_t seed = 0; seed < static_cast<std::size_t>(result->sweep.seeds); ++seed) {
        std::vector<double> ys;
        for (std::size_t point = 0; point < result->sweep.points.size(); ++point)
            ys.push_back(result->at({point, *box, seed})[curve.measure]);
        slopes.push_back(slope(result->sweep.points, ys));
    }
    return slopes;
}

std::vector<double> slope_difference_per_seed(Results results, const CurveId& first, const CurveId& second,
                                              Slope slope) {
    const SweepResult *result_1 = find_result(results, first.graph),
                      *result_2 = find_result(results, second.graph);
    if (!result_1 || !result_2 || !are_comparable(*result_1, *result_2)) return {};
    std::vector<double> differences = slope_per_seed(results, second, slope);
    const std::vector<double> first_slopes = slope_per_seed(results, first, slope);
    if (differences.size() != first_slopes.size()) return {};
    for (std::size_t i = 0; i < differences.size(); ++i) differences[i] -= first_slopes[i];
    return differences;
}

std::vector<double> ratios_at(Results results, const CurveId& first, const CurveId& second,
                              std::size_t point) {
    const SweepResult *result_1 = find_result(results, first.graph),
                      *result_2 = find_result(results, second.graph);
    if (!result_1 || !result_2 || !are_comparable(*result_1, *result_2)) return {};
    const auto box_1 = box_index(*result_1, first.box), box_2 = box_index(*result_2, second.box);
    if (!box_1 || !box_2) return {};
    std::vector<double> ratios = result_2->values_of(point, *box_2, second.measure);
    const std::vector<double> divisors = result_1->values_of(point, *box_1, first.measure);
    if (ratios.size() != divisors.size()) return {};
    for (std::size_t i = 0; i < ratios.size(); ++i) ratios[i] /= divisors[i];
    return ratios;
}

} // namespace boxwood
