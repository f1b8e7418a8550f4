// The tumbling benchmark: three overlap tests of the BoxTree compared with trees of AABBs, OBBs, k-DOPs and spheres.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/box_tree/box_tree_walks.hpp"
#include "engine/measure/chart.hpp"
#include "engine/measure/hierarchy_comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

struct Method {
    const char* name;
    HierarchyConfig config;
    OverlapTest test = OverlapTest::sat;
    Descent descent = Descent::larger_volume;
    draw::Ink ink = &draw::Palette::left_series;
    bool is_dashed = false;
};

HierarchyConfig of(const char* kind, const char* volume, const char* builder) {
    return {kind, volume, builder, 1};
}

const std::vector<Method>& methods() {
    using draw::Palette;
    static const HierarchyConfig box_tree = of("box-tree", "aabb", "restricted");
    static const std::vector<Method> kAll{
        {"BoxTree re-boxing", box_tree, OverlapTest::reboxing, Descent::larger_volume, &Palette::left_series,
         true},
        {"BoxTree lite", box_tree, OverlapTest::lite},
        {"BoxTree full SAT", box_tree, OverlapTest::sat, Descent::larger_volume, &Palette::phase_update},
        {"BoxTree lite, both opened", box_tree, OverlapTest::lite, Descent::simultaneous,
         &Palette::phase_update, true},
        {"AABB lite", of("bvh2", "aabb", "midpoint"), OverlapTest::lite, Descent::larger_volume,
         &Palette::right_series},
        {"AABB full SAT", of("bvh2", "aabb", "midpoint"), OverlapTest::sat, Descent::larger_volume,
         &Palette::right_series, true},
        {"OBB full SAT", of("bvh2", "obb", "midpoint"), OverlapTest::sat, Descent::larger_volume,
         &Palette::contact},
        {"24-DOP", of("bvh2", "kdop24", "midpoint"), OverlapTest::sat, Descent::larger_volume,
         &Palette::phase_broad},
        {"spheres", of("bvh2", "sphere", "midpoint"), OverlapTest::sat, Descent::larger_volume,
         &Palette::text3},
    };
    return kAll;
}
enum Which : std::size_t { kReboxing, kLite, kFull, kBoth, kAabb, kAabbFull, kObb, kDop, kSpheres, kMethods };

struct Sums { // over the distances, per query
    double us = 0.0, tests = 0.0;
};
using Curves = std::array<std::vector<Chart::Point>, kMethods>;

struct ModelRun {
    std::array<Sums, kMethods> sums{};
    Curves curves{};
    double near = 0.0, far = 0.0, highest = 0.0;
};

