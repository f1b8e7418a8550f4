// Measures the times of building, refitting and querying, and the memory, over the number of triangles.
#include "bench/experiments/models.hpp"
#include "bench/experiments/scaling/scaling.hpp"
#include "engine/measure/hierarchy_comparison.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

constexpr int kTumblePoses = 24;

struct Tables {
    Table builds, queries;
};

struct BuildCurves {
    ScalingCurve midpoint{"build, midpoint"}, binned{"build, binned-sah"}, lbvh{"build, lbvh"},
        refit{"refit"};
    ScalingCurve first{"first contact"}, all{"all contacts"};
    ScalingCurve first_tests{"volume tests, first contact"}, all_tests{"volume tests, all contacts"},
        pairs{"contacting pairs"};
};

template <class Work>
double least_ms(const ExperimentRun& run, int repeats, const Work& work) {
    double shortest = 1e300;
    for (int i = 0; i < repeats; ++i) {
        const double start = run.now();
        work();
        shortest = std::min(shortest, run.now() - start);
    }
    return shortest;
}

struct QueryTotals {
    double us = 0.0, tests = 0.0, pairs = 0.0; // per pose
};
QueryTotals run_queries(const MeshView& mesh, const AnyHierarchy& tree, const PosePairs& poses,
                        QueryMode mode, const ExperimentRun& run) {
    QueryScratch scratch;
    QueryResult result;
    QueryTotals totals;
    const double spent = least_ms(run, 2, [&] {
        totals = {};
        for (const auto& [a, b] : poses) {
            require_ok(query_meshes({mesh, &tree, &a}, {mesh, &tree, &b}, {.mode = mode}, scratch, result));
            totals.tests +=
                static_cast<double>(result.counters.volume_tests) / static_cast<double>(poses.size());
            totals.pairs += static_cast<double>(result.pairs.size()) / static_cast<double>(poses.size());
        }
    });
    totals.us = 1e3 * spent / static_cast<double>(poses.size());
    return totals;
}

Status measure(std::size_t wanted, const ExperimentRun& run, BuildCurves& io_curves, Tables& io_tables) {
    const std::uint32_t frequency =
        std::max(3u, static_cast<std::uint32_t>(std::lround(std::sqrt(double(wanted) / 20.0))));
    const Mesh mesh = fitted(make_bumpy_sphere({.frequency = frequency}));
    const auto n = static_cast<double>(mesh.triangles.size());
    // The first repeat is slower, because the operating system then provides its memory for the first time.
    const int repeats = n > 2e6 ? 2 : 3;
    const auto build = [&](const char* builder, ScalingCurve& io_curve) {
        const double ms = least_ms(run, repeats, [&] {
            [[maybe_unused]] const Result<AnyHierarchy> built =
                build_any_hierarchy({"bvh2", "aabb", builder, 1}, mesh.view());
        });
        io_curve.add(n, ms);
        return ms;
    };
    const double midpoint = build("midpoint", io_curves.midpoint),
                 binned = build("binned-sah", io_curves.binned), lbvh = build("lbvh", io_curves.lbvh);
    Result<AnyHierarchy> tree = build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, mesh.view());
    if (!tree) return tree.error();
    const double refit = least_ms(run, repeats, [&] { require_ok(tree->refit(mesh.view())); });
    io_curves.refit.add(n, refit);
    const PosePairs poses = tumble_poses(mesh.view(), mesh.view(), kTumblePoses);
    const QueryTotals first = run_queries(mesh.view(), *tree, poses, QueryMode::any, run),
                      all = run_queries(mesh.view(), *tree, poses, QueryMode::all, run);
    io_curves.first.add(n, first.us);
    io_curves.all.add(n, all.us);
    io_curves.first_tests.add(n, first.tests);
    io_curves.all_tests.add(n, all.tests);
    io_curves.pairs.add(n, all.pairs);
    const double bytes = tree->measure().bytes_per_primitive;
    Result<AnyHierarchy> box_tree = build_any_hierarchy({"box-tree", "aabb", "midpoint", 1}, mesh.view());
    const double box_tree_bytes = box_tree ? box_tree->measure().bytes_per_primitive : std::nan("");
    io_tables.builds.add({mesh.triangles.size(),
                          {midpoint, 4},
                          {binned, 4},
                          {lbvh, 4},
                          {refit, 4},
                          {1e6 * midpoint / n, 1},
                          {1e6 * binned / n, 1},
                          {1e6 * lbvh / n, 1},
                          {1e6 * refit / n, 1},
                          {bytes, 1},
                          {box_tree_bytes, 1}});
    io_tables.queries.add({mesh.triangles.size(),
                           {first.us, 2},
                           {all.us, 2},
                           {first.tests, 1},
                           {all.tests, 1},
                           {all.pairs, 1}});
    run.report_progress(std::to_string(mesh.triangles.size()) + " triangles");
    return ok();
}

