// Checks the verdicts on sweep results that are generated from known curves.
#include "engine/measure/claims/claims.hpp"
#include "engine/measure/slopes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <set>

namespace boxwood {
namespace {

using Curve = std::function<double(double x, BoxKind box, Measure measure)>;

// Sets every measure of every run to the value of the curve times a random factor from 1 - noise to 1 + noise.
SweepResult make_result(int number, const Curve& curve, double noise = 0.0,
                        SweepSize size = SweepSize::quick) {
    SweepResult result(make_sweep(*find_graph(number), size));
    std::mt19937 engine(static_cast<unsigned>(number));
    std::uniform_real_distribution<double> factor(1.0 - noise, 1.0 + noise);
    for (std::size_t point = 0; point < result.sweep.points.size(); ++point)
        for (std::size_t box = 0; box < result.sweep.boxes.size(); ++box)
            for (std::size_t seed = 0; seed < static_cast<std::size_t>(result.sweep.seeds); ++seed) {
                Sample& sample = result.at({point, box, seed});
                for (std::size_t m = 0; m < kMeasureCount; ++m)
                    sample.values[m] =
                        factor(engine) *
                        curve(result.sweep.points[point], result.sweep.boxes[box], static_cast<Measure>(m));
                sample.is_measured = true;
            }
    return result;
}

Verdict verdict_on(std::string_view shape, int graph, const std::vector<SweepResult>& results) {
    for (const ClaimFinding& finding : judge_all(results))
        if (finding.claim->graph == graph &&
            finding.claim->source_claim.key == "icollide/" + std::string(shape))
            return finding.outcome.verdict;
    ADD_FAILURE() << "no claim " << shape;
    return Verdict::not_judged;
}

Curve power_law(double exponent) {
    return [exponent](double x, BoxKind, Measure) { return 0.01 * std::pow(x, exponent); };
}
Curve straight(double start, double rise) { // over the x values of graph 2
    return [=](double x, BoxKind, Measure) { return start + rise * (x - 20.0) / 180.0; };
}

TEST(Claims, near_linearity_is_judged_by_the_fitted_exponent) {
    const auto verdict = [](double exponent, double noise) {
        return verdict_on("linear-dynamic", 1, {make_result(1, power_law(exponent), noise)});
    };
    EXPECT_EQ(verdict(1.0, 0.02), Verdict::reproduced);
    EXPECT_EQ(verdict(1.15, 0.02), Verdict::reproduced);
    EXPECT_EQ(verdict(1.4, 0.02), Verdict::same_direction);
    EXPECT_EQ(verdict(2.0, 0.02), Verdict::not_reproduced);
    EXPECT_EQ(verdict(0.5, 0.02), Verdict::not_reproduced);
    EXPECT_EQ(verdict(1.48, 0.9), Verdict::not_judged); // the interval crosses the outer bound
}

TEST(Claims, claims_of_growth_decline_and_constancy_exclude_each_other) {
    for (const double rise : {-0.5, -0.2, 0.0, 0.05, 0.2, 0.8}) {
        const std::vector<SweepResult> results{make_result(2, straight(1.0, rise), 0.001)};
        const double change = rise / (1.0 + 0.5 * rise);
        EXPECT_EQ(verdict_on("faces-update-dynamic", 2, results) == Verdict::reproduced, change > 0.1);
        EXPECT_EQ(verdict_on("faces-sort-dynamic", 2, results) == Verdict::reproduced, change < -0.1);
        EXPECT_EQ(verdict_on("faces-sort-cubes", 2, results) == Verdict::reproduced, std::fabs(change) < 0.1);
    }
}

TEST(Claims, strong_noise_leaves_a_claim_unjudged) {
    const std::vector<SweepResult> results{make_result(2, straight(1.0, 0.1), 0.4)};
    EXPECT_EQ(verdict_on("faces-update-cubes", 2, results), Verdict::not_judged);
    EXPECT_EQ(verdict_on("faces-update-dynamic", 2, results), Verdict::not_judged);
}

TEST(Claims, a_claim_about_a_cause_is_judged_by_its_count_not_by_times) {
    const Curve counts_only = [](double x, BoxKind, Measure measure) {
        return measure == Measure::climb_steps ? x : 1.0;
    };
    const std::vector<SweepResult> results{make_result(2, counts_only)};
    EXPECT_EQ(verdict_on("faces-climb", 2, results), Verdict::reproduced);
    EXPECT_EQ(verdict_on("faces-update-dynamic", 2, results), Verdict::not_reproduced);
}

TEST(Claims, dynamic_and_fixed_boxes_are_compared_across_two_graphs) {
    const auto with_slopes = [](double dynamic, double fixed) {
        const auto curve = [](double slope) {
            return [slope](double x, BoxKind, Measure) { return 1.0 + slope * x; };
        };
        return std::vector{make_result(4, curve(dynamic), 0.001), make_result(5, curve(fixed), 0.001)};
    };
    EXPECT_EQ(verdict_on("rotation-slope", 4, with_slopes(0.02, 0.01)), Verdict::reproduced);
    EXPECT_EQ(verdict_on("rotation-slope", 4, with_slopes(0.01, 0.02)), Verdict::not_reproduced);
    EXPECT_EQ(verdict_on("rotation-slope", 4, {with_slopes(0.02, 0.01).front()}), Verdict::not_judged);
}

TEST(Claims, a_quick_graph_is_not_compared_with_a_full_one) {
    const Curve steep = [](double x, BoxKind, Measure) { return 1.0 + 0.02 * x; };
    const Curve flat = [](double x, BoxKind, Measure) { return 1.0 + 0.01 * x; };
    const std::vector mixed{make_result(4, steep, 0.001), make_result(5, flat, 0.001, SweepSize::full)};
    EXPECT_EQ(verdict_on("rotation-slope", 4, mixed), Verdict::not_judged);
}

TEST(Claims, bend_share_and_relative_change_equal_known_values) {
    const std::array xs{100.0, 200.0, 300.0, 400.0};
    std::vector<double> ys;
    for (const double x : xs) ys.push_back(0.75 * x / 400.0 + 0.25 * x * x / 160000.0);
    EXPECT_NEAR(bend_share(xs, ys), 0.25, 1e-9);
    EXPECT_NEAR(bend_at_last(xs, ys), 0.25, 1e-9);
    // The change is 1 and the mean is 1.5. The range of x does not matter.
    EXPECT_NEAR(relative_change(std::array{20.0, 200.0}, std::array{1.0, 2.0}), 1.0 / 1.5, 1e-12);
    EXPECT_EQ(relative_change(xs, std::array{0.0, 0.0, 0.0, 0.0}), 0.0);
}

TEST(Claims, cubes_are_judged_cheaper_if_cheaper_at_all_points_but_not_if_at_half) {
    const Curve cheaper = [](double, BoxKind box, Measure) { return box == BoxKind::fixed_cube ? 0.8 : 1.0; };
    const Curve dearer = [](double, BoxKind box, Measure) { return box == BoxKind::fixed_cube ? 1.3 : 1.0; };
    const std::string_view shape = "cubes-cheaper";
    EXPECT_EQ(verdict_on(shape, 0, {make_result(1, cheaper, 0.01)}), Verdict::reproduced);
    EXPECT_EQ(verdict_on(shape, 0, {make_result(2, dearer, 0.01)}), Verdict::not_reproduced);
    const std::vector<SweepResult> both{make_result(1, cheaper, 0.01), make_result(2, dearer, 0.01)};
    EXPECT_EQ(verdict_on(shape, 0, both), Verdict::not_reproduced); // cheaper at only half of the points
    EXPECT_TRUE(judge_all(both)
                    .at(all_claims().size() - 3)
                    .outcome.note.starts_with(
                        "fixed cubes are faster at 4 of 8 points; mean of the ratio fixed / dynamic: 1.0"));
}

TEST(Claims, an_incomplete_graph_is_not_judged) {
    std::vector<SweepResult> results{make_result(1, power_law(1.0))};
    results.front().samples.back().is_measured = false;
    for (const ClaimFinding& finding : judge_all(results)) {
        EXPECT_EQ(finding.outcome.verdict, Verdict::not_judged);
        const std::string_view by_definition = finding.claim->source_claim.not_judged;
        EXPECT_EQ(finding.outcome.note, by_definition.empty() ? "not measured" : by_definition);
    }
}

TEST(Claims, the_note_is_the_reason_of_an_unjudged_claim_and_empty_otherwise) {
    const Curve level = [](double, BoxKind, Measure) { return 1.0; };
    std::size_t unjudged = 0;
    for (const ClaimFinding& finding : judge_graph({{make_result(2, straight(1.0, 0.1), 0.4)}}, 2)) {
        const ClaimResult result = make_claim_result(finding);
        EXPECT_EQ(result.verdict, finding.outcome.verdict);
        EXPECT_EQ(result.note, finding.outcome.note);
        EXPECT_EQ(result.note.empty(), result.verdict != Verdict::not_judged) << result.note;
        unjudged += result.note == "the 95 % interval contains a bound of the rule" ? 1 : 0;
    }
    EXPECT_GT(unjudged, 0u);
}

// Every claim must cite the text of the paper ([S]) or the place where it was found otherwise ([E: ...]). The paper
// reports no curve for graph 6.
TEST(Claims, all_claims_except_those_on_graph_6_cite_a_source) {
    std::set<int> graphs;
    for (const Claim& claim : all_claims()) {
        const SourceClaim& source_claim = claim.source_claim;
        const bool is_reported =
            source_claim.source.starts_with("[S]") || source_claim.source.starts_with("[E: ");
        EXPECT_EQ(is_reported, claim.graph != 6) << source_claim.statement;
        EXPECT_FALSE(source_claim.rule.quantity.empty());
        graphs.insert(claim.graph);
    }
    EXPECT_EQ(graphs, (std::set{0, 1, 2, 3, 4, 5, 6}));
}

TEST(Claims, estimates_are_printed_with_their_intervals) {
    Claim claim;
    EXPECT_EQ(estimate_text(claim, {1.0812, 1.052, 1.11}), "1.08 (1.05 to 1.11)");
    claim.is_percent = true;
    EXPECT_EQ(estimate_text(claim, {0.123, -0.0912, 0.151}), "+12 % (−9.1 to +15)");
    EXPECT_EQ(estimate_text(claim, ClaimOutcome{}.estimate), "–");
}

} // namespace
} // namespace boxwood
