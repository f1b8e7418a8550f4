// The pictures show the measured values, and their texts do not overlap. The tables have a row per run and per
// estimate.
#include "bench/experiments/bar_panel.hpp"
#include "engine/draw/sheet_svg.hpp"
#include "engine/measure/chart.hpp"
#include "engine/measure/result_csv.hpp"
#include "engine/measure/sweeps/graph_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

// The total of point k is k + 1 times `unit` milliseconds, plus 10 percent for each seed after the first. The three
// phases take 20, 30 and 50 percent of the total.
SweepResult make_result(const Graph& graph, double unit, SweepSize size = SweepSize::full) {
    SweepResult result(make_sweep(graph, size));
    for (std::size_t i = 0; i < result.samples.size(); ++i) {
        Sample& sample = result.samples[i];
        const std::size_t seeds = static_cast<std::size_t>(result.sweep.seeds);
        const std::size_t point = i / seeds / result.sweep.boxes.size();
        const double total =
            unit * static_cast<double>(point + 1) * (1.0 + 0.1 * static_cast<double>(i % seeds));
        sample.values.fill(1000.0 * total);
        sample[Measure::total] = total;
        sample[Measure::update] = 0.2 * total;
        sample[Measure::broad] = 0.3 * total;
        sample[Measure::narrow] = 0.5 * total;
        sample.is_measured = true;
    }
    return result;
}

struct Area {
    glm::vec2 min, max;
};
Area area_of(const draw::SheetText& text) {
    const float width = draw::rough_text_width(text.text, text.size);
    const float shift = text.anchor == draw::TextAnchor::start ? 0.0f
                        : text.anchor == draw::TextAnchor::end ? 1.0f
                                                               : 0.5f;
    const glm::vec2 left{text.baseline.x - shift * width, text.baseline.y};
    return {{left.x, left.y - 0.8f * text.size}, {left.x + width, left.y + 0.2f * text.size}};
}

void expect_readable(const draw::Sheet& sheet, std::string_view what) {
    for (std::size_t a = 0; a < sheet.texts.size(); ++a) {
        const Area one = area_of(sheet.texts[a]);
        EXPECT_GE(one.min.x, -0.5f) << what << ": " << sheet.texts[a].text;
        EXPECT_LE(one.max.x, sheet.size.x + 4.0f) << what << ": " << sheet.texts[a].text;
        EXPECT_LE(one.max.y, sheet.size.y) << what << ": " << sheet.texts[a].text;
        for (std::size_t b = 0; b < a; ++b) {
            const Area other = area_of(sheet.texts[b]);
            const bool overlap = one.min.x < other.max.x && other.min.x < one.max.x &&
                                 one.min.y < other.max.y && other.min.y < one.max.y;
            EXPECT_FALSE(overlap) << what << ": " << sheet.texts[a].text << " and " << sheet.texts[b].text;
        }
    }
}

TEST(GraphPicture, texts_do_not_overlap_and_stay_inside_the_sheet) {
    for (const Graph& graph : all_graphs())
        for (const glm::vec2 size : {glm::vec2(1080.0f, 300.0f), glm::vec2(940.0f, 170.0f)})
            for (const double unit : {1e-4, 0.013, 1.0, 7.7, 12.0}) {
                const SweepResult result = make_result(graph, unit);
                expect_readable(times_picture(result, size), graph.name);
                expect_readable(causes_picture(result, size), graph.name);
            }
}

TEST(GraphPicture, every_point_has_a_bar_of_three_stacked_parts) {
    const SweepResult result = make_result(*find_graph(1), 1.0);
    const draw::Sheet sheet = times_picture(result, {1080.0f, 300.0f});
    for (const draw::Ink ink :
         {&draw::Palette::phase_update, &draw::Palette::phase_broad, &draw::Palette::phase_narrow}) {
        const auto count = std::count_if(sheet.bars.begin(), sheet.bars.end(),
                                         [ink](const draw::SheetBar& bar) { return bar.ink == ink; });
        EXPECT_EQ(count, 2 * (10 + 1)); // two kinds of box: ten points and a swatch each
    }
    // Bars are proportional to the parts: bars of one point share their x.
    double update = 0.0, narrow = 0.0;
    for (const draw::SheetBar& bar : sheet.bars) {
        const double height = static_cast<double>(bar.max.y - bar.min.y);
        if (height < 9.0) continue;
        if (bar.ink == &draw::Palette::phase_update) update = std::max(update, height);
        if (bar.ink == &draw::Palette::phase_narrow) narrow = std::max(narrow, height);
    }
    EXPECT_NEAR(narrow / update, 2.5, 0.02);
    EXPECT_EQ(sheet.bands.size(), 2u);
    // The three parts of a point follow each other in the list, each on top of the previous one.
    for (std::size_t i = 0; i + 2 < sheet.bars.size(); ++i) {
        const draw::SheetBar &first = sheet.bars[i], &second = sheet.bars[i + 1], &third = sheet.bars[i + 2];
        if (first.ink != &draw::Palette::phase_update || second.min.x != first.min.x) continue;
        EXPECT_EQ(second.max.y, first.min.y);
        EXPECT_EQ(third.max.y, second.min.y);
    }
}