Result<ExperimentResult> run_triangles(const ExperimentRun& run) {
    BuildCurves curves;
    Tables tables{{"making",
                   "Trees of boxes over a rock, one triangle per leaf",
                   {"triangles", "midpoint_ms", "binned_sah_ms", "lbvh_ms", "refit_ms", "midpoint_ns_each",
                    "binned_sah_ns_each", "lbvh_ns_each", "refit_ns_each", "bytes_per_triangle",
                    "box_tree_bytes_per_triangle"}},
                  {"asking",
                   "Means per query over the poses, with the midpoint tree",
                   {"triangles", "first_contact_us", "all_contacts_us", "first_volume_tests",
                    "all_volume_tests", "contacting_pairs"}}};
    const std::size_t max_triangles = run.is_quick ? 20'000 : 10'000'000;
    for (double wanted = 1000.0; wanted <= 1.01 * static_cast<double>(max_triangles);
         wanted *= std::sqrt(10.0))
        if (Status status = measure(static_cast<std::size_t>(wanted), run, curves, tables); !status)
            return status.error();
    const std::array build_curves{curves.midpoint, curves.binned, curves.lbvh, curves.refit};
    const std::array query_curves{curves.first, curves.all};
    const std::array counts{curves.first_tests, curves.all_tests, curves.pairs};
    ExperimentSection build_section{
        "Building and refitting",
        "",
        {draw_scaling("making", "Time to build and to refit", "triangles", "ms", build_curves)}};
    build_section.claims = {judge_exponents("scaling-triangles/build", {&curves.midpoint, 1}),
                            judge_exponents("scaling-triangles/refit", {&curves.refit, 1})};
    build_section.tables = {exponent_table("Exponents of the times", build_curves), std::move(tables.builds)};
    build_section.tables.front().name = "exponents-making";
    ExperimentSection query_section{
        "Queries",
        "",
        {draw_scaling("asking", "Time of a query", "triangles", "µs", query_curves),
         draw_scaling("counts", "Counts of a query", "triangles", "per query", counts)}};
    query_section.claims = {
        judge_exponent(curves.pairs,
                       "two surfaces intersect in curves, which cross about sqrt(n) of n triangles", "[D]",
                       0.4, 0.6, Basis::counts),
        judge_exponent(curves.all_tests,
                       "the volume tests of a query for all contacts grow about as fast as the pairs found",
                       "[D] output-sensitive", 0.4, 0.65, Basis::counts)};
    std::vector<ScalingCurve> rest(query_curves.begin(), query_curves.end());
    rest.insert(rest.end(), counts.begin(), counts.end());
    query_section.tables = {exponent_table("Exponents of queries", rest), std::move(tables.queries)};
    return ExperimentResult{{std::move(build_section), std::move(query_section)},
                            "A rock of 10^3 to 10^7 triangles. Builds start from the mesh, as for a user "
                            "of the library, on one thread. Two copies tumble at 24 poses, about half of "
                            "which intersect. Memory is the size of the arrays that a query reads, "
                            "without the mesh."};
}

} // namespace

extern const Experiment kScalingTriangles{"scaling-triangles",
                                          "How do costs grow with the number of "
                                          "triangles?",
                                          "own; [van den Bergen 1997] section 3", run_triangles};

} // namespace boxwood
