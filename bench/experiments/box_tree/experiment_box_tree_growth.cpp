// Tests whether construction time is linear in the number of triangles n, by fitting c n and c n log n to measured
// times.
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/models.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "engine/measure/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace boxwood {
namespace {

constexpr int kRepeats = 3;
using Times = std::vector<std::pair<double, double>>; // triangles, milliseconds

// The root mean square of the relative errors of c law(n), for the factor c that minimizes it.
double residual_of(const Times& times, const std::function<double(double)>& law) {
    double sum = 0.0, squares = 0.0;
    for (const auto& [n, t] : times) {
        const double x = law(n) / t;
        sum += x;
        squares += x * x;
    }
    const double factor = sum / squares;
    double errors = 0.0;
    for (const auto& [n, t] : times) errors += std::pow(factor * law(n) / t - 1.0, 2.0);
    return std::sqrt(errors / static_cast<double>(times.size()));
}

double build_ms(std::span<const Aabb> boxes, const ExperimentRun& run) {
    double best = 1e300;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        const double start = run.now();
        build_box_tree(boxes, {});
        best = std::min(best, run.now() - start);
    }
    return best;
}

draw::Sheet draw_growth(const std::vector<Times>& all, double max_triangles) {
    draw::Sheet sheet;
    sheet.size = {kPictureWidth, 300.0f};
    double high = 0.0;
    for (const Times& times : all)
        for (const auto& [n, t] : times) high = std::max(high, 1e6 * t / n);
    Chart chart(sheet, {.min = glm::vec2(0.0f),
                        .max = sheet.size,
                        .x_low = 1000.0,
                        .x_high = max_triangles,
                        .y_high = draw::round_ticks(high).back(),
                        .title = "Construction of a restricted BoxTree",
                        .x_label = "triangles (logarithmic)",
                        .y_label = "ns per triangle",
                        .is_log_x = true});
    constexpr std::array<draw::Ink, 4> kInks{&draw::Palette::left_series, &draw::Palette::right_series,
                                             &draw::Palette::phase_broad, &draw::Palette::contact};
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::vector<Chart::Point> points;
        for (const auto& [n, t] : all[i]) {
            const double y = 1e6 * t / n;
            points.push_back({n, y, std::nan(""), std::nan(""),
                              short_number(n) + " triangles: " + short_number(y) + " ns each"});
        }
        chart.add_curve(points,
                        {kInks[i % kInks.size()], 2.0f, i % 2 == 1, std::string(all_models()[i].name)});
    }
    return sheet;
}

Result<ExperimentResult> run_growth(const ExperimentRun& run) {
    const std::size_t max_triangles = run.is_quick ? 8'000 : 1'030'000;
    Table points{"growth", "Construction times", {"model", "triangles", "build_ms", "ns_per_triangle"}};
    Table fits{"growth-fits",
               "Residuals of the fits of c n and c n log n: root mean square of the relative errors",
               {"model", "residual_of_n", "residual_of_n_log_n"}};
    std::vector<Times> all;
    std::vector<ClaimValue> residuals;
    for (const Model& model : all_models()) {
        Times& times = all.emplace_back();
        for (std::size_t wanted = 1000; wanted <= max_triangles; wanted *= 4) {
            const auto boxes = make_primitive_boxes(make_fitted(model, wanted).view());
            const double best = build_ms(boxes, run);
            const auto n = static_cast<double>(boxes.size());
            times.emplace_back(n, std::max(best, 1e-6));
            points.add({model.name, boxes.size(), {best, 4}, {1e6 * best / n, 1}});
        }
        const double linear = residual_of(times, [](double n) { return n; }),
                     logarithmic = residual_of(times, [](double n) { return n * std::log2(n); });
        fits.add({model.name, {linear, 4}, {logarithmic, 4}});
        residuals.emplace_back(std::string(model.name), linear / logarithmic);
        run.report_progress(std::string(model.name) + " built at " + std::to_string(times.size()) + " sizes");
    }
    ExperimentSection section;
    section.pictures.push_back({"growth", "Construction time by number of triangles",
                                draw_growth(all, static_cast<double>(max_triangles))});
    section.claims.push_back(judge_source_claim("boxtree-growth/linear", std::move(residuals)));
    section.tables = {std::move(fits), std::move(points)};
    return ExperimentResult{{std::move(section)},
                            "Times are the shortest of three builds on one thread. They do not include "
                            "computing the boxes of the triangles."};
}

} // namespace

extern const Experiment kBoxTreeGrowth{"boxtree-growth",
                                       "Does the construction of a BoxTree take linear time?",
                                       "[Zachmann 2002] section 5", run_growth};

} // namespace boxwood
