// Measures Tables 1 to 3 of the AABB-tree paper: AABB trees and OBB trees, full SAT and SAT-lite, construction and
// refit. Both trees use the same scalar type (paper_trees.hpp). Additional rows measure the library's vectorized
// trees.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/placements.hpp"
#include "bench/experiments/solid/paper_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

double quotient(double above, double below) {
    return below > 0.0 ? above / below : std::nan("");
}

// Computes one number per batch of placements of a model. The median of these numbers and its interval are reported.
using OfBatch = double (*)(const PaperModel& model, Arithmetic arithmetic, std::size_t batch);

Interval interval_over_batches(const PaperModel& model, Arithmetic arithmetic, OfBatch of) {
    std::vector<double> values;
    for (std::size_t batch = 0; batch < model.batches(); ++batch)
        values.push_back(of(model, arithmetic, batch));
    return median_interval(values);
}

constexpr auto kFull = PaperTest::full, kLite = PaperTest::lite;
constexpr auto kObb = PaperVolume::obb, kAabb = PaperVolume::aabb;
constexpr std::array kScalars{Arithmetic::float32, Arithmetic::float64};

ClaimResult judge_counts(std::string_view key, const std::vector<PaperModel>& models, OfBatch of) {
    std::vector<ClaimValue> values;
    for (const PaperModel& model : models)
        values.emplace_back(std::string(model.name), interval_over_batches(model, Arithmetic::float64, of));
    return judge_source_claim(key, std::move(values));
}

ClaimResult judge_times(std::string_view key, const std::vector<PaperModel>& models, OfBatch of) {
    std::vector<ClaimValue> values;
    for (const PaperModel& model : models)
        for (const Arithmetic scalar : kScalars)
            values.emplace_back(std::string(model.name) + " " + arithmetic_name(scalar),
                                interval_over_batches(model, scalar, of));
    return judge_source_claim(key, std::move(values));
}

// Judges a claim by one number per batch for all models together.
template <class Of>
ClaimResult judge_together(std::string_view key, const std::vector<PaperModel>& models, const Of& of) {
    std::vector<ClaimValue> values;
    for (const Arithmetic scalar : kScalars) {
        std::vector<double> batches;
        for (std::size_t batch = 0; batch < models.front().batches(); ++batch)
            batches.push_back(of(scalar, batch));
        values.emplace_back(arithmetic_name(scalar), median_interval(batches));
    }
    return judge_source_claim(key, std::move(values));
}

double total_ratio(const PaperModel& model, Arithmetic arithmetic, std::size_t batch) {
    return quotient(model.sample(arithmetic, kAabb, kFull, batch).total_us(),
                    model.sample(arithmetic, kObb, kFull, batch).total_us());
}

double lite_over_full(const PaperModel& model, Arithmetic arithmetic, PaperVolume volume, std::size_t batch) {
    return quotient(model.sample(arithmetic, volume, kLite, batch).total_us(),
                    model.sample(arithmetic, volume, kFull, batch).total_us());
}

std::vector<ClaimResult> judge_queries(const std::vector<PaperModel>& models) {
    std::vector<ClaimResult> claims;
    claims.push_back(judge_counts("solid-tables/box-tests", models,
                                  [](const PaperModel& m, Arithmetic arithmetic, std::size_t batch) {
                                      return quotient(m.sample(arithmetic, kAabb, kFull, batch).box_tests,
                                                      m.sample(arithmetic, kObb, kFull, batch).box_tests);
                                  }));
    claims.push_back(judge_counts("solid-tables/triangle-tests", models,
                                  [](const PaperModel& m, Arithmetic arithmetic, std::size_t batch) {
                                      return quotient(
                                          m.sample(arithmetic, kAabb, kFull, batch).triangle_tests,
                                          m.sample(arithmetic, kObb, kFull, batch).triangle_tests);
                                  }));
    claims.push_back(judge_times("solid-tables/box-cost", models,
                                 [](const PaperModel& m, Arithmetic arithmetic, std::size_t batch) {
                                     return quotient(m.sample(arithmetic, kAabb, kFull, batch).box_ns(),
                                                     m.sample(arithmetic, kObb, kFull, batch).box_ns());
                                 }));
    claims.push_back(judge_times("solid-tables/total", models, total_ratio));
    claims.push_back(
        judge_together("solid-tables/torus", models, [&](Arithmetic arithmetic, std::size_t batch) {
            double largest = 0.0;
            for (std::size_t m = 1; m < models.size(); ++m)
                largest = std::max(largest, total_ratio(models[m], arithmetic, batch));
            return quotient(total_ratio(models[0], arithmetic, batch), largest);
        }));
    claims.push_back(judge_times("solid-tables/triangle-share", models,
                                 [](const PaperModel& m, Arithmetic arithmetic, std::size_t batch) {
                                     return m.sample(arithmetic, kAabb, kFull, batch).triangle_share() -
                                            m.sample(arithmetic, kObb, kFull, batch).triangle_share();
                                 }));
    claims.push_back(
        judge_together("solid-tables/lite-aabb", models, [&](Arithmetic arithmetic, std::size_t batch) {
            double logarithms = 0.0;
            for (const PaperModel& model : models)
                logarithms += std::log(lite_over_full(model, arithmetic, kAabb, batch));
            return std::exp(logarithms / static_cast<double>(models.size()));
        }));
    claims.push_back(judge_times("solid-tables/lite-obb", models,
                                 [](const PaperModel& m, Arithmetic arithmetic, std::size_t batch) {
                                     return lite_over_full(m, arithmetic, kObb, batch);
                                 }));
    return claims;
}

