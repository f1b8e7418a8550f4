#include "engine/ui/plot/plot_frame.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace boxwood::ui {

namespace {

constexpr double kMaxOverP95 = 4.0; // bars above this multiple of the 95th percentile are cut off
constexpr float kFutureAlpha = 0.32f;
constexpr float kTickSpacingY = 24.0f; // minimum distance of horizontal gridlines, pixels at scale 1

std::vector<Series> shown_series(const Plot& data, const PlotState& state) {
    std::vector<Series> shown;
    for (std::size_t i = 0; i < data.series.size(); ++i) {
        if (!is_hidden(state, i)) shown.push_back(data.series[i]);
    }
    return shown;
}

Axis y_axis(const PlotFrame& frame, bool logarithmic) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    if (frame.data.kind == PlotKind::stacked_bars && !frame.shown.empty()) {
        const std::size_t top = frame.shown.size() - 1;
        const std::span totals(frame.stack.tops.data() + top * frame.stack.count, frame.stack.count);
        high = frame.stack.count ? *std::max_element(totals.begin(), totals.end()) : 1.0;
        const double tallest = kMaxOverP95 * percentile(totals, 0.95);
        if (tallest > 0.0) high = std::min(high, tallest);
        low = logarithmic ? high * 1e-3 : 0.0;
    }
    for (const Series& series : frame.data.kind == PlotKind::lines ? frame.shown : std::vector<Series>{}) {
        const Extent extent = extent_of(series.values);
        if (extent.is_empty()) continue;
        low = std::min(low, logarithmic && extent.low <= 0.0 ? extent.high * 1e-3 : extent.low);
        high = std::max(high, extent.high);
    }
    if (std::isfinite(frame.data.reference)) high = std::max(high, frame.data.reference);
    if (!(low <= high)) return {0.0, 1.0, false};
    // An axis that would begin near 0 begins at 0, which shows the relative size of changes.
    if (!logarithmic && low > 0.0 && low < 0.6 * high) low = 0.0;
    return make_nice_axis(low, high, logarithmic, max_y_ticks(frame));
}

} // namespace

std::size_t value_count(const Plot& data) {
    std::size_t count = 0;
    for (const Series& series : data.series) count = std::max(count, series.values.size());
    return data.xs.empty() ? count : std::min(count, data.xs.size());
}

double x_of(const Plot& data, std::size_t index) {
    return data.xs.empty() ? data.x_first + static_cast<double>(index) : static_cast<double>(data.xs[index]);
}

std::size_t index_near(const Plot& data, double x) {
    const std::size_t count = value_count(data);
    if (data.xs.empty()) {
        return static_cast<std::size_t>(
            std::clamp(std::round(x - data.x_first), 0.0, static_cast<double>(count - 1)));
    }
    const auto end = data.xs.begin() + static_cast<std::ptrdiff_t>(count);
    const auto after = std::lower_bound(data.xs.begin(), end, static_cast<float>(x));
    if (after == data.xs.begin()) return 0;
    if (after == end) return count - 1;
    const bool is_before_nearer = x - static_cast<double>(*(after - 1)) < static_cast<double>(*after) - x;
    return static_cast<std::size_t>(after - data.xs.begin()) - (is_before_nearer ? 1 : 0);
}

float alpha_at(const Plot& data, double x) {
    return has_cursor(data) && x > data.cursor_x + 0.5 ? kFutureAlpha : 1.0f;
}

bool is_hidden(const PlotState& state, std::size_t series) {
    return series < 32 && (state.hidden >> series & 1u) != 0;
}

int max_y_ticks(const PlotFrame& frame) {
    return std::clamp(static_cast<int>(frame.area.height() / px(kTickSpacingY)) + 1, 2, 8);
}

Axis x_axis(const Plot& data, const PlotState& state) {
    const std::size_t count = value_count(data);
    if (count == 0) return {0.0, 1.0, false};
    const double half_bar = data.kind == PlotKind::stacked_bars ? 0.5 : 0.0; // a bar is 1 wide
    const double low = x_of(data, 0) - half_bar, high = x_of(data, count - 1) + half_bar;
    if (state.is_zoomed && state.zoom_low < state.zoom_high)
        return make_axis(state.zoom_low, state.zoom_high, data.log_x);
    return make_axis(low, high, data.log_x);
}

PlotFrame make_frame(const Plot& data, const PlotState& state, const Rect& rect) {
    PlotFrame frame{data, shown_series(data, state), rect, {}, {}, {}};
    if (data.kind == PlotKind::stacked_bars) {
        std::vector<std::span<const float>> values;
        for (const Series& series : frame.shown) values.push_back(series.values);
        frame.stack = stack_series(values);
    }
    // A unit reserves the same height as marks, so that the first mark does not move the plot and the unit does not
    // touch the texts above the plot.
    const bool is_plain = data.unit.empty() && data.marks.empty() && data.flags.empty();
    frame.area.min.y += px(is_plain ? 4.0f : plot_size::kMarkLane + 16.0f);
    frame.area.max.y -= px(plot_size::kXLabels);
    frame.area.max.y = std::max(frame.area.max.y, frame.area.min.y + 1.0f);
    frame.x = x_axis(data, state);
    frame.y = y_axis(frame, state.log_y.value_or(data.log_y));
    return frame;
}

} // namespace boxwood::ui
