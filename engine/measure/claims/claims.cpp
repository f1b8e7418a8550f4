#include "engine/measure/claims/claims.hpp"

#include "engine/measure/slopes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace boxwood {
namespace {

constexpr BoxKind kDynamic = BoxKind::dynamic_box, kCube = BoxKind::fixed_cube;

constexpr std::string_view kChange = "change over the range, relative to the mean";
constexpr VerdictRule kLinear{"exponent of a power law", between(0.9, 1.25), between(0.75, 1.5)};
// A change by more than a tenth of the mean over the complete range counts as growth or decline.
constexpr VerdictRule kGrows{kChange, above(0.1), above(0.0)};
constexpr VerdictRule kFalls{kChange, below(-0.1), below(0.0)};
constexpr VerdictRule kConstant{kChange, between(-0.1, 0.1), kNoRange};
constexpr VerdictRule kBend{"share of the quadratic term at the last point", between(0.0, 0.3), kNoRange};
constexpr VerdictRule kHeadline20Hz{"time per frame, ms", below(50.0), kNoRange};

template <int Graph, BoxKind Box, Measure Of>
Measured change(Results results) {
    return {mean_interval(slope_per_seed(results, {Graph, Box, Of}, relative_change))};
}
template <int Graph, BoxKind Box, Measure Of>
Measured exponent(Results results) {
    return {mean_interval(slope_per_seed(results, {Graph, Box, Of}, exponent_slope))};
}
template <BoxKind Box>
Measured bend(Results results) {
    return {mean_interval(slope_per_seed(results, {1, Box, Measure::total}, bend_share))};
}

Measured more_bend_with_dynamic(Results results) {
    return {mean_interval(slope_difference_per_seed(results, {1, kCube, Measure::total},
                                                    {1, kDynamic, Measure::total}, bend_at_last))};
}

std::size_t last_point(Results results, int graph) {
    const SweepResult* result = find_result(results, graph);
    return result ? result->sweep.points.size() - 1 : 0;
}

Measured more_swaps_with_dynamic(Results results) {
    return {mean_interval(ratios_at(results, {1, kCube, Measure::swaps}, {1, kDynamic, Measure::swaps},
                                    last_point(results, 1)))};
}

Measured slope_difference(Results results) {
    return {mean_interval(slope_difference_per_seed(results, {5, kCube, Measure::total},
                                                    {4, kDynamic, Measure::total}, linear_slope))};
}

Measured density_on_an_axis(Results results) {
    return {mean_interval(ratios_at(results, {4, kDynamic, Measure::pairs},
                                    {4, kDynamic, Measure::axis_overlaps}, last_point(results, 4)))};
}

// Share of points where fixed cubes take less time. Uses the points of all graphs with both kinds of box, and of graph
// 5 compared with graph 4.
Measured points_with_cheaper_cubes(Results results) {
    std::vector<std::vector<double>> ratios;
    const auto add = [&](int cubes, int dynamic) {
        const SweepResult* result = find_result(results, cubes);
        for (std::size_t point = 0; result && point < result->sweep.points.size(); ++point)
            if (auto ratios_of_point = ratios_at(results, {dynamic, kDynamic, Measure::total},
                                                 {cubes, kCube, Measure::total}, point);
                !ratios_of_point.empty())
                ratios.push_back(std::move(ratios_of_point));
    };
    for (const int graph : {1, 2, 3, 6}) add(graph, graph);
    add(5, 4);
    if (ratios.empty()) return {};
    std::size_t cheaper = 0;
    double mean = 0.0;
    for (const std::vector<double>& ratios_of_point : ratios) {
        cheaper += mean_interval(ratios_of_point).high < 1.0 ? 1 : 0;
        mean += mean_of(ratios_of_point) / static_cast<double>(ratios.size());
    }
    const double share = static_cast<double>(cheaper) / static_cast<double>(ratios.size());
    char note[96];
    std::snprintf(note, sizeof note,
                  "fixed cubes are faster at %zu of %zu points; mean of the ratio fixed / dynamic: %.3f",
                  cheaper, ratios.size(), mean);
    return {{share, share, share}, note};
}

template <BoxKind Box>
Measured headline_time(Results results) {
    const SweepResult* result = find_result(results, kHeadline);
    if (!result) return {};
    const std::size_t box = Box == result->sweep.boxes.front() ? 0 : 1;
    return {mean_interval(result->values_of(0, box, Measure::total))};
}

constexpr std::string_view kText = "[S] [Cohen 1995] 5", kOld = "[E: abstract] [Cohen 1995]",
                           kOtherMachine = "the figure is of a machine of 1995",
                           kByDefinition = "follows from the definition: a fixed cube does not depend on the "
                                           "rotation";

using M = Measure;
constexpr Basis kCounts = Basis::counts, kTimes = Basis::times;
constexpr std::array kClaims{
    Claim{1,
          {"icollide/linear-dynamic", kText, "time nearly linear in the number of polytopes, dynamic boxes",
           "a straight line", kLinear, kTimes},
          false,
          exponent<1, kDynamic, M::total>},
    Claim{1,
          {"icollide/linear-cubes", kText, "time nearly linear in the number of polytopes, fixed cubes",
           "a straight line", kLinear, kTimes},
          false,
          exponent<1, kCube, M::total>},
    Claim{
        1,
        {"icollide/bend-dynamic", kText, "a small higher-order term, dynamic boxes", "small", kBend, kTimes},
        true,
        bend<kDynamic>},
    Claim{1,
          {"icollide/bend-cubes", kText, "a small higher-order term, fixed cubes", "small", kBend, kTimes},
          true,
          bend<kCube>},
    Claim{1,
          {"icollide/bend-difference",
           kText,
           "that term is slightly larger for dynamic boxes",
           "an order",
           {"quadratic term at the last point, dynamic minus fixed, ms", above(0.0)},
           kTimes},
          false,
          more_bend_with_dynamic},
    Claim{1,
          {"icollide/swaps-difference",
           kText,
           "cause: more swaps, because boxes resize",
           "an order",
           {"swaps at the last point, dynamic / fixed", above(1.05), above(1.0)}},
          false,
          more_swaps_with_dynamic},
    Claim{2,
          {"icollide/faces-update-dynamic", kText, "update time grows with the faces, dynamic boxes", "grows",
           kGrows, kTimes},
          true,
          change<2, kDynamic, M::update>},
    Claim{2,
          {"icollide/faces-climb",
           kText,
           "cause: a longer climb",
           "grows",
           {"climb steps: change over the range, relative to the mean", above(0.1), above(0.0)}},
          true,
          change<2, kDynamic, M::climb_steps>},
    Claim{2,
          {"icollide/faces-sort-dynamic", kText, "sort time falls with the faces, dynamic boxes", "falls",
           kFalls, kTimes},
          true,
          change<2, kDynamic, M::broad>},
    Claim{2,
          {"icollide/faces-swaps-dynamic",
           kText,
           "cause: rounder bodies change their boxes less",
           "falls",
           {"swaps: change over the range, relative to the mean", below(-0.1), below(0.0)}},
          true,
          change<2, kDynamic, M::swaps>},
    Claim{2,
          {"icollide/faces-update-cubes", kText, "update time constant over the faces, fixed cubes",
           "constant", kConstant, kTimes},
          true,
          change<2, kCube, M::update>},
    Claim{2,
          {"icollide/faces-sort-cubes", kText, "sort time constant over the faces, fixed cubes", "constant",
           kConstant, kTimes},
          true,
          change<2, kCube, M::broad>},
    Claim{2,
          {"icollide/faces-swaps-cubes",
           kText,
           "cause: the same swaps, fixed cubes",
           "constant",
           {"swaps: change over the range, relative to the mean", between(-0.1, 0.1)}},
          true,
          change<2, kCube, M::swaps>},
    Claim{3,
          {"icollide/density-sort-dynamic", kText, "sort time grows with the density, dynamic boxes", "grows",
           kGrows, kTimes},
          true,
          change<3, kDynamic, M::broad>},
    Claim{3,
          {"icollide/density-sort-cubes", kText, "sort time grows with the density, fixed cubes", "grows",
           kGrows, kTimes},
          true,
          change<3, kCube, M::broad>},
    Claim{3,
          {"icollide/density-swaps",
           kText,
           "cause: more swaps",
           "grows",
           {"swaps: change over the range, relative to the mean", above(0.1), above(0.0)}},
          true,
          change<3, kDynamic, M::swaps>},
    Claim{3,
          {"icollide/density-contacts-dynamic",
           kText,
           "collisions linear in the density, dynamic boxes",
           "linear",
           {"contacts: exponent of a power law", between(0.9, 1.25), between(0.75, 1.5)}},
          false,
          exponent<3, kDynamic, M::contacts>},
    Claim{3,
          {"icollide/density-contacts-cubes",
           kText,
           "collisions linear in the density, fixed cubes",
           "linear",
           {"contacts: exponent of a power law", between(0.9, 1.25), between(0.75, 1.5)}},
          false,
          exponent<3, kCube, M::contacts>},
    Claim{3,
          {"icollide/density-time-dynamic", kText, "time grows with the density, dynamic boxes", "grows",
           kGrows, kTimes},
          true,
          change<3, kDynamic, M::total>},
    Claim{3,
          {"icollide/density-time-cubes", kText, "time grows with the density, fixed cubes", "grows", kGrows,
           kTimes},
          true,
          change<3, kCube, M::total>},
    Claim{4,
          {"icollide/rotation-slope",
           kText,
           "time over rotation: steeper than with fixed cubes",
           "an order",
           {"slope of dynamic minus slope of fixed (graph 5), ms per °", above(0.0)},
           kTimes},
          false,
          slope_difference},
    Claim{4,
          {"icollide/rotation-climb",
           kText,
           "cause: more climb steps",
           "grows",
           {"climb steps: change over the range, relative to the mean", above(0.1), above(0.0)}},
          true,
          change<4, kDynamic, M::climb_steps>},
    Claim{4,
          {"icollide/rotation-swaps",
           kText,
           "cause: more swaps",
           "grows",
           {"swaps: change over the range, relative to the mean", above(0.1), above(0.0)}},
          true,
          change<4, kDynamic, M::swaps>},
    Claim{4,
          {"icollide/sparse-in-space",
           kText,
           "sparse in 3D, dense on each axis",
           "none",
           {"pairs that overlap on one axis / pairs that overlap in 3D", above(10.0)}},
          false,
          density_on_an_axis},
    Claim{5,
          {"icollide/rotation-update-cubes", kText, "update time constant over rotation, fixed cubes",
           "constant", kConstant, kTimes},
          true,
          change<5, kCube, M::update>},
    Claim{5,
          {"icollide/rotation-sort-cubes", kText, "sort time constant over rotation, fixed cubes", "constant",
           kConstant, kTimes},
          true,
          change<5, kCube, M::broad>},
    Claim{5,
          {"icollide/rotation-swaps-cubes",
           kText,
           "cause: the same swaps",
           "constant",
           {"swaps: change over the range, relative to the mean", between(-0.1, 0.1)},
           kCounts,
           kByDefinition},
          true,
          change<5, kCube, M::swaps>},
    Claim{6,
          {"icollide/velocity-dynamic",
           "own; no shape is reported",
           "total time over velocity, dynamic boxes",
           "none",
           {kChange},
           kTimes},
          true,
          change<6, kDynamic, M::total>},
    Claim{6,
          {"icollide/velocity-cubes",
           "own; no shape is reported",
           "total time over velocity, fixed cubes",
           "none",
           {kChange},
           kTimes},
          true,
          change<6, kCube, M::total>},
    Claim{0,
          {"icollide/cubes-cheaper",
           "[S] [Cohen 1995] 5, most likely reading",
           "fixed cubes had the lower collision time over the ranges tested",
           "an order",
           {"share of the points of all graphs where the interval of fixed / dynamic is below 1", above(0.9),
            above(0.5)},
           kTimes},
          false,
          points_with_cheaper_cubes},
    Claim{0,
          {"icollide/headline-dynamic", kOld, "1024 polytopes of 52 faces, dynamic boxes", "below 1/20 s",
           kHeadline20Hz, kTimes, kOtherMachine},
          false,
          headline_time<kDynamic>},
    Claim{0,
          {"icollide/headline-cubes", kOld, "1024 polytopes of 52 faces, fixed cubes", "below 1/20 s",
           kHeadline20Hz, kTimes, kOtherMachine},
          false,
          headline_time<kCube>},
};

std::vector<ClaimValue> values_of(const Interval& estimate) {
    if (!estimate.is_known()) return {};
    return {ClaimValue("", estimate)};
}

ClaimFinding find(const Claim& claim, Results results) {
    Measured measured = claim.measure(results);
    ClaimResult result =
        make_claim_result(claim.source_claim, values_of(measured.estimate), std::move(measured.note));
    return {&claim, {result.verdict, measured.estimate, std::move(result.note)}};
}

std::string number_text(double value, bool is_percent) {
    char text[32];
    if (is_percent)
        std::snprintf(text, sizeof text, "%+.*f", std::fabs(value) < 0.0995 ? 1 : 0, 100.0 * value);
    else
        std::snprintf(text, sizeof text, "%.3g", value);
    std::string readable = text;
    if (readable.front() == '-') readable.replace(0, 1, "−");
    return readable;
}

} // namespace

std::span<const Claim> all_claims() {
    return kClaims;
}

std::vector<ClaimFinding> judge_all(Results results) {
    std::vector<ClaimFinding> findings;
    for (const Claim& claim : kClaims) findings.push_back(find(claim, results));
    return findings;
}

std::vector<ClaimFinding> judge_graph(Results results, int graph) {
    std::vector<ClaimFinding> findings;
    for (const Claim& claim : kClaims)
        if (claim.graph == graph) findings.push_back(find(claim, results));
    return findings;
}

ClaimResult make_claim_result(const ClaimFinding& finding) {
    ClaimResult result = make_claim_result(finding.claim->source_claim, values_of(finding.outcome.estimate));
    result.note = finding.outcome.note;
    return result;
}

std::string estimate_text(const Claim& claim, const Interval& estimate) {
    const auto text = [&claim](double value) { return number_text(value, claim.is_percent); };
    if (!estimate.is_known()) return "–";
    const std::string unit = claim.is_percent ? " %" : "";
    if (!std::isfinite(estimate.high)) return text(estimate.value) + unit;
    return text(estimate.value) + unit + " (" + text(estimate.low) + " to " + text(estimate.high) + ")";
}

} // namespace boxwood