Result<ModelRun> tumble(const Model& model, const ExperimentRun& run, Table& io_table) {
    const Mesh mesh = make_fitted(model, run.is_quick ? 500 : 10'000);
    const int turns = run.is_quick ? 6 : 72;
    const std::vector<double> distances = tumble_distances(mesh, run.is_quick ? 2 : 5);
    ModelRun made{.near = distances.back(), .far = distances.front()};
    for (const double distance : distances) {
        std::size_t expected = 0;
        for (std::size_t i = 0; i < kMethods; ++i) {
            const Method& method = methods()[i];
            HierarchyComparison comparison(
                {.a = mesh.view(),
                 .b = mesh.view(),
                 .poses = tumble_at(distance, turns),
                 .request = {.mode = QueryMode::any, .test = method.test, .descent = method.descent},
                 .configs = {method.config},
                 .repeats = 1},
                run.clock);
            if (Status status = comparison.advance(); !status) return status.error();
            const ComparisonRow& row = comparison.rows()[0];
            if (i == 0) expected = row.hits;
            if (row.hits != expected) return Error{std::string(method.name) + " disagrees on " + mesh.name};
            io_table.add({model.name,
                          mesh.triangles.size(),
                          {distance, 4},
                          method.config.kind,
                          method.config.volume,
                          test_name(method.test),
                          method.descent == Descent::simultaneous ? "simultaneous" : "volume",
                          {row.query_us, 3},
                          row.counters.volume_tests,
                          row.counters.primitive_tests,
                          row.hits});
            made.sums[i].us += row.query_us / static_cast<double>(distances.size());
            made.sums[i].tests +=
                static_cast<double>(row.counters.volume_tests) /
                static_cast<double>(distances.size() * static_cast<std::size_t>(turns * turns));
            made.curves[i].push_back({distance, row.query_us, std::nan(""), std::nan(""),
                                      std::string(method.name) + ", distance " + fixed_number(distance, 2) +
                                          ": " + short_number(row.query_us) + " µs"});
            made.highest = std::max(made.highest, row.query_us);
        }
    }
    run.say(std::string(model.name) + " tumbled at " + std::to_string(distances.size()) + " distances");
    return made;
}

Picture draw_curves(const Model& model, const ModelRun& made) {
    draw::Sheet sheet;
    sheet.size = {kPictureWidth, 290.0f};
    Chart chart(sheet, {.min = glm::vec2(0.0f),
                        .max = sheet.size,
                        .x_low = made.near,
                        .x_high = made.far,
                        .y_high = round_ticks(made.highest).back(),
                        .title = "A query over the distance: " + std::string(model.name),
                        .x_label = "distance of the centers, of an object that fits a cube of size 2",
                        .y_label = "µs",
                        .legend_width = 190.0f});
    for (std::size_t i = 0; i < kMethods; ++i)
        chart.add_curve(made.curves[i], {methods()[i].ink, 2.0f, methods()[i].is_dashed, methods()[i].name});
    return {"tumbling-" + std::string(model.name),
            "Time per query over the distance, " + std::string(model.name), std::move(sheet)};
}

// One sum over another, per model.
ClaimResult compare(std::string_view key, const std::vector<ModelRun>& runs, Which over, Which under,
                    double Sums::*what) {
    std::vector<ClaimValue> ratios;
    for (std::size_t m = 0; m < runs.size(); ++m) {
        const double below = runs[m].sums[under].*what;
        if (!(below > 0.0)) return judge_source_claim(key, {}); // without a clock
        ratios.emplace_back(std::string(all_models()[m].name), runs[m].sums[over].*what / below);
    }
    return judge_source_claim(key, std::move(ratios));
}

std::vector<ClaimResult> judge(const std::vector<ModelRun>& runs) {
    return {compare("boxtree-tumbling/reboxing", runs, kReboxing, kLite, &Sums::us),
            compare("boxtree-tumbling/full", runs, kFull, kLite, &Sums::us),
            compare("boxtree-tumbling/full-tests", runs, kFull, kLite, &Sums::tests),
            compare("boxtree-tumbling/reboxing-tests", runs, kReboxing, kLite, &Sums::tests),
            compare("boxtree-tumbling/obb-league", runs, kLite, kObb, &Sums::us),
            compare("boxtree-tumbling/dop-league", runs, kLite, kDop, &Sums::us)};
}

Result<ExperimentResult> run_tumbling(const ExperimentRun& run) {
    Table table{"tumbling",
                "Every model, distance and method",
                {"model", "triangles", "distance", "kind", "volume", "test", "descent", "query_us",
                 "volume_tests", "triangle_tests", "hits"}};
    std::vector<ModelRun> runs;
    std::vector<BarPanel> panels;
    ExperimentSection section;
    for (const Model& model : all_models()) {
        Result<ModelRun> made = tumble(model, run, table);
        if (!made) return made.error();
        BarPanel panel{std::string(model.name), "µs per query, mean over the distances"};
        for (std::size_t i = 0; i < kMethods; ++i)
            panel.bars.push_back({methods()[i].name, made->sums[i].us, short_number(made->sums[i].us),
                                  i <= kBoth ? &draw::Palette::left_series : &draw::Palette::right_series,
                                  i == kAabb});
        panels.push_back(std::move(panel));
        section.pictures.push_back(draw_curves(model, *made));
        runs.push_back(std::move(*made));
    }
    section.pictures.insert(section.pictures.begin(),
                            {"tumbling", "Means by method", draw_bar_panels(panels, kPictureWidth, 2)});
    section.claims = judge(runs);
    section.tables.push_back(std::move(table));
    return ExperimentResult{{std::move(section)},
                            "Two copies of a model that fits a cube of size 2; the second makes a turn about "
                            "x inside each step of "
                            "a turn about z. Distances from the first contact of the bounding spheres to "
                            "half of it. First contact "
                            "is asked for; every method answers every pose alike, or the run fails. Times "
                            "are those of one pass."};
}

} // namespace

extern const Experiment kBoxTreeTumbling{"boxtree-tumbling",
                                         "Which overlap test of a BoxTree is best, and how do others do?",
                                         "[Zachmann 2002] section 6", run_tumbling};

} // namespace boxwood
