// A control experiment for graph 2 of the I-COLLIDE paper. In the paper, the sort time of fixed cubes is constant
// over the number of faces; here it decreases. The reason is the density. A polytope with more faces fills more of
// its sphere, so at equal density the room is larger, and endpoints of cubes of the same size are swapped less often.
// If the room is constant and the density is adjusted to it, the sort time stays constant.
#include "bench/experiments/experiment.hpp"
#include "engine/measure/claims/verdict_rule.hpp"
#include "engine/measure/result_csv.hpp"
#include "engine/measure/slopes.hpp"
#include "engine/measure/sweeps/graph_picture.hpp"
#include "engine/measure/sweeps/sweep_run.hpp"

#include <array>

namespace boxwood {
namespace {

constexpr int kGraph = 2;
constexpr VerdictRule kFallsWithTheRoom{"change over the range, relative to the mean", below(-0.1)};
constexpr VerdictRule kConstantInOneRoom{"change over the range, relative to the mean", between(-0.1, 0.1)};

Sweep make_cube_sweep(const ExperimentRun& run, Graph graph) {
    Sweep sweep = make_sweep(graph, run.is_quick ? SweepSize::quick : SweepSize::full);
    sweep.boxes = {BoxKind::fixed_cube};
    sweep.base.seed = run.seed;
    return sweep;
}

// Half the side of the room of graph 2 at the middle of its range of faces.
Result<double> middle_room(const Sweep& sweep) {
    MultiBodyParams params = sweep.base;
    set_swept(params, Swept::faces, 0.5 * (sweep.points.front() + sweep.points.back()));
    const Result<Simulation> made = make_multi_body(params);
    if (!made) return made.error();
    return made->room_half.x;
}

Result<SweepResult> run_cube_sweep(const Sweep& sweep, const ExperimentRun& run) {
    SweepRun sweep_run(sweep, run.clock);
    while (!sweep_run.is_done())
        if (Status status = sweep_run.advance(); !status) return status.error();
    run.report_progress(std::string(sweep.graph.name) + ": done");
    return sweep_run.result();
}

ClaimResult judge_change(std::string shape, const SweepResult& result, Measure measure,
                         const VerdictRule& rule) {
    const std::vector<double> changes =
        slope_per_seed(Results(&result, 1), {kGraph, BoxKind::fixed_cube, measure}, relative_change);
    const std::array values{ClaimValue("", mean_interval(changes))};
    const Ruling ruling = judge(rule, values);
    return {std::move(shape),    "own",          rule_text(rule),
            values_text(values), ruling.verdict, measure == Measure::swaps ? Basis::counts : Basis::times,
            ruling.reason};
}

ExperimentSection describe_sweep(const SweepResult& result, std::string title, std::string text) {
    ExperimentSection section{std::move(title), std::move(text)};
    Table table = graph_table(result);
    section.pictures = {{table.name, std::string(result.sweep.graph.question),
                         times_picture(result, {kPictureWidth, 300.0f})},
                        {table.name + "-causes", "Counts that explain the times",
                         causes_picture(result, {kPictureWidth, 240.0f})}};
    section.tables.push_back(std::move(table));
    return section;
}

Result<ExperimentResult> run_control(const ExperimentRun& run) {
    Graph graph = *find_graph(kGraph);
    graph.has_dynamic = false;
    graph.name = "faces-equal-density";
    const Sweep growing = make_cube_sweep(run, graph);
    graph.name = "faces-one-room";
    Sweep adjusted = make_cube_sweep(run, graph);
    const Result<double> half = middle_room(growing);
    if (!half) return half.error();
    adjusted.base.room_half = *half;
    const Result<SweepResult> at_equal_density = run_cube_sweep(growing, run),
                              in_one_room = run_cube_sweep(adjusted, run);
    if (!at_equal_density) return at_equal_density.error();
    if (!in_one_room) return in_one_room.error();
    ExperimentSection before = describe_sweep(*at_equal_density, "At equal density, as in graph 2",
                                              "The room grows with the number of faces, because polytopes "
                                              "with more faces fill more of their bounding spheres."),
                      after = describe_sweep(
                          *in_one_room, "In one room",
                          "The density is adjusted so that every point has the same room as the middle "
                          "point.");
    before.claims = {
        judge_change("at equal density, the number of swaps falls as the number of faces grows, fixed cubes",
                     *at_equal_density, Measure::swaps, kFallsWithTheRoom),
        judge_change("at equal density, the sort time falls as the number of faces grows, fixed cubes",
                     *at_equal_density, Measure::broad, kFallsWithTheRoom)};
    after.claims = {
        judge_change("in one room, the number of swaps does not depend on the number of faces, fixed cubes",
                     *in_one_room, Measure::swaps, kConstantInOneRoom),
        judge_change("in one room, the sort time does not depend on the number of faces, fixed cubes",
                     *in_one_room, Measure::broad, kConstantInOneRoom)};
    return ExperimentResult{{std::move(before), std::move(after)},
                            "The scenes of graph 2 of the experiment icollide with fixed cubes, measured "
                            "twice: at the same density at every point, as in graph 2; and with the room of "
                            "the middle point at every point. Nothing else differs."};
}

} // namespace

extern const Experiment kIcollideControl{
    "icollide-control", "Why does the sort time of fixed cubes depend on the number of faces?",
    "own; [Cohen 1995] section 5, graph 2", run_control};

} // namespace boxwood
