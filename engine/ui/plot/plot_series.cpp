#include "engine/ui/plot/plot_frame.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood::ui {

namespace {

constexpr float kSeparatorAlpha = 0.45f; // opacity of the background color between bars
constexpr float kMinSlotForGap = 3.0f;   // narrower bars, in real pixels, have no separator

// Returns the indices of the values within the x axis, as a half-open range.
IndexRange visible_range(const PlotFrame& frame) {
    const std::size_t count = value_count(frame.data);
    std::size_t first = 0, end = count;
    while (first < end && x_of(frame.data, first) < frame.x.low - 0.5) ++first;
    while (end > first && x_of(frame.data, end - 1) > frame.x.high + 0.5) --end;
    return {first, end};
}

void draw_cut_mark(ImDrawList& list, float x, float y, float alpha) {
    const float half = px(3.0f);
    list.AddTriangleFilled({x - half, y}, {x, y - half}, {x + half, y}, packed(palette().text2, alpha));
}

// Draws one bar with all displayed series, between two pixel columns.
void draw_bar(ImDrawList& list, const PlotFrame& frame, std::size_t index, glm::vec2 left_right) {
    const float alpha = alpha_at(frame.data, x_of(frame.data, index));
    float bottom = frame.pixel_y(std::max(0.0, frame.y.low));
    for (std::size_t s = 0; s < frame.shown.size(); ++s) {
        const float top = std::max(std::round(frame.pixel_y(frame.stack.top(s, index))), frame.area.min.y);
        if (top < bottom)
            list.AddRectFilled({left_right.x, top}, {left_right.y, bottom},
                               packed(frame.shown[s].color, alpha));
        bottom = std::min(bottom, top);
    }
    const bool is_cut = frame.stack.top(frame.shown.size() - 1, index) > frame.y.high;
    if (is_cut) draw_cut_mark(list, 0.5f * (left_right.x + left_right.y), frame.area.min.y - px(2.0f), alpha);
}

using Points = std::vector<ImVec2>;

// Appends the smallest and the largest value of a column of pixels, in their original order.
void append_thinned(const PlotFrame& frame, std::span<const float> values, IndexRange range,
                    Points& out_points) {
    std::size_t low = range.first, high = range.first;
    for (std::size_t i = range.first; i < range.end; ++i) {
        if (values[i] < values[low]) low = i;
        if (values[i] > values[high]) high = i;
    }
    for (const std::size_t i : {std::min(low, high), std::max(low, high)}) {
        out_points.push_back(
            {frame.pixel_x(x_of(frame.data, i)), frame.pixel_y(static_cast<double>(values[i]))});
        if (low == high) break;
    }
}

void draw_dashes(ImDrawList& list, const Points& points, ImU32 color, float width) {
    const float dash = px(6.0f), period = px(10.0f);
    float along = 0.0f;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const glm::vec2 from = vec(points[i - 1]), to = vec(points[i]);
        const float length = std::sqrt(std::pow(to.x - from.x, 2.0f) + std::pow(to.y - from.y, 2.0f));
        for (float start = 0.0f; start < length;) {
            const float phase = std::fmod(along + start, period);
            const bool is_dash = phase < dash;
            const float end = std::min(length, start + std::max((is_dash ? dash : period) - phase, 0.01f));
            if (is_dash)
                list.AddLine(im(glm::mix(from, to, start / length)), im(glm::mix(from, to, end / length)),
                             color, width);
            start = end;
        }
        along += length;
    }
}

void draw_polyline(ImDrawList& list, const Points& points, const Series& series, float alpha) {
    const float width = std::max(1.0f, 1.75f * theme().scale);
    const ImU32 color = packed(series.color, alpha);
    if (points.size() == 1) {
        list.AddCircleFilled(points.front(), width, color);
    } else if (series.dashed) {
        draw_dashes(list, points, color, width);
    } else {
        list.AddPolyline(points.data(), static_cast<int>(points.size()), color, ImDrawFlags_None, width);
    }
}

// Draws consecutive finite values.
void draw_run(ImDrawList& list, const PlotFrame& frame, const Series& series, IndexRange run) {
    const auto columns = static_cast<std::size_t>(std::max(frame.area.width(), 1.0f));
    const std::size_t count = run.end - run.first;
    Points points;
    if (count <= 2 * columns) {
        for (std::size_t i = run.first; i < run.end; ++i)
            append_thinned(frame, series.values, {i, i + 1}, points);
    } else {
        for (const IndexRange range : split_into_columns(count, columns)) {
            append_thinned(frame, series.values, {run.first + range.first, run.first + range.end}, points);
        }
    }
    draw_polyline(list, points, series, 1.0f);
}

void draw_one_line(ImDrawList& list, const PlotFrame& frame, const Series& series) {
    const IndexRange visible = visible_range(frame);
    // Begins one value before the visible range, so that the line crosses the left edge.
    const std::size_t first = visible.first > 0 ? visible.first - 1 : 0;
    const std::size_t end = std::min({visible.end + 1, series.values.size(), value_count(frame.data)});
    for (std::size_t i = first; i < end;) {
        std::size_t stop = i;
        while (stop < end && std::isfinite(series.values[stop])) ++stop;
        if (stop > i) draw_run(list, frame, series, {i, stop});
        i = stop + 1;
    }
}

} // namespace

void draw_bars(ImDrawList& list, const PlotFrame& frame) {
    const IndexRange visible = visible_range(frame);
    if (frame.shown.empty() || visible.first >= visible.end) return;
    const std::size_t count = visible.end - visible.first;
    const float slot = frame.area.width() / static_cast<float>(frame.x.high - frame.x.low);
    if (slot >= 1.0f) {
        for (std::size_t i = visible.first; i < visible.end; ++i) {
            const double x = x_of(frame.data, i);
            const float left = std::round(frame.pixel_x(x - 0.5));
            draw_bar(list, frame, i, {left, std::round(frame.pixel_x(x + 0.5))});
            if (slot < kMinSlotForGap) continue;
            // A translucent last pixel separates the bars and preserves more of their color than a gap would.
            list.AddRectFilled({left - px(1.0f), frame.area.min.y}, {left, frame.area.max.y},
                               packed(palette().panel, kSeparatorAlpha));
        }
        return;
    }
    const std::size_t top_series = frame.shown.size() - 1;
    const std::span totals(frame.stack.tops.data() + top_series * frame.stack.count, frame.stack.count);
    const auto columns = split_into_columns(count, static_cast<std::size_t>(frame.area.width()));
    const auto peaks = peak_of_each(totals.subspan(visible.first, count), columns);
    for (std::size_t c = 0; c < peaks.size(); ++c) {
        const float left = std::floor(frame.area.min.x) + static_cast<float>(c);
        draw_bar(list, frame, visible.first + peaks[c], {left, left + 1.0f});
    }
}

void draw_lines(ImDrawList& list, const PlotFrame& frame) {
    for (const Series& series : frame.shown) draw_one_line(list, frame, series);
    if (!has_cursor(frame.data) || value_count(frame.data) == 0) return;
    const std::size_t index = index_near(frame.data, frame.data.cursor_x);
    for (const Series& series : frame.shown) {
        if (index >= series.values.size() || !std::isfinite(series.values[index])) continue;
        const glm::vec2 at(frame.pixel_x(x_of(frame.data, index)),
                           frame.pixel_y(static_cast<double>(series.values[index])));
        list.AddCircleFilled(im(at), px(4.0f), packed(series.color));
    }
}

} // namespace boxwood::ui
