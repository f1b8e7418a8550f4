// Compares smooth models with assemblies of machine parts, for several hierarchies: the times of builds, of queries for
// any contact and of distance queries.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/models.hpp"
#include "engine/measure/hierarchy_comparison.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/assemblies.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

struct Shape {
    std::string_view name;
    bool is_assembly = false;
    Mesh mesh{};
};

std::vector<Shape> make_shapes(std::size_t triangles) {
    std::vector<Shape> shapes;
    for (const Model& model : all_models())
        shapes.push_back({model.name, false, make_fitted(model, triangles)});
    for (const Assembly& assembly : all_assemblies())
        shapes.push_back({assembly.name, true, fitted(make_assembly(assembly, triangles))});
    return shapes;
}

std::vector<HierarchyConfig> list_competitors(QueryMode mode) {
    if (mode == QueryMode::distance)
        return {{"bvh8", "obb", "binned-sah", 2},
                {"bvh2", "aabb", "binned-sah", 2},
                {"bvh2", "rss", "binned-sah", 2}};
    return {{"bvh8", "aabb", "binned-sah", 2},
            {"bvh2", "aabb", "binned-sah", 2},
            {"bvh2", "aabb", "midpoint", 2},
            {"bvh2", "obb", "binned-sah", 2},
            {"bvh2", "kdop24", "binned-sah", 2}};
}

// Results for one shape and one question, per hierarchy.
struct Answers {
    std::vector<double> us;
    std::vector<std::uint64_t> tests;
};

Result<Answers> compare_hierarchies(const Shape& shape, QueryMode mode, const ExperimentRun& run,
                                    Table& io_table) {
    const int turns = run.is_quick ? 3 : (mode == QueryMode::distance ? 6 : 16);
    const auto distances = tumble_distances(shape.mesh, 3);
    // Distances are measured where the bounding spheres are disjoint, and contacts where the spheres overlap.
    const double distance = mode == QueryMode::distance ? 1.3 * distances.front() : distances[1];
    HierarchyComparison comparison({.a = shape.mesh.view(),
                                    .b = shape.mesh.view(),
                                    .poses = tumble_at(distance, turns),
                                    .request = {.mode = mode},
                                    .configs = list_competitors(mode),
                                    .repeats = run.is_quick ? 1 : 2},
                                   run.clock);
    Answers answers;
    while (!comparison.is_done()) {
        if (Status status = comparison.advance(); !status) return status.error();
        const ComparisonRow& row = comparison.rows().back();
        if (!row.is_same_answer)
            return Error{name_of(row.config) + " disagrees on the " + std::string(shape.name)};
        answers.us.push_back(row.query_us);
        answers.tests.push_back(row.counters.volume_tests);
        const auto poses = static_cast<double>(turns * turns);
        io_table.add({shape.name,
                      shape.mesh.triangles.size(),
                      mode == QueryMode::distance ? "distance" : "any contact",
                      row.config.kind,
                      row.config.volume,
                      row.config.builder,
                      {1e6 * row.build_ms / (2.0 * static_cast<double>(shape.mesh.triangles.size())), 1},
                      {static_cast<double>(row.counters.volume_tests) / poses, 1},
                      {static_cast<double>(row.counters.primitive_tests) / poses, 2},
                      {row.query_us, 2},
                      row.hits});
    }
    return answers;
}

// Judges whether the default hierarchy is faster than all others.
ClaimResult judge_default(const char* statement, const char* test, const std::vector<std::string>& names,
                          const std::vector<Answers>& all) {
    ClaimResult claim{statement, "own", test, "", Verdict::not_judged, Basis::times};
    bool is_first = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double best = *std::min_element(all[i].us.begin() + 1, all[i].us.end());
        is_first = is_first && all[i].us.front() < best;
        claim.estimate += (i == 0 ? "" : ", ") + names[i] + " " + fixed_number(all[i].us.front() / best, 2);
    }
    claim.verdict = verdict_if(is_first);
    return claim;
}

