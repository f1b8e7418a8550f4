// The tumbling benchmark: compares three overlap tests of the BoxTree with trees of AABBs, OBBs, k-DOPs and spheres.
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

HierarchyConfig make_config(const char* kind, const char* volume, const char* builder) {
    return {kind, volume, builder, 1};
}

const std::vector<Method>& methods() {
    using draw::Palette;
    static const HierarchyConfig box_tree = make_config("box-tree", "aabb", "restricted");
    static const std::vector<Method> kAll{
        {"BoxTree re-boxing", box_tree, OverlapTest::aabb_of_obb, Descent::larger_volume,
         &Palette::left_series, true},
        {"BoxTree lite", box_tree, OverlapTest::sat_lite},
        {"BoxTree full SAT", box_tree, OverlapTest::sat, Descent::larger_volume, &Palette::phase_update},
        {"shrunk BoxTree, lite", make_config("box-tree-shrunk", "aabb", "midpoint"), OverlapTest::sat_lite,
         Descent::larger_volume, &Palette::phase_narrow},
        {"BoxTree lite, both opened", box_tree, OverlapTest::sat_lite, Descent::simultaneous,
         &Palette::phase_update, true},
        {"AABB lite", make_config("bvh2", "aabb", "midpoint"), OverlapTest::sat_lite, Descent::larger_volume,
         &Palette::right_series},
        {"AABB full SAT", make_config("bvh2", "aabb", "midpoint"), OverlapTest::sat, Descent::larger_volume,
         &Palette::right_series, true},
        {"OBB full SAT", make_config("bvh2", "obb", "midpoint"), OverlapTest::sat, Descent::larger_volume,
         &Palette::contact},
        {"24-DOP", make_config("bvh2", "kdop24", "midpoint"), OverlapTest::sat, Descent::larger_volume,
         &Palette::phase_broad},
        {"slabs of 18-DOPs", make_config("kdop-tree", "kdop18", "midpoint"), OverlapTest::sat,
         Descent::larger_volume, &Palette::phase_broad, true},
        {"BoxTree of eight", make_config("box-tree8", "aabb", "midpoint"), OverlapTest::sat,
         Descent::larger_volume, &Palette::text1},
        {"bvh8 of AABBs", make_config("bvh8", "aabb", "midpoint"), OverlapTest::sat, Descent::larger_volume,
         &Palette::text2, true},
        {"spheres", make_config("bvh2", "sphere", "midpoint"), OverlapTest::sat, Descent::larger_volume,
         &Palette::text3},
    };
    return kAll;
}
// Indices into methods().
enum MethodIndex : std::size_t {
    kReboxing,
    kLite,
    kFull,
    kShrunk,
    kBoth,
    kAabb,
    kAabbFull,
    kObb,
    kDop,
    kDopTree,
    kEight,
    kWide,
    kSpheres,
    kMethods
};

struct TumblingSums { // means over the distances, per query; for a batch, `tests` is the sum over its queries
    double us = 0.0, tests = 0.0;
};
using BatchSums = std::vector<TumblingSums>; // per batch of poses
using Curves = std::array<std::vector<Chart::Point>, kMethods>;

struct ModelRun {
    std::array<TumblingSums, kMethods> sums{};
    std::array<BatchSums, kMethods> batches{};
    std::array<double, kMethods> bytes_per_triangle{};
    Curves curves{};
    double near = 0.0, far = 0.0, highest = 0.0;
};

// Every count-th pose, starting with `index`.
PosePairs take_batch(const PosePairs& poses, std::size_t index, std::size_t count) {
    PosePairs batch;
    for (std::size_t i = index; i < poses.size(); i += count) batch.push_back(poses[i]);
    return batch;
}

Result<ComparisonRow> run_batch(const Mesh& mesh, const Method& method, PosePairs poses,
                                const ExperimentRun& run) {
    HierarchyComparison comparison(
        {.a = mesh.view(),
         .b = mesh.view(),
         .poses = std::move(poses),
         .request = {.mode = QueryMode::any, .test = method.test, .descent = method.descent},
         .configs = {method.config},
         .repeats = 1},
        run.clock);
    if (Status status = comparison.advance(); !status) return status.error();
    return comparison.rows()[0];
}

