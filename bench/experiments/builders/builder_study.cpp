#include "bench/experiments/builders/builder_study.hpp"

#include "bench/experiments/bar_panel.hpp"
#include "engine/measure/hierarchy_comparison.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/assemblies.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <algorithm>

namespace boxwood {
namespace {

constexpr int kBuilds = 3; // the shortest time of these builds is reported

// Counts the volume tests of queries for any contact, per batch of poses.
std::vector<double> count_batches(const AnyHierarchy& tree, const PlacedModel& model) {
    const MeshView mesh = model.mesh.view();
    std::vector<double> batches(kPoseBatches, 0.0);
    QueryScratch scratch;
    QueryResult result;
    for (std::size_t i = 0; i < model.poses.size(); ++i) {
        const auto& [a, b] = model.poses[i];
        require_ok(
            query_meshes({mesh, &tree, &a}, {mesh, &tree, &b}, {.mode = QueryMode::any}, scratch, result));
        batches[i % kPoseBatches] += static_cast<double>(result.counters.volume_tests);
    }
    return batches;
}

double build_ns(const HierarchyConfig& config, const MeshView& mesh, const ExperimentRun& run) {
    double shortest = 1e300;
    for (int i = 0; i < (run.is_quick ? 1 : kBuilds); ++i) {
        const double start = run.now();
        const AnyHierarchy tree = *build_any_hierarchy(config, mesh);
        shortest = std::min(shortest, run.now() - start);
    }
    return 1e6 * shortest / static_cast<double>(mesh.triangles.size());
}

Result<BuilderResults> study_model(const PlacedModel& model, const ExperimentRun& run,
                                   std::span<const std::string_view> builders) {
    const MeshView mesh = model.mesh.view();
    BuilderResults results{model.name, model.mesh.triangles.size(), {}, false};
    std::vector<HierarchyConfig> configs;
    for (const std::string_view builder : builders)
        configs.push_back({"bvh2", "aabb", std::string(builder), 1});
    HierarchyComparison comparison({.a = mesh,
                                    .b = mesh,
                                    .poses = model.poses,
                                    .request = {.mode = QueryMode::any},
                                    .configs = configs,
                                    .repeats = run.is_quick ? 1 : 3},
                                   run.clock);
    const auto queries = static_cast<double>(model.poses.size());
    while (!comparison.is_done()) {
        if (Status status = comparison.advance(); !status) return status.error();
        const ComparisonRow& row = comparison.rows().back();
        if (!row.is_same_answer)
            return Error{name_of(row.config) + " disagrees on the " + std::string(model.name)};
        const AnyHierarchy tree = *build_any_hierarchy(row.config, mesh);
        const HierarchyQuality quality = tree.measure();
        results.rows.push_back({.builder = row.config.builder,
                                .build_ns = build_ns(row.config, mesh, run),
                                .query_us = row.query_us,
                                .volume_tests = static_cast<double>(row.counters.volume_tests) / queries,
                                .triangle_tests = static_cast<double>(row.counters.primitive_tests) / queries,
                                .volume_sum = quality.volume_sum,
                                .area_cost = quality.surface_area_cost,
                                .depth = quality.max_depth,
                                .tests_of_batch = count_batches(tree, model)});
    }
    run.report_progress(std::string(model.name) + " with " + std::to_string(builders.size()) + " builders");
    return results;
}

} // namespace

const BuilderRow& BuilderResults::row(std::string_view builder) const {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const BuilderRow& row) { return row.builder == builder; });
    BOXWOOD_ASSERT(found != rows.end());
    return *found;
}

Result<std::vector<BuilderResults>> study_builders(const ExperimentRun& run,
                                                   std::span<const std::string_view> builders) {
    const std::size_t placements = run.is_quick ? 60 : 2000;
    std::vector<PlacedModel> models = place_paper_models(placements, run.seed, run.is_quick);
    models.push_back(
        place_model("rock", make_bumpy_sphere({.frequency = run.is_quick ? 5u : 22u}), placements, run.seed));
    const std::size_t smooth = models.size();
    for (const Assembly& assembly : all_assemblies())
        models.push_back(place_model(assembly.name, make_assembly(assembly, run.is_quick ? 600 : 6000),
                                     placements, run.seed));
    std::vector<BuilderResults> all;
    for (const PlacedModel& model : models) {
        Result<BuilderResults> results = study_model(model, run, builders);
        if (!results) return results.error();
        results->is_assembly = all.size() >= smooth;
        all.push_back(std::move(*results));
    }
    return all;
}

Table builder_table(std::string name, std::string caption, std::span<const BuilderResults> results) {
    Table table{std::move(name),
                std::move(caption),
                {"model", "triangles", "builder", "build_ns_per_triangle", "depth", "volume_sum", "area_cost",
                 "volume_tests", "triangle_tests", "query_us"}};
    for (const BuilderResults& model : results)
        for (const BuilderRow& row : model.rows)
            table.add({model.model,
                       model.triangles,
                       row.builder,
                       {row.build_ns, 1},
                       row.depth,
                       {row.volume_sum, 2},
                       {row.area_cost, 2},
                       {row.volume_tests, 1},
                       {row.triangle_tests, 2},
                       {row.query_us, 2}});
    return table;
}

Picture builder_picture(std::string name, std::string title, std::span<const BuilderResults> results,
                        double BuilderRow::*value, std::string unit, bool is_log) {
    std::vector<BarPanel> panels;
    for (const BuilderResults& model : results) {
        BarPanel panel{std::string(model.model), unit, {}, is_log};
        for (const BuilderRow& row : model.rows)
            panel.bars.push_back({row.builder, row.*value, short_number(row.*value)});
        panels.push_back(std::move(panel));
    }
    return {std::move(name), std::move(title), draw_bar_panels(panels, kPictureWidth, 3)};
}

ClaimResult judge(const BuilderClaim& claim, std::span<const BuilderResults> results) {
    std::vector<ClaimValue> values;
    for (const BuilderResults& model : results) {
        if (model.is_assembly) continue; // the source used no assemblies
        std::vector<double> of_batches;
        for (std::size_t batch = 0; batch < kPoseBatches; ++batch)
            of_batches.push_back(claim.value(model, batch));
        values.emplace_back(std::string(model.model), median_interval(of_batches));
    }
    return judge_source_claim(claim.key, std::move(values));
}

ClaimResult judge(const BuilderTest& test, std::span<const BuilderResults> results) {
    ClaimResult claim{test.shape, test.source, test.test, "", Verdict::not_judged, test.basis};
    bool is_reproduced = true;
    for (const BuilderResults& model : results) {
        const double value = test.value(model);
        is_reproduced = is_reproduced && value >= test.low && value <= test.high;
        claim.estimate +=
            (claim.estimate.empty() ? "" : ", ") + std::string(model.model) + " " + fixed_number(value, 2);
    }
    claim.verdict = verdict_if(is_reproduced);
    return claim;
}

} // namespace boxwood
