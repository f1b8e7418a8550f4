// Compares refitting with rebuilding for several families of deformations, mesh sizes and update policies.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/deformation/deformation_study.hpp"
#include "bench/experiments/deformation/degradation.hpp"
#include "bench/experiments/experiment.hpp"
#include "engine/measure/chart.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

Status measure(const ExperimentRun& run, DeformationResults& io_results) {
    for (const Deformer& deformer : procedural_deformers()) {
        for (const double times_usual : io_results.config.amplitudes) {
            io_results.families.push_back(
                study_family(io_results.config, deformer, times_usual, kPaperTree, run.clock));
            if (!io_results.families.back().is_same_answer)
                return Error{std::string(deformer.name) + ": refitted and rebuilt trees disagree"};
        }
        for (const HierarchyConfig& hierarchy : list_other_trees()) {
            io_results.kinds.push_back(study_family(io_results.config, deformer, 1.0, hierarchy, run.clock));
            if (!io_results.kinds.back().is_same_answer)
                return Error{std::string(deformer.name) + ": refitted and rebuilt trees disagree, " +
                             hierarchy.kind};
        }
        io_results.replays.push_back(replay_policies(io_results.config, deformer, run.clock));
        if (!io_results.replays.back().is_same_answer)
            return Error{std::string(deformer.name) + ": policies disagree"};
        run.report_progress(std::string(deformer.name) + ": rho " +
                            fixed_number(io_results.families.back().rho(), 2));
    }
    for (const std::uint32_t triangles : io_results.config.sizes) {
        io_results.sizes.push_back(study_size(io_results.config, triangles, run.clock));
        const SizeRow& row = io_results.sizes.back();
        run.report_progress(std::to_string(row.triangles) + " triangles: refit " +
                            short_number(median_of(row.refit_ms)) + " ms, rebuild " +
                            short_number(median_of(row.rebuild_ms)) + " ms");
    }
    return ok();
}

draw::Sheet draw_rho(const DeformationResults& results) {
    BarPanel tests{"Volume tests with a refitted tree",
                   "divided by tests with a rebuilt one, at the usual amplitude"};
    BarPanel twice{"The same at twice this amplitude", "or at the largest amplitude that the motion "
                                                       "allows"};
    for (const FamilyRow& row : results.families) {
        const HorizontalBar bar{std::string(row.family), row.rho(), fixed_number(row.rho(), 2)};
        if (row.times_usual == 1.0) tests.bars.push_back(bar);
        if (row.times_usual == 2.0) twice.bars.push_back(bar);
    }
    std::vector<BarPanel> panels{std::move(tests)};
    if (!twice.bars.empty()) panels.push_back(std::move(twice));
    return draw_bar_panels(panels, kPictureWidth, 2);
}

draw::Sheet draw_sizes(const DeformationResults& results) {
    draw::Sheet sheet;
    sheet.size = {kPictureWidth, 300.0f};
    std::vector<Chart::Point> refits, rebuilds;
    double low = 1e300, high = 0.0;
    for (const SizeRow& row : results.sizes) {
        const std::string of = short_number(row.triangles) + " triangles: ";
        const auto add = [&](std::vector<Chart::Point>& io_points, const std::vector<double>& times) {
            const Interval ms = median_interval(times);
            io_points.push_back(
                {double(row.triangles), ms.value, ms.low, ms.high, of + short_number(ms.value) + " ms"});
            low = std::min(low, ms.value);
            high = std::max(high, ms.value);
        };
        add(refits, row.refit_ms);
        add(rebuilds, row.rebuild_ms);
    }
    Chart chart(sheet, {.min = glm::vec2(0.0f),
                        .max = sheet.size,
                        .x_low = double(results.sizes.front().triangles),
                        .x_high = double(results.sizes.back().triangles),
                        .y_high = draw::log_end_above(high),
                        .title = "Refit and rebuild",
                        .x_label = "triangles (logarithmic)",
                        .y_label = "ms (logarithmic)",
                        .y_low = draw::log_end_below(low),
                        .is_log_x = true,
                        .is_log_y = true});
    chart.add_curve(refits, {&draw::Palette::left_series, 2.5f, false, "refit"});
    chart.add_curve(rebuilds, {&draw::Palette::right_series, 2.0f, true, "rebuild"});
    return sheet;
}

Result<ExperimentResult> run_deformation(const ExperimentRun& run) {
    DeformationResults results;
    if (run.is_quick) results.config = quick_study();
    if (Status status = measure(run, results); !status) return status.error();
    const DegradationConfig config = run.is_quick ? quick_degradation() : DegradationConfig{};
    const std::vector<DegradationRow> rows = study_all_degradation(config, run);
    if (const auto wrong = std::ranges::find(rows, false, &DegradationRow::is_same_answer);
        wrong != rows.end())
        return Error{std::string(wrong->mesh) + ", " + wrong->deformation.name +
                     ": refitted and rebuilt trees disagree"};
    ExperimentSection degradation{
        "Cost of refitting for queries: meshes, seeds, sizes of a feature",
        "Inflating a feature has little effect on the paper's AABB trees: only the ancestors of the "
        "feature's triangles grow, and in a rebuilt tree they contain the whole feature, too. Inside the "
        "feature, all boxes grow by the same factor, so siblings stay disjoint. The table blow-up has large "
        "probes at random positions, and small probes at random positions and at the feature. ",
        {{"degradation", "Volume tests, refitted tree / rebuilt tree, by mesh", draw_degradation(rows)}}};
    degradation.claims = judge_degradation(rows);
    for (ClaimResult& claim : judge_deformation(results)) degradation.claims.push_back(std::move(claim));
    degradation.tables = {degradation_table(rows, config.poses), blow_up_table(rows, config.poses)};
    ExperimentSection families{
        "One mesh, every amplitude", "", {{"families", "Degradation by family", draw_rho(results)}}};
    families.tables = {families_table(results), levels_table(results)};
    ExperimentSection kinds{"Cost of refitting for queries, by kind of hierarchy",
                            "Break-even: number of queries after which a rebuild saves time."};
    kinds.tables = {kinds_table(results)};
    ExperimentSection sizes{"Refit and rebuild over mesh sizes",
                            "A torus knot that is twisted by 90°.",
                            {{"sizes", "Refit and rebuild", draw_sizes(results)}}};
    sizes.tables = {sizes_table(results)};
    ExperimentSection policies{"Policies on the same frames", sentences(results)};
    policies.tables = {replays_table(results)};
    return ExperimentResult{
        {std::move(degradation), std::move(families), std::move(kinds), std::move(sizes),
         std::move(policies)},
        "First, meshes of the same size against a rigid ring at random positions; the seed determines the "
        "positions, the inflated feature and the torn triangles. Then a torus knot, deformed by each "
        "family, at fixed poses. rho is the number of volume tests with the refitted tree divided by the "
        "number with a rebuilt tree, at the same poses. Counts do not depend on the machine."};
}

} // namespace

extern const Experiment kDeformation{
    "deformation", "Refit or rebuild: what do refitted trees cost, and when does rebuilding pay?",
    "[van den Bergen 1997] sections 4 and 5", run_deformation};

} // namespace boxwood