Result<ModelRun> tumble(const Model& model, const ExperimentRun& run, Table& io_table) {
    const Mesh mesh = make_fitted(model, run.is_quick ? 500 : 10'000);
    const int turns = run.is_quick ? 6 : 72;
    const std::size_t batches = run.is_quick ? 6 : 12; // fewer than six give no interval
    const std::vector<double> distances = tumble_distances(mesh, run.is_quick ? 2 : 5);
    const auto each = 1.0 / static_cast<double>(distances.size());
    ModelRun made{.near = distances.back(), .far = distances.front()};
    for (BatchSums& of_method : made.batches) of_method.resize(batches);
    for (const double distance : distances) {
        const PosePairs poses = tumble_at(distance, turns);
        std::array<double, kMethods> us{};
        std::array<QueryCounters, kMethods> counters{};
        std::array<std::size_t, kMethods> hits{};
        for (std::size_t batch = 0; batch < batches; ++batch)
            for (std::size_t i = 0; i < kMethods;
                 ++i) { // the methods alternate, so that a temporary slowdown affects all of them
                const Result<ComparisonRow> row =
                    run_batch(mesh, methods()[i], take_batch(poses, batch, batches), run);
                if (!row) return row.error();
                us[i] += row->query_us / static_cast<double>(batches);
                counters[i].volume_tests += row->counters.volume_tests;
                counters[i].primitive_tests += row->counters.primitive_tests;
                hits[i] += row->hits;
                made.bytes_per_triangle[i] = row->bytes_per_triangle;
                made.batches[i][batch].us += each * row->query_us;
                made.batches[i][batch].tests += each * static_cast<double>(row->counters.volume_tests);
            }
        for (std::size_t i = 0; i < kMethods; ++i) {
            const Method& method = methods()[i];
            if (hits[i] != hits[0]) return Error{std::string(method.name) + " disagrees on " + mesh.name};
            io_table.add({model.name,
                          mesh.triangles.size(),
                          {distance, 4},
                          method.config.kind,
                          method.config.volume,
                          test_name(method.test),
                          method.descent == Descent::simultaneous ? "simultaneous" : "volume",
                          {made.bytes_per_triangle[i], 1},
                          {us[i], 3},
                          counters[i].volume_tests,
                          counters[i].primitive_tests,
                          hits[i]});
            made.sums[i].us += each * us[i];
            made.sums[i].tests +=
                each * static_cast<double>(counters[i].volume_tests) / static_cast<double>(poses.size());
            made.curves[i].push_back({distance, us[i], std::nan(""), std::nan(""),
                                      std::string(method.name) + ", distance " + fixed_number(distance, 2) +
                                          ": " + short_number(us[i]) + " µs"});
            made.highest = std::max(made.highest, us[i]);
        }
    }
    run.report_progress(std::string(model.name) + " tumbled at " + std::to_string(distances.size()) +
                        " distances");
    return made;
}

Picture draw_curves(const Model& model, const ModelRun& made) {
    draw::Sheet sheet;
    sheet.size = {kPictureWidth, 290.0f};
    Chart chart(sheet, {.min = glm::vec2(0.0f),
                        .max = sheet.size,
                        .x_low = made.near,
                        .x_high = made.far,
                        .y_high = draw::round_ticks(made.highest).back(),
                        .title = "Time per query over the distance: " + std::string(model.name),
                        .x_label = "distance between the centers; each object fits a cube of size 2",
                        .y_label = "µs",
                        .legend_width = 190.0f});
    for (std::size_t i = 0; i < kMethods; ++i)
        chart.add_curve(made.curves[i], {methods()[i].ink, 2.0f, methods()[i].is_dashed, methods()[i].name});
    return {"tumbling-" + std::string(model.name),
            "Time per query over the distance, " + std::string(model.name), std::move(sheet)};
}

// The ratio of two sums for each model: the median over the batches of poses.
std::vector<ClaimValue> ratios_of(const std::vector<ModelRun>& runs, MethodIndex over, MethodIndex under,
                                  double TumblingSums::*what) {
    std::vector<ClaimValue> values;
    for (std::size_t m = 0; m < runs.size(); ++m) {
        std::vector<double> ratios;
        for (std::size_t batch = 0; batch < runs[m].batches[over].size(); ++batch) {
            const double below = runs[m].batches[under][batch].*what;
            ratios.push_back(below > 0.0 ? runs[m].batches[over][batch].*what / below : std::nan(""));
        }
        values.emplace_back(std::string(all_models()[m].name), median_interval(ratios));
    }
    return values;
}

ClaimResult compare(std::string_view key, const std::vector<ModelRun>& runs, MethodIndex over,
                    MethodIndex under, double TumblingSums::*what) {
    return judge_source_claim(key, ratios_of(runs, over, under, what));
}

// Shrunk trees come from later versions of the program by the paper's author, so this is not a claim of the paper.
ClaimResult judge_shrunk(const std::vector<ModelRun>& runs) {
    constexpr VerdictRule kRule{"time: shrunk BoxTree, lite / OBB full SAT, per model", between(0.5, 2.0)};
    const std::vector<ClaimValue> values = ratios_of(runs, kShrunk, kObb, &TumblingSums::us);
    const Ruling ruling = judge(kRule, values);
    double most_bytes = 0.0;
    for (const ModelRun& run : runs) most_bytes = std::max(most_bytes, run.bytes_per_triangle[kShrunk]);
    return {"queries of shrunk BoxTrees take between half and twice the time of queries of OBB trees",
            "own",
            rule_text(kRule),
            values_text(values),
            ruling.verdict,
            Basis::times,
            "at most " + fixed_number(most_bytes, 1) + " bytes per triangle, against " +
                fixed_number(runs[0].bytes_per_triangle[kObb], 0) + " of OBBs and " +
                fixed_number(runs[0].bytes_per_triangle[kDop], 0) + " of 24-DOPs"};
}

// The fastest method for each limit of bytes per triangle.
Table budget_table(const std::vector<ModelRun>& runs) {
    Table table{"budget",
                "The fastest hierarchy that takes at most a given number of bytes per triangle",
                {"model", "bytes_per_triangle_at_most", "fastest", "bytes_per_triangle", "query_us"}};
    for (std::size_t m = 0; m < runs.size(); ++m)
        for (const double budget : {16.0, 24.0, 36.0, 64.0, 96.0, 256.0}) {
            const ModelRun& run = runs[m];
            std::size_t best = kMethods;
            for (std::size_t i = 0; i < kMethods; ++i)
                if (run.bytes_per_triangle[i] <= budget &&
                    (best == kMethods || run.sums[i].us < run.sums[best].us))
                    best = i;
            if (best == kMethods) continue;
            table.add({all_models()[m].name,
                       {budget, 0},
                       methods()[best].name,
                       {run.bytes_per_triangle[best], 1},
                       {run.sums[best].us, 2}});
        }
    return table;
}

std::vector<ClaimResult> judge(const std::vector<ModelRun>& runs) {
    return {compare("boxtree-tumbling/reboxing", runs, kReboxing, kLite, &TumblingSums::us),
            compare("boxtree-tumbling/full", runs, kFull, kLite, &TumblingSums::us),
            compare("boxtree-tumbling/full-tests", runs, kFull, kLite, &TumblingSums::tests),
            compare("boxtree-tumbling/reboxing-tests", runs, kReboxing, kLite, &TumblingSums::tests),
            compare("boxtree-tumbling/obb-league", runs, kLite, kObb, &TumblingSums::us),
            compare("boxtree-tumbling/dop-league", runs, kLite, kDop, &TumblingSums::us),
            judge_shrunk(runs)};
}

Result<ExperimentResult> run_tumbling(const ExperimentRun& run) {
    Table table{"tumbling",
                "Every model, distance and method",
                {"model", "triangles", "distance", "kind", "volume", "test", "descent", "bytes_per_triangle",
                 "query_us", "volume_tests", "triangle_tests", "hits"}};
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
    section.tables = {budget_table(runs), std::move(table)};
    return ExperimentResult{
        {std::move(section)},
        "Two copies of a model that fits a cube of size 2. The second makes a full turn about x at each step "
        "of a turn about z. The distances range from first contact of the bounding spheres to half of that "
        "distance. A query stops at the first contact. If two methods find contacts at different numbers of "
        "poses of a distance, the run fails. Ratios are medians over batches of poses, with 95 % intervals "
        "from order statistics."};
}

} // namespace

extern const Experiment kBoxTreeTumbling{"boxtree-tumbling",
                                         "Which overlap test of a BoxTree is best, and how do other trees "
                                         "compare?",
                                         "[Zachmann 2002] section 6", run_tumbling};

} // namespace boxwood
