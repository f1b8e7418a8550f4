#include "engine/measure/claims.hpp"

#include "engine/measure/slopes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace boxwood {
namespace {

constexpr BoxKind kDynamic = BoxKind::dynamic_box, kCube = BoxKind::fixed_cube;
// relative to the mean, over the whole range: the threshold for growth or decline
constexpr double kChange = 0.1;
constexpr double kSparse = 10.0;
constexpr double kNearlyAll = 0.9;  // fraction of the points: "over the ranges tested"
constexpr double kTwentieth = 50.0; // milliseconds

constexpr std::string_view kLinear = "exponent of a power law, within 0.9 to 1.25";
constexpr std::string_view kGrows = "change over the range, more than +10 %";
constexpr std::string_view kFalls = "change over the range, below −10 %";
constexpr std::string_view kConstant = "change over the range, within ±10 %";

template <int Graph, BoxKind Box, Measure Of>
Judgement grows(Results results) {
    return judge_range(per_seed(results, {Graph, Box, Of}, relative_change), kChange, kNoLimit);
}
template <int Graph, BoxKind Box, Measure Of>
Judgement falls(Results results) {
    return judge_range(per_seed(results, {Graph, Box, Of}, relative_change), -kNoLimit, -kChange);
}
template <int Graph, BoxKind Box, Measure Of>
Judgement is_constant(Results results) {
    return judge_range(per_seed(results, {Graph, Box, Of}, relative_change), -kChange, kChange);
}
template <int Graph, BoxKind Box, Measure Of>
Judgement is_linear(Results results) {
    return judge_range(per_seed(results, {Graph, Box, Of}, exponent_slope), 0.9, 1.25);
}
template <BoxKind Box>
Judgement has_small_bend(Results results) {
    return judge_range(per_seed(results, {1, Box, Measure::total}, bend_share), 0.0, 0.3);
}
template <int Graph, BoxKind Box>
Judgement observe(Results results) {
    Judgement judgement =
        judge_range(per_seed(results, {Graph, Box, Measure::total}, relative_change), 0.0, kNoLimit);
    if (judgement.verdict != Verdict::not_run) judgement.verdict = Verdict::observed;
    return judgement;
}

Judgement bends_more_with_dynamic(Results results) {
    return judge_range(
        per_seed_difference(results, {1, kCube, Measure::total}, {1, kDynamic, Measure::total}, bend_at_last),
        0.0, kNoLimit);
}

std::size_t last_point(Results results, int graph) {
    const SweepResult* result = find_result(results, graph);
    return result ? result->sweep.points.size() - 1 : 0;
}

Judgement swaps_more_with_dynamic(Results results) {
    return judge_range(
        ratios_at(results, {1, kCube, Measure::swaps}, {1, kDynamic, Measure::swaps}, last_point(results, 1)),
        1.0, kNoLimit);
}

Judgement is_steeper(Results results) {
    return judge_range(
        per_seed_difference(results, {5, kCube, Measure::total}, {4, kDynamic, Measure::total}, linear_slope),
        0.0, kNoLimit);
}

Judgement is_dense_on_an_axis(Results results) {
    return judge_range(ratios_at(results, {4, kDynamic, Measure::pairs},
                                 {4, kDynamic, Measure::axis_overlaps}, last_point(results, 4)),
                       kSparse, kNoLimit);
}

// Ratio of fixed cubes to dynamic boxes, at every point of every graph that has both.
Judgement are_cubes_cheaper(Results results) {
    std::vector<std::vector<double>> ratios;
    const auto add = [&](int cubes, int dynamic) {
        const SweepResult* result = find_result(results, cubes);
        for (std::size_t point = 0; result && point < result->sweep.points.size(); ++point)
            if (auto one = ratios_at(results, {dynamic, kDynamic, Measure::total},
                                     {cubes, kCube, Measure::total}, point);
                !one.empty())
                ratios.push_back(std::move(one));
    };
    for (const int graph : {1, 2, 3, 6}) add(graph, graph);
    add(5, 4);
    if (ratios.empty()) return {};
    std::size_t cheaper = 0, seeds = ratios.front().size();
    std::vector<double> means(seeds, 0.0);
    for (const std::vector<double>& at_point : ratios) {
        cheaper += mean_interval(at_point).high < 1.0 ? 1 : 0;
        for (std::size_t i = 0; i < std::min(seeds, at_point.size()); ++i)
            means[i] += at_point[i] / static_cast<double>(ratios.size());
    }
    const double share = static_cast<double>(cheaper) / static_cast<double>(ratios.size());
    Judgement judgement{Verdict::unclear, mean_interval(means), ""};
    if (share >= kNearlyAll) judgement.verdict = Verdict::reproduced;
    if (share <= 1.0 - kNearlyAll) judgement.verdict = Verdict::not_reproduced;
    judgement.note =
        "cheaper at " + std::to_string(cheaper) + " of " + std::to_string(ratios.size()) + " points";
    return judgement;
}

template <BoxKind Box>
Judgement meets_headline(Results results) {
    const SweepResult* result = find_result(results, kHeadline);
    if (!result) return {};
    const std::size_t box = Box == result->sweep.boxes.front() ? 0 : 1;
    return judge_range(result->values_of(0, box, Measure::total), 0.0, kTwentieth);
}

using M = Measure;
constexpr std::array kClaims{
    Claim{1, "nearly linear, dynamic boxes", "[S]", kLinear, false, is_linear<1, kDynamic, M::total>},
    Claim{1, "nearly linear, fixed cubes", "[S]", kLinear, false, is_linear<1, kCube, M::total>},
    Claim{1, "a small higher-order term, dynamic boxes", "[S]",
          "share of the quadratic term at the last point, within 0 to 30 %", true, has_small_bend<kDynamic>},
    Claim{1, "a small higher-order term, fixed cubes", "[S]",
          "share of the quadratic term at the last point, within 0 to 30 %", true, has_small_bend<kCube>},
    Claim{1, "that term is larger for dynamic boxes", "[S]",
          "quadratic term at the last point, dynamic less fixed, ms; above 0", false,
          bends_more_with_dynamic},
    Claim{1, "cause: more swaps, because boxes resize", "[S]",
          "swaps, dynamic over fixed, at the last point; above 1", false, swaps_more_with_dynamic},
    Claim{2, "update time grows, dynamic boxes", "[S]", kGrows, true, grows<2, kDynamic, M::update>},
    Claim{2, "cause: a longer climb", "[S]", "climb steps: change over the range, more than +10 %", true,
          grows<2, kDynamic, M::climb_steps>},
    Claim{2, "sort time falls, dynamic boxes", "[S]", kFalls, true, falls<2, kDynamic, M::broad>},
    Claim{2, "cause: rounder bodies change their boxes less", "[S]",
          "swaps: change over the range, below −10 %", true, falls<2, kDynamic, M::swaps>},
    Claim{2, "update time constant, fixed cubes", "[S]", kConstant, true, is_constant<2, kCube, M::update>},
    Claim{2, "sort time constant, fixed cubes", "[S]", kConstant, true, is_constant<2, kCube, M::broad>},
    Claim{2, "cause: the same swaps, fixed cubes", "[S]", "swaps: change over the range, within ±10 %", true,
          is_constant<2, kCube, M::swaps>},
    Claim{3, "sort time grows, dynamic boxes", "[S]", kGrows, true, grows<3, kDynamic, M::broad>},
    Claim{3, "sort time grows, fixed cubes", "[S]", kGrows, true, grows<3, kCube, M::broad>},
    Claim{3, "cause: more swaps", "[S]", "swaps: change over the range, more than +10 %", true,
          grows<3, kDynamic, M::swaps>},
    Claim{3, "collisions linear in density, dynamic boxes", "[S]",
          "contacts: exponent of a power law, within 0.9 to 1.25", false,
          is_linear<3, kDynamic, M::contacts>},
    Claim{3, "collisions linear in density, fixed cubes", "[S]",
          "contacts: exponent of a power law, within 0.9 to 1.25", false, is_linear<3, kCube, M::contacts>},
    Claim{3, "time grows with density, dynamic boxes", "[S]", kGrows, true, grows<3, kDynamic, M::total>},
    Claim{3, "time grows with density, fixed cubes", "[S]", kGrows, true, grows<3, kCube, M::total>},
    Claim{4, "steeper than with fixed cubes", "[S]",
          "slope of dynamic less slope of fixed (graph 5), ms per °; above 0", false, is_steeper},
    Claim{4, "cause: more climb steps", "[S]", "climb steps: change over the range, more than +10 %", true,
          grows<4, kDynamic, M::climb_steps>},
    Claim{4, "cause: more swaps", "[S]", "swaps: change over the range, more than +10 %", true,
          grows<4, kDynamic, M::swaps>},
    Claim{4, "sparse in 3D, dense on each axis", "[S]",
          "pairs that overlap on one axis over pairs that overlap in 3D; above 10", false,
          is_dense_on_an_axis},
    Claim{5, "update time constant, fixed cubes", "[S]", kConstant, true, is_constant<5, kCube, M::update>},
    Claim{5, "sort time constant, fixed cubes", "[S]", kConstant, true, is_constant<5, kCube, M::broad>},
    Claim{5, "cause: the same swaps", "[S]", "swaps: change over the range, within ±10 %", true,
          is_constant<5, kCube, M::swaps>},
    Claim{6, "total time, dynamic boxes", "no shape reported", "change over the range", true,
          observe<6, kDynamic>},
    Claim{6, "total time, fixed cubes", "no shape reported", "change over the range", true,
          observe<6, kCube>},
    Claim{0, "fixed cubes had the lower collision time", "[S], most likely reading",
          "time, fixed over dynamic: interval below 1 at nine points of ten, not reproduced at one of ten or "
          "fewer (shown: mean over all)",
          false, are_cubes_cheaper},
    Claim{0, "1024 polytopes of 52 faces in less than 1/20 s, dynamic boxes", "[E: abstract]",
          "time per frame, ms; below 50", false, meets_headline<kDynamic>},
    Claim{0, "1024 polytopes of 52 faces in less than 1/20 s, fixed cubes", "[E: abstract]",
          "time per frame, ms; below 50", false, meets_headline<kCube>},
};

std::string number_text(double value, bool is_percent) {
    char text[32];
    if (is_percent)
        std::snprintf(text, sizeof text, "%+.*f", std::fabs(value) < 0.0995 ? 1 : 0, 100.0 * value);
    else
        std::snprintf(text, sizeof text, "%.3g", value);
    std::string shown = text;
    if (shown.front() == '-') shown.replace(0, 1, "−");
    return shown;
}

} // namespace

std::span<const Claim> all_claims() {
    return kClaims;
}

std::vector<ClaimFinding> judge_all(Results results) {
    std::vector<ClaimFinding> findings;
    for (const Claim& claim : kClaims) findings.push_back({&claim, claim.judge(results)});
    return findings;
}

std::vector<ClaimFinding> judge_graph(Results results, int graph) {
    std::vector<ClaimFinding> findings;
    for (const Claim& claim : kClaims)
        if (claim.graph == graph) findings.push_back({&claim, claim.judge(results)});
    return findings;
}

std::string estimate_text(const Claim& claim, const Interval& estimate) {
    const auto text = [&claim](double value) { return number_text(value, claim.is_percent); };
    if (!estimate.is_known()) return "–";
    const std::string unit = claim.is_percent ? " %" : "";
    if (!std::isfinite(estimate.high)) return text(estimate.mean) + unit;
    return text(estimate.mean) + unit + " (" + text(estimate.low) + " to " + text(estimate.high) + ")";
}

} // namespace boxwood