// ----- Table 3 --------------------------------------------------------------------------------------------------

ClaimResult judge_making(std::string_view key, const std::vector<PaperModel>& models,
                         double (*of)(const PaperModel& model, const MakingTimes& times)) {
    std::vector<ClaimValue> values;
    for (const PaperModel& model : models) {
        std::vector<double> ratios;
        for (const MakingTimes& times : model.making) ratios.push_back(of(model, times));
        values.emplace_back(std::string(model.name), median_interval(ratios));
    }
    return judge_source_claim(key, std::move(values));
}

double library_query_ms(const PaperModel& model, PaperVolume volume) {
    std::vector<double> values;
    for (std::size_t batch = 0; batch < model.batches(); ++batch)
        values.push_back(1e-3 * model.sample(Arithmetic::library, volume, kFull, batch).total_us());
    return median_of(values);
}

std::vector<ClaimResult> judge_all_making(const std::vector<PaperModel>& models) {
    return {judge_making("solid-tables/build", models,
                         [](const PaperModel&, const MakingTimes& t) {
                             return quotient(t.build_aabb_ms, t.build_obb_ms);
                         }),
            judge_making("solid-tables/refit", models,
                         [](const PaperModel&, const MakingTimes& t) {
                             return quotient(t.refit_aabb_ms, t.build_aabb_ms);
                         }),
            judge_making("solid-tables/refit-dominates", models,
                         [](const PaperModel& m, const MakingTimes& t) {
                             return quotient(t.refit_aabb_ms, library_query_ms(m, kAabb));
                         }),
            judge_making("solid-tables/deforming", models, [](const PaperModel& m, const MakingTimes& t) {
                return quotient(2.0 * t.refit_aabb_ms + library_query_ms(m, kAabb),
                                2.0 * t.build_obb_ms + library_query_ms(m, kObb));
            })};
}

// ----- Tables ---------------------------------------------------------------------------------------------------

void add_interval(std::vector<Cell>& io_cells, const Interval& interval, int decimals) {
    for (const double value : {interval.value, interval.low, interval.high})
        io_cells.emplace_back(value, decimals);
}

Table cost_table(const std::vector<PaperModel>& models, PaperTest test) {
    const bool is_lite = test == kLite;
    Table table{
        is_lite ? "table-2-lite" : "table-1-full",
        is_lite ? "Table 2: SAT-lite, the six face normals. N_b, N_p: sums over all queries; times: per query"
                : "Table 1: full SAT, fifteen axes. N_b, N_p: sums over all queries; times: per query",
        {"model", "triangles", "arithmetic", "tree", "N_b", "C_b_ns", "N_p", "C_p_ns", "T_b_us", "T_b_low_us",
         "T_b_high_us", "T_p_us", "T_p_low_us", "T_p_high_us", "T_total_us", "T_total_low_us",
         "T_total_high_us"}};
    for (const PaperModel& model : models)
        for (const Arithmetic arithmetic : kArithmetics)
            for (const PaperVolume volume : {kObb, kAabb}) {
                std::vector<double> boxes, triangles, totals;
                double box_tests = 0.0, triangle_tests = 0.0, box_us = 0.0, triangle_us = 0.0;
                const auto queries = static_cast<double>(model.queries_per_batch);
                for (std::size_t batch = 0; batch < model.batches(); ++batch) {
                    const PaperSample& sample = model.sample(arithmetic, volume, test, batch);
                    boxes.push_back(sample.box_us);
                    triangles.push_back(sample.triangle_us);
                    totals.push_back(sample.total_us());
                    box_tests += queries * sample.box_tests;
                    triangle_tests += queries * sample.triangle_tests;
                    box_us += queries * sample.box_us;
                    triangle_us += queries * sample.triangle_us;
                }
                std::vector<Cell> cells{model.name,
                                        model.triangles,
                                        arithmetic_name(arithmetic),
                                        volume_name(volume),
                                        static_cast<std::uint64_t>(std::llround(box_tests)),
                                        {1e3 * quotient(box_us, box_tests), 1},
                                        static_cast<std::uint64_t>(std::llround(triangle_tests)),
                                        {1e3 * quotient(triangle_us, triangle_tests), 1}};
                for (const auto& values : {boxes, triangles, totals})
                    add_interval(cells, median_interval(values), 3);
                table.add(std::move(cells));
            }
    return table;
}

