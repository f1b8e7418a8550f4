// Measures the five graphs of the I-COLLIDE paper, a sixth graph, and the scene of the paper's abstract.
#include "bench/experiments/experiment.hpp"
#include "engine/measure/claims/claims.hpp"
#include "engine/measure/result_csv.hpp"
#include "engine/measure/sweeps/graph_picture.hpp"
#include "engine/measure/sweeps/sweep_run.hpp"

#include <array>
#include <cstdio>

namespace boxwood {
namespace {

constexpr glm::vec2 kTimes{kPictureWidth, 300.0f}, kCauses{kPictureWidth, 240.0f};

constexpr const char* kScene =
    "Random convex polytopes of radius 1 move and rotate in a closed room, rebound from its walls and "
    "exchange velocities when they touch. The time of a frame is the time of collision detection: box "
    "update, sort of the three endpoint lists (%s), and exact detection of the pairs whose boxes overlap "
    "(%s). It does not include computing matrices, drawing or setup. Parameters that are not varied stay at "
    "%d polytopes of %d faces, %g° and %g %% of the radius per frame, and %g %% of the volume. Boxes are not "
    "fattened, because the AABB margin grows with velocity. These defaults, the sample points and the ranges "
    "of the tests are this project's choices; the paper's values are lost. Every point is run with %d seeds, "
    "one seed after another. A run has %d frames, after %d frames to settle. Every second pass runs the "
    "points in reverse, and both kinds of box of a point run directly after each other. The time of a run is "
    "the mean of the middle half of its frames; bands are 95 %% confidence intervals of the mean over the "
    "seeds. Rounds of all runs: %d; the fastest round of each run counts.";

std::string method_of(const Sweep& sweep) {
    const MultiBodyParams& base = sweep.base;
    std::array<char, 1600> text{};
    std::snprintf(text.data(), text.size(), kScene, sweep.broad_phase.c_str(), sweep.narrow_phase.c_str(),
                  base.bodies, base.faces, base.spin_degrees, base.speed_percent, base.density_percent,
                  sweep.seeds, sweep.frames, sweep.warm_frames, sweep.rounds);
    return text.data();
}

Result<SweepResult> measure(const Sweep& sweep, const ExperimentRun& run) {
    const std::size_t per_pass = sweep.points.size() * sweep.boxes.size();
    const std::size_t passes = sweep.run_count() / per_pass;
    SweepRun sweep_run(sweep, run.clock);
    std::size_t reported_passes = 0;
    while (!sweep_run.is_done()) {
        if (Status status = sweep_run.advance(); !status) return status.error();
        if (sweep_run.runs_done() / per_pass == reported_passes) continue;
        reported_passes = sweep_run.runs_done() / per_pass;
        run.report_progress(std::string(sweep.graph.name) + ": pass " + std::to_string(reported_passes) +
                            " of " + std::to_string(passes));
    }
    return sweep_run.result();
}

std::vector<ClaimResult> judged(Results results, int graph) {
    std::vector<ClaimResult> claims;
    for (const ClaimFinding& finding : judge_graph(results, graph))
        claims.push_back(make_claim_result(finding));
    return claims;
}

std::string span_of(const SweepResult& result) {
    std::array<char, 120> text{};
    std::snprintf(text.data(), text.size(), ", %g to %g in %zu points.", result.sweep.points.front(),
                  result.sweep.points.back(), result.sweep.points.size());
    return "Swept: " + axis_text(result.sweep.graph) + text.data();
}

ExperimentSection describe(Results results, const SweepResult& result) {
    const Graph& graph = result.sweep.graph;
    Table table = graph_table(result);
    ExperimentSection section{"Graph " + std::to_string(graph.number) + ". " + std::string(graph.question),
                              span_of(result)};
    section.pictures.push_back({table.name, std::string(graph.question), times_picture(result, kTimes)});
    section.pictures.push_back({table.name + "-causes",
                                std::string("Counts that explain the times: ").append(graph.axis),
                                causes_picture(result, kCauses)});
    section.claims = judged(results, graph.number);
    section.tables.push_back(std::move(table));
    return section;
}

Result<ExperimentResult> run_icollide(const ExperimentRun& run) {
    const SweepSize size = run.is_quick ? SweepSize::quick : SweepSize::full;
    std::vector<Sweep> sweeps;
    for (const Graph& graph : all_graphs()) sweeps.push_back(make_sweep(graph, size));
    sweeps.push_back(make_headline(size));
    std::vector<SweepResult> results;
    for (Sweep& sweep : sweeps) {
        sweep.base.seed = run.seed;
        Result<SweepResult> result = measure(sweep, run);
        if (!result) return result.error();
        results.push_back(std::move(*result));
    }
    ExperimentResult all{.sections = {}, .method = method_of(results.front().sweep)};
    ExperimentSection overall{"Over all graphs",
                              "The scene of the paper's abstract, and fixed cubes against dynamic boxes."};
    overall.claims = judged(results, kHeadline);
    overall.tables = {graph_table(results.back()), runs_table(results)};
    all.sections.push_back(std::move(overall));
    for (const SweepResult& result : results)
        if (result.sweep.graph.number != kHeadline) all.sections.push_back(describe(results, result));
    return all;
}

} // namespace

extern const Experiment kIcollideGraphs{
    "icollide", "What shapes do the graphs of the multi-body simulation have?",
    "[Cohen 1995] section 5; five graphs of the paper, the sixth is this project's", run_icollide};

} // namespace boxwood