TEST(GraphPicture, samples_without_a_measurement_are_not_drawn) {
    SweepResult result = make_result(*find_graph(1), 1.0);
    for (std::size_t i = 0; i < result.samples.size(); ++i) result.samples[i].is_measured = i < 3;
    const draw::Sheet sheet = times_picture(result, {1080.0f, 300.0f});
    EXPECT_EQ(sheet.dots.size(), 1u);
    EXPECT_EQ(sheet.bands.size(), 0u);
    for (Sample& sample : result.samples) sample.is_measured = false;
    expect_readable(times_picture(result, {1080.0f, 300.0f}), "empty");
}

TEST(GraphPicture, ticks_are_round_and_cover_the_range) {
    for (const double high : {1e-6, 0.07, 0.9, 1.0, 3.3, 47.0, 999.0, 1e5}) {
        const std::vector<double> ticks = draw::round_ticks(high);
        EXPECT_EQ(ticks.front(), 0.0);
        EXPECT_GE(ticks.back(), high * (1.0 - 1e-9));
        EXPECT_LE(ticks.size(), 7u);
        EXPECT_GE(ticks.size(), 3u);
    }
    EXPECT_EQ(draw::round_ticks(std::nan("")).front(), 0.0);
    const std::vector<double> inside = draw::ticks_between(100.0, 1000.0, 11);
    EXPECT_EQ(inside.front(), 100.0);
    EXPECT_EQ(inside.back(), 1000.0);
    EXPECT_EQ(draw::tick_text(draw::ticks_between(0.0, 45.0, 10).front(), 5.0), "0");
    EXPECT_EQ(draw::tick_text(0.05, 0.01), "0.05");
    EXPECT_EQ(draw::log_ticks(0.5, 14.0, 11), (std::vector<double>{0.5, 1.0, 2.0, 5.0, 10.0}));
    EXPECT_EQ(draw::log_ticks(1.0, 1000.0, 5), (std::vector<double>{1.0, 10.0, 100.0, 1000.0}));
    EXPECT_EQ(draw::log_ticks(20.0, 60.0, 4), (std::vector<double>{20.0, 50.0})) << "less than a decade";
    EXPECT_EQ(draw::log_ticks(1.0, 4.0, 11), (std::vector<double>{1.0, 2.0, 3.0, 4.0}))
        << "there is room for all digits";
    EXPECT_EQ(draw::log_ticks(1.0, 10.0, 11), (std::vector<double>{1.0, 2.0, 5.0, 10.0}))
        << "9 would touch 10";
    EXPECT_EQ(draw::tick_text(200.0, 100.0), "200");
}

TEST(BarPanel, the_scale_has_round_values_below_the_bars) {
    BarPanel panel{.title = "Ours by theirs", .unit = "times", .is_log = true, .mark = 1.0};
    for (const double value : {4.0, 14.0})
        panel.bars.push_back({.label = "a", .value = value, .text = "told"});
    const draw::Sheet sheet = draw_bar_panels({&panel, 1}, 600.0f, 1);
    expect_readable(sheet, "bars");
    const auto text_at = [&](std::string_view text) {
        const auto found = std::ranges::find(sheet.texts, text, &draw::SheetText::text);
        return found == sheet.texts.end() ? glm::vec2(0.0f) : found->baseline;
    };
    for (const draw::SheetBar& bar : sheet.bars) EXPECT_GT(text_at("10").y, bar.max.y);
    EXPECT_NEAR(text_at("1").x, sheet.lines.front().points.front().x, 1.0f) << "the mark is at 1";
    EXPECT_NEAR(text_at("5").x - text_at("2").x + text_at("2").x - text_at("1").x,
                text_at("10").x - text_at("2").x, 2.0f)
        << "1 to 5 is as long as 2 to 10";
    panel.bars.clear();
    panel.mark = 0.0;
    expect_readable(draw_bar_panels({&panel, 1}, 600.0f, 1), "no bars");
}

TEST(ResultCsv, a_row_per_run_and_per_estimate) {
    const SweepResult result = make_result(*find_graph(4), 0.1);
    const std::string runs = to_csv(runs_table({&result, 1})), estimates = to_csv(graph_table(result));
    EXPECT_EQ(std::count(runs.begin(), runs.end(), '\n'), 1 + 50);
    EXPECT_EQ(std::count(estimates.begin(), estimates.end(), '\n'), 1 + 10 * static_cast<int>(kMeasureCount));
    SweepResult some = result;
    some.samples.front().is_measured = false;
    const std::string fewer = to_csv(runs_table({&some, 1}));
    // Missing measurements have no rows, rather than rows with zeros.
    EXPECT_EQ(std::count(fewer.begin(), fewer.end(), '\n'), 50);
    const std::string head = runs.substr(0, runs.find('\n')),
                      last = runs.substr(runs.rfind('\n', runs.size() - 2));
    EXPECT_EQ(std::count(head.begin(), head.end(), ','), std::count(last.begin(), last.end(), ','));
}

} // namespace
} // namespace boxwood