// Operation counts that follow from the paper's formulas: 156 for fifteen axes, 57 for six, 21 for the relative
// center of AABBs, and 63 for composing the rotations of OBBs.
struct DerivedOperations {
    PaperVolume volume;
    PaperTest test;
    int flops;
};
constexpr std::array kDerived{
    DerivedOperations{kObb, kFull, 156 + 63}, DerivedOperations{kObb, kLite, 57 + 63},
    DerivedOperations{kAabb, kFull, 156 + 21}, DerivedOperations{kAabb, kLite, 57 + 21}};

void add_operations(ExperimentSection& io_section) {
    Table table{
        "operations",
        "Operations of a test of two overlapping nodes, worst case: derived from the paper's formulas, "
        "and counted in the code of the scalar rows",
        {"tree", "test", "derived_flops", "counted_flops", "counted_absolutes"}};
    for (const DerivedOperations& derived : kDerived) {
        const PaperOperations counted = count_paper_operations(derived.volume, derived.test);
        const char* test = derived.test == kLite ? "lite" : "full";
        table.add({volume_name(derived.volume), test, derived.flops, counted.flops, counted.absolutes});
        const double ratio = static_cast<double>(counted.flops) / derived.flops;
        io_section.claims.push_back(
            {std::string(volume_name(derived.volume)) + ", " + test + ": " + std::to_string(derived.flops) +
                 " operations",
             "[D] of the paper's formulas",
             "operations counted in the code of the scalar rows; within 10 % of this number",
             std::to_string(counted.flops), verdict_if(std::fabs(ratio - 1.0) <= 0.1), Basis::counts,
             derived.volume == kObb
                 ? "nine more operations per pair of nodes, for the margin for parallel edges"
                 : ""});
    }
    io_section.tables.push_back(std::move(table));
}

Table making_table(const std::vector<PaperModel>& models) {
    Table table{"table-3-making",
                "Table 3: construction, refit, and a query of each (full SAT), with the library's trees; "
                "medians",
                {"model", "triangles", "what", "ms", "low_ms", "high_ms"}};
    using Member = double MakingTimes::*;
    constexpr std::array<std::pair<const char*, Member>, 3> kParts{
        std::pair<const char*, Member>{"build OBB tree", &MakingTimes::build_obb_ms},
        {"build AABB tree", &MakingTimes::build_aabb_ms},
        {"refit AABB tree", &MakingTimes::refit_aabb_ms}};
    for (const PaperModel& model : models) {
        const auto add = [&](const char* what, const std::vector<double>& values) {
            std::vector<Cell> cells{model.name, model.triangles, what};
            add_interval(cells, median_interval(values), 5);
            table.add(std::move(cells));
        };
        for (const auto& [what, member] : kParts) {
            std::vector<double> values;
            for (const MakingTimes& times : model.making) values.push_back(times.*member);
            add(what, values);
        }
        for (const PaperVolume volume : {kObb, kAabb}) {
            std::vector<double> values;
            for (std::size_t batch = 0; batch < model.batches(); ++batch)
                values.push_back(1e-3 * model.sample(Arithmetic::library, volume, kFull, batch).total_us());
            add(volume == kObb ? "query of OBB trees" : "query of AABB trees", values);
        }
    }
    return table;
}

Table placement_table(const std::vector<PaperModel>& models) {
    Table table{"placements",
                "Placements",
                {"model", "triangles", "cube_side", "placements", "hits_percent", "margin_percent"}};
    for (const PaperModel& model : models) {
        const std::size_t queries = model.batches() * model.queries_per_batch;
        table.add({model.name,
                   model.triangles,
                   {model.side, 3},
                   queries,
                   {100.0 * model.hit_share, 1},
                   {100.0 * share_margin(model.hit_share, queries), 1}});
    }
    return table;
}