// Measures assemblies of 50 000 to one million triangles.
Table study_sizes(const ExperimentRun& run) {
    Table table{
        "sizes",
        "Assemblies by size, with the default hierarchy: build time per triangle, and time of a query for "
        "any contact",
        {"model", "triangles", "build_ns_per_triangle", "bytes_per_triangle", "query_us", "volume_tests"}};
    for (const Assembly& assembly : all_assemblies())
        for (const std::size_t wanted : run.is_quick ? std::vector<std::size_t>{1000}
                                                     : std::vector<std::size_t>{50'000, 250'000, 1'000'000}) {
            const Mesh mesh = fitted(make_assembly(assembly, wanted));
            HierarchyComparison comparison(
                {.a = mesh.view(),
                 .b = mesh.view(),
                 .poses = tumble_at(tumble_distances(mesh, 3)[1], run.is_quick ? 3 : 8),
                 .request = {.mode = QueryMode::any},
                 .configs = {{}},
                 .repeats = 1},
                run.clock);
            if (!comparison.advance()) continue;
            const ComparisonRow& row = comparison.rows().back();
            const auto poses = static_cast<double>(run.is_quick ? 9 : 64);
            table.add({assembly.name,
                       mesh.triangles.size(),
                       {1e6 * row.build_ms / (2.0 * static_cast<double>(mesh.triangles.size())), 1},
                       {row.bytes_per_triangle, 1},
                       {row.query_us, 2},
                       {static_cast<double>(row.counters.volume_tests) / poses, 1}});
        }
    return table;
}

Result<ExperimentResult> run_shapes(const ExperimentRun& run) {
    Table table{"shapes",
                "Two tumbling copies of each model",
                {"model", "triangles", "question", "kind", "volume", "builder", "build_ns_per_triangle",
                 "volume_tests", "triangle_tests", "query_us", "hits"}};
    std::vector<Answers> contacts, distances;
    std::vector<std::string> names;
    std::array<std::vector<BarPanel>, 2> panels;
    for (const Shape& shape : make_shapes(run.is_quick ? 1000 : 50'000)) {
        names.emplace_back(shape.name);
        for (const QueryMode mode : {QueryMode::any, QueryMode::distance}) {
            const bool is_distance = mode == QueryMode::distance;
            Result<Answers> answers = compare_hierarchies(shape, mode, run, table);
            if (!answers) return answers.error();
            BarPanel panel{std::string(shape.name), is_distance ? "µs per distance" : "µs to any contact"};
            for (std::size_t i = 0; i < answers->us.size(); ++i)
                panel.bars.push_back(
                    {name_of(list_competitors(mode)[i]), answers->us[i], short_number(answers->us[i]),
                     shape.is_assembly ? &draw::Palette::right_series : &draw::Palette::left_series});
            panels[is_distance].push_back(std::move(panel));
            (is_distance ? distances : contacts).push_back(std::move(*answers));
        }
        run.report_progress(std::string(shape.name));
    }
    ExperimentSection section{"", "Sphere, rock, torus and knot are smooth, with triangles of one size. The "
                                  "assemblies are what CAD programs export: "
                                  "many parts that overlap, faces that share no vertices, triangles as long "
                                  "as their face, and edges divided on one "
                                  "side only."};
    section.claims = {
        judge_default("bvh8 of AABBs finds contacts faster than every other hierarchy, on every model",
                      "time: bvh8 of AABBs / fastest other hierarchy; below 1 on every model", names,
                      contacts),
        judge_default("bvh8 of OBBs finds distances faster than every other hierarchy, on every model",
                      "time: bvh8 of OBBs / fastest other hierarchy; below 1 on every model", names,
                      distances)};
    section.pictures = {{"contacts", "Any contact, smooth models and assemblies",
                         draw_bar_panels(panels[0], kPictureWidth, 3)},
                        {"distances", "Distance, smooth models and assemblies",
                         draw_bar_panels(panels[1], kPictureWidth, 3)}};
    section.tables = {std::move(table), study_sizes(run)};
    return ExperimentResult{
        {std::move(section)},
        "Poses are from the tumble of the BoxTree paper. Contacts are measured where the bounding spheres "
        "overlap, distances where they are disjoint. Times are the shorter of two runs."};
}

} // namespace

extern const Experiment kShapes{"shapes", "Do the results differ for CAD-like models?",
                                "[Zachmann 2002] section 6 for the tumble", run_shapes};

} // namespace boxwood
