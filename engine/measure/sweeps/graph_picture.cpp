#include "engine/measure/sweeps/graph_picture.hpp"

#include "engine/measure/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace boxwood {
namespace {

using draw::Palette;

constexpr float kChartGap = 20.0f; // pixels

struct TimeUnit {
    double per_millisecond = 1.0;
    const char* name = "ms";
};

// The largest value of `measure` including its band, over both kinds of box.
double highest(const SweepResult& result, Measure measure) {
    double high = 0.0;
    for (std::size_t point = 0; point < result.sweep.points.size(); ++point)
        for (std::size_t box = 0; box < result.sweep.boxes.size(); ++box) {
            const Interval interval = result.estimate(point, box, measure);
            if (!interval.is_known()) continue;
            // With few seeds, a band can be many times as high as the values; at most 1.5 times the mean counts.
            high = std::max(high, std::isfinite(interval.high) ? std::min(interval.high, 1.5 * interval.value)
                                                               : interval.value);
        }
    return high;
}

TimeUnit unit_for(double milliseconds) {
    return milliseconds < 0.5 ? TimeUnit{1000.0, "µs"} : TimeUnit{};
}

std::string text_of(const char* format, auto... values) {
    std::array<char, 200> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

std::string tooltip_of(const SweepResult& result, std::size_t point, std::size_t box,
                       const Interval& interval, double scale, const char* unit) {
    const Graph& graph = result.sweep.graph;
    std::string tooltip = std::string(graph.axis).append(text_of(" %g ", result.sweep.points[point]));
    tooltip.append(graph.unit).append(graph.unit.empty() ? "" : " ");
    tooltip.append("· ").append(box_kind_name(result.sweep.boxes[box]));
    tooltip.append(text_of(" · %.4g %s", interval.value * scale, unit));
    if (std::isfinite(interval.low))
        tooltip.append(text_of(" (95 %%: %.4g to %.4g)", interval.low * scale, interval.high * scale));
    return tooltip;
}

std::vector<Chart::Point> curve_points(const SweepResult& result, std::size_t box, Measure measure,
                                       double scale, const char* unit) {
    std::vector<Chart::Point> points;
    for (std::size_t point = 0; point < result.sweep.points.size(); ++point) {
        const Interval interval = result.estimate(point, box, measure);
        if (!interval.is_known()) continue;
        points.push_back({result.sweep.points[point], scale * interval.value, scale * interval.low,
                          scale * interval.high, tooltip_of(result, point, box, interval, scale, unit)});
    }
    return points;
}

Chart::Style style_of(BoxKind kind) {
    const bool is_dynamic = kind == BoxKind::dynamic_box;
    return {is_dynamic ? &Palette::left_series : &Palette::right_series, is_dynamic ? 2.5f : 1.25f,
            !is_dynamic, is_dynamic ? "dynamic" : "cubes"};
}

std::vector<Chart::Bar> part_bars(const SweepResult& result, std::size_t box, const TimeUnit& unit) {
    std::vector<Chart::Bar> bars;
    for (std::size_t point = 0; point < result.sweep.points.size(); ++point) {
        const Interval total = result.estimate(point, box, Measure::total);
        if (!total.is_known()) continue;
        Chart::Bar bar;
        const double scale = unit.per_millisecond;
        bar.point = {result.sweep.points[point], scale * total.value, scale * total.low, scale * total.high,
                     tooltip_of(result, point, box, total, scale, unit.name)};
        for (const Measure part : kParts)
            bar.parts.push_back(scale * result.estimate(point, box, part).value);
        bar.point.words.append(
            text_of(" = update %.4g + sort %.4g + exact %.4g", bar.parts[0], bar.parts[1], bar.parts[2]));
        bars.push_back(std::move(bar));
    }
    return bars;
}

// The area of one of `count` charts in a row.
ChartArea area_of(const SweepResult& result, glm::vec2 size, int index, int count) {
    const float width = (size.x - kChartGap * static_cast<float>(count - 1)) / static_cast<float>(count);
    const float left = static_cast<float>(index) * (width + kChartGap);
    ChartArea area;
    area.min = {left, 0.0f};
    area.max = {left + width, size.y};
    area.x_low = result.sweep.points.front();
    area.x_high = result.sweep.points.back();
    area.x_label = axis_text(result.sweep.graph);
    return area;
}

void add_counts(draw::Sheet& io_sheet, const SweepResult& result, ChartArea area, Measure measure) {
    area.y_high = draw::round_ticks(highest(result, measure)).back();
    area.y_label = measure == Measure::pairs ? "pairs:" : "per frame"; // the curves name the kind of box
    Chart chart(io_sheet, area);
    for (std::size_t box = 0; box < result.sweep.boxes.size(); ++box) {
        const BoxKind kind = result.sweep.boxes[box];
        chart.add_curve(curve_points(result, box, measure, 1.0, "per frame"), style_of(kind));
    }
    if (measure != Measure::pairs) return;
    Chart::Style style{&Palette::contact, 1.5f, false, "contacts"};
    chart.add_curve(curve_points(result, 0, Measure::contacts, 1.0, "contacts per frame"), style);
}

} // namespace

std::string axis_text(const Graph& graph) {
    std::string text(graph.axis);
    if (!graph.unit.empty()) text.append(", ").append(graph.unit);
    return text;
}

draw::Sheet times_picture(const SweepResult& result, glm::vec2 size) {
    draw::Sheet sheet;
    sheet.size = size;
    const std::vector<BoxKind>& boxes = result.sweep.boxes;
    const int count = 1 + static_cast<int>(boxes.size());
    const double high = highest(result, Measure::total);
    const TimeUnit unit = unit_for(high);
    ChartArea area = area_of(result, size, 0, count);
    area.y_high = draw::round_ticks(unit.per_millisecond * high).back();
    area.y_label = std::string(unit.name).append(" per frame");
    area.title = "Collision detection per frame";
    Chart totals(sheet, area);
    for (std::size_t box = 0; box < boxes.size(); ++box)
        totals.add_curve(curve_points(result, box, Measure::total, unit.per_millisecond, unit.name),
                         style_of(boxes[box]));
    constexpr std::array kPartInks{&Palette::phase_update, &Palette::phase_broad, &Palette::phase_narrow};
    const std::vector<double>& xs = result.sweep.points;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        ChartArea own = area_of(result, size, static_cast<int>(box) + 1, count);
        own.y_high = area.y_high;
        own.y_label = area.y_label;
        own.title = boxes[box] == BoxKind::dynamic_box ? "Dynamic boxes, in parts" : "Fixed cubes, in parts";
        const std::array parts{Chart::Part{kPartInks[0], "box update"}, Chart::Part{kPartInks[1], "sort"},
                               Chart::Part{kPartInks[2], "exact"}};
        Chart(sheet, own).add_bars(part_bars(result, box, unit), parts, xs.size() > 1 ? xs[1] - xs[0] : 1.0);
    }
    return sheet;
}

draw::Sheet causes_picture(const SweepResult& result, glm::vec2 size) {
    draw::Sheet sheet;
    sheet.size = size;
    struct Cause {
        Measure measure;
        const char* title;
    };
    constexpr std::array kCauses{Cause{Measure::swaps, "Endpoint swaps"},
                                 Cause{Measure::climb_steps, "Hill-climb steps"},
                                 Cause{Measure::pairs, "Pairs and contacts per frame"}};
    for (std::size_t i = 0; i < kCauses.size(); ++i) {
        ChartArea area = area_of(result, size, static_cast<int>(i), static_cast<int>(kCauses.size()));
        area.title = kCauses[i].title;
        add_counts(sheet, result, area, kCauses[i].measure);
    }
    return sheet;
}

} // namespace boxwood