ClaimResult judge_demo(const ExperimentRun& run, const PlacedModel& torus) {
    constexpr double kSide = 20.0, kOracle = 0.61;
    const std::size_t count = run.is_quick ? 400 : 4000;
    const double share = find_hit_share(torus.mesh.view(), place_in_cube(kSide, count, run.seed + 7));
    const double margin = share_margin(share, count) + share_margin(kOracle, 4000);
    return {
        "two copies of the torus of SOLID's demo, in a cube of side 20, intersect at 61 % of the placements",
        "[M] distances of core circles, 4000 placements",
        "fraction of the placements; within the sum of both 95 % margins plus 2 % for the facets",
        fixed_number(100.0 * share, 1) + " %, ± " + fixed_number(100.0 * margin, 1) + " %",
        verdict_if(std::fabs(share - kOracle) <= margin + 0.02),
        Basis::counts};
}

draw::Sheet draw_totals(const std::vector<PaperModel>& models) {
    std::vector<BarPanel> panels;
    for (const PaperModel& model : models) {
        BarPanel panel{std::string(model.name), "µs per query, median of the batches: boxes + triangles"};
        for (const Arithmetic arithmetic : kArithmetics)
            for (const PaperTest test : {kFull, kLite})
                for (const PaperVolume volume : {kObb, kAabb}) {
                    std::vector<double> boxes, triangles, totals;
                    for (std::size_t batch = 0; batch < model.batches(); ++batch) {
                        const PaperSample& sample = model.sample(arithmetic, volume, test, batch);
                        boxes.push_back(sample.box_us);
                        triangles.push_back(sample.triangle_us);
                        totals.push_back(sample.total_us());
                    }
                    panel.bars.push_back(
                        {std::string(arithmetic_name(arithmetic)) + ", " + volume_name(volume) +
                             (test == kLite ? " lite" : " full"),
                         median_of(totals),
                         short_number(median_of(boxes)) + " + " + short_number(median_of(triangles)),
                         volume == kObb ? &draw::Palette::right_series : &draw::Palette::left_series,
                         test == kFull && volume == kObb});
                }
        panels.push_back(std::move(panel));
    }
    return draw_bar_panels(panels, kPictureWidth, 1);
}

Result<ExperimentResult> run_tables(const ExperimentRun& run) {
    const std::size_t batches = run.is_quick ? 6 : 10, each = run.is_quick ? 20 : 1000;
    const std::vector<PlacedModel> placed = place_paper_models(batches * each, run.seed, run.is_quick);
    std::vector<PaperModel> models;
    for (const PlacedModel& model : placed) {
        Result<PaperModel> measured = measure_paper_model(model, batches, run);
        if (!measured) return measured.error();
        models.push_back(std::move(*measured));
    }
    ExperimentSection queries{"Queries, Tables 1 and 2",
                              "Rows of float and double: both trees use this scalar type, without vector "
                              "instructions, with the same vectors and matrices. For both, the map "
                              "between the two models is computed once per query. Rows of the library: "
                              "its vectorized trees. There AABBs are tested four pairs at a time, but "
                              "OBBs one at a time, so these rows do not compare the volumes."};
    if (run.clock)
        queries.pictures.push_back({"totals", "Time of a query by tree and test", draw_totals(models)});
    queries.claims = judge_queries(models);
    queries.claims.push_back(judge_demo(run, placed.front()));
    queries.tables = {cost_table(models, kFull), cost_table(models, kLite), placement_table(models)};
    add_operations(queries);
    ExperimentSection making{
        "Construction and refit, Table 3",
        "Measured with the library's vectorized trees. An OBB tree is not refitted, because its boxes "
        "would no longer be tight; a model that deforms needs a new tree."};
    making.claims = judge_all_making(models);
    making.tables = {making_table(models)};
    return ExperimentResult{{std::move(queries), std::move(making)},
                            "T_total = N_b C_b + N_p C_p: the number of box tests times the cost of one, "
                            "plus the number of triangle tests times the cost of one. T_b is the time of "
                            "the traversal if the results of the triangle tests are replayed from a log. "
                            "T_p is the time of the logged triangle tests alone, which are exact and the "
                            "same for both trees. Queries find the first contact and open the larger "
                            "volume. AABB trees are split in the middle of the longest side, OBB trees at "
                            "the mean perpendicular to the principal axis. The placements are divided "
                            "into " +
                                std::to_string(batches) +
                                " batches. Each batch is measured several times, with all trees and tests "
                                "alternating, and its median is used. Values are medians over the "
                                "batches, with 95 % intervals from order statistics. The values of the "
                                "paper's tables are lost, but its statements about their relations are "
                                "known."};
}

} // namespace

extern const Experiment kSolidTables{"solid-tables", "AABB trees or OBB trees, full SAT or SAT-lite?",
                                     "[van den Bergen 1997] section 5, Tables 1 to 3", run_tables};

} // namespace boxwood
