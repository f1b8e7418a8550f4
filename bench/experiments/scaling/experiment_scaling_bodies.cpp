// Measures the phase times and the memory of the multi-body scene over the number of bodies.
#include "bench/experiments/scaling/scaling.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/workloads/multi_body.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

struct Curves {
    ScalingCurve update{"box update"}, broad{"broad phase"}, narrow{"exact detection"},
        total{"collision detection"};
    ScalingCurve pairs{"pairs"}, contacts{"contacts"}, bytes{"bytes"};
};

Status measure(int bodies, const ExperimentRun& run, Curves& io_curves, Table& io_table) {
    const std::uint64_t before = run.memory();
    MultiBodyParams params;
    params.bodies = bodies;
    params.distinct_shapes = bodies;
    params.seed = run.seed;
    Result<Simulation> made = make_multi_body(params);
    if (!made) return made.error();
    if (Status status = made->world.set_broad_phase("sweep-and-prune-direct"); !status) return status;
    const int warm = run.is_quick ? 2 : 10, frames = run.is_quick ? 5 : bodies > 20'000 ? 15 : 40;
    std::array<std::vector<double>, 4> times;
    double pairs = 0.0, contacts = 0.0;
    for (int frame = 0; frame < warm + frames; ++frame) {
        step(*made, run.clock);
        if (frame < warm) continue;
        const PhaseTimes& t = made->output.times;
        const std::array now{t[Phase::update], t[Phase::broad], t[Phase::narrow], t.collision()};
        for (std::size_t i = 0; i < now.size(); ++i) times[i].push_back(now[i]);
        pairs += static_cast<double>(made->output.counters.pairs) / frames;
        contacts += static_cast<double>(made->output.counters.contacts) / frames;
    }
    const std::uint64_t bytes = run.memory() - std::min(run.memory(), before);
    const auto n = static_cast<double>(bodies);
    const std::array<ScalingCurve*, 4> curves{&io_curves.update, &io_curves.broad, &io_curves.narrow,
                                              &io_curves.total};
    std::array<double, 4> medians{};
    for (std::size_t i = 0; i < curves.size(); ++i) {
        medians[i] = median_of(times[i]);
        curves[i]->add(n, medians[i]);
    }
    io_curves.pairs.add(n, pairs);
    io_curves.contacts.add(n, contacts);
    io_curves.bytes.add(n, static_cast<double>(bytes));
    io_table.add({bodies,
                  {medians[0], 4},
                  {medians[1], 4},
                  {medians[2], 4},
                  {medians[3], 4},
                  {1e6 * medians[3] / n, 1},
                  {pairs, 1},
                  {contacts, 1},
                  {static_cast<double>(bytes) / n, 0}});
    run.report_progress(std::to_string(bodies) + " bodies");
    return ok();
}

Result<ExperimentResult> run_bodies(const ExperimentRun& run) {
    Curves curves;
    Table table{"bodies",
                "Times: medians over the frames. Pairs and contacts: means per frame",
                {"bodies", "update_ms", "broad_ms", "narrow_ms", "total_ms", "total_ns_per_body", "pairs",
                 "contacts", "bytes_per_body"}};
    const std::vector<int> sizes = run.is_quick
                                       ? std::vector<int>{100, 316, 1000}
                                       : std::vector<int>{100, 316, 1000, 3162, 10'000, 31'623, 100'000};
    for (const int bodies : sizes)
        if (Status status = measure(bodies, run, curves, table); !status) return status.error();
    const std::array times{curves.update, curves.broad, curves.narrow, curves.total};
    const std::array all{curves.update, curves.broad,    curves.narrow, curves.total,
                         curves.pairs,  curves.contacts, curves.bytes};
    ExperimentSection section{"", "", {draw_scaling("bodies", "Time per frame", "bodies", "ms", times)}};
    section.claims = {judge_exponent(curves.pairs,
                                     "at constant density, pairs grow in proportion to "
                                     "bodies",
                                     "[D]", 0.9, 1.15, Basis::counts),
                      judge_exponents("scaling-bodies/broad", {&curves.broad, 1}),
                      judge_exponents("scaling-bodies/total", {&curves.total, 1})};
    section.tables = {exponent_table("Exponents over all sizes", all), std::move(table)};
    return ExperimentResult{
        {std::move(section)},
        "The multi-body scene with its usual values (36 faces, 10° and 10 % per frame, 5 % of the volume) "
        "and the broad phase sweep-and-prune-direct. Every body has its own shape. Bytes "
        "are the memory in use by the process minus its memory before the scene: bodies, shapes, boxes, "
        "pairs and caches."};
}

} // namespace

extern const Experiment kScalingBodies{"scaling-bodies", "How do costs grow with the number of bodies?",
                                       "own; [Cohen 1995] section 5", run_bodies};

} // namespace boxwood
