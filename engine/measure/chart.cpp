#include "engine/measure/chart.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

using draw::Palette;

constexpr float kTitle = 13.0f, kSmall = 11.0f;
// Margins around the plot for title, legend, ticks and labels.
constexpr float kTop = 46.0f, kBottom = 34.0f, kLeft = 44.0f, kRight = 8.0f;
constexpr float kBandAlpha = 0.2f;
constexpr float kLegendGap = 14.0f, kMinLegendGap = 2.0f;
constexpr float kBarKey = 18.0f; // width of the square of a legend entry with its margins
constexpr int kMaxLogTicks = 7;  // of a logarithmic y axis

// Maps low to 0 and high to 1.
double unit_of(double value, double low, double high, bool is_log) {
    if (is_log) {
        value = std::log10(std::max(value, 1e-300));
        low = std::log10(low);
        high = std::log10(high);
    }
    return high > low ? (value - low) / (high - low) : 0.5;
}

} // namespace

Chart::Chart(draw::Sheet& io_sheet, const ChartArea& area)
    : sheet_(io_sheet)
    , area_(area)
    , min_(area.min + glm::vec2(kLeft, kTop))
    , max_(area.max - glm::vec2(kRight + area.legend_width, kBottom))
    , legend_x_(min_.x)
    , legend_y_(min_.y + kSmall)
    , legend_gap_(kLegendGap) {
    draw_axes(area);
}

float Chart::pixel_x(double x) const {
    const double unit = unit_of(x, area_.x_low, area_.x_high, area_.is_log_x);
    // Leaves room for the outer halves of the first and last bar.
    const float inset = 0.06f * (max_.x - min_.x);
    return min_.x + inset + static_cast<float>(unit) * (max_.x - min_.x - 2.0f * inset);
}

float Chart::pixel_y(double y) const {
    const double unit =
        std::clamp(unit_of(y, area_.is_log_y ? area_.y_low : 0.0, area_.y_high, area_.is_log_y), 0.0, 1.0);
    return max_.y - static_cast<float>(unit) * (max_.y - min_.y);
}

void Chart::draw_axes(const ChartArea& area) {
    sheet_.texts.push_back({{area.min.x, area.min.y + 14.0f}, area.title, &Palette::text1, kTitle, true});
    sheet_.texts.push_back({{area.min.x, min_.y - 9.0f}, area.y_label, &Palette::text3, kSmall});
    legend_x_ = std::max(min_.x, area.min.x + draw::rough_text_width(area.y_label, kSmall) + kLegendGap);
    if (area.is_log_y)
        for (const double y : draw::log_ticks(area.y_low, area.y_high, kMaxLogTicks))
            draw_y_tick(y, draw::decade_text(y));
    else {
        const std::vector<double> ys = draw::round_ticks(area.y_high);
        const double y_step = ys.size() > 1 ? ys[1] - ys[0] : 1.0;
        for (const double y : ys)
            if (y <= area.y_high * (1.0 + 1e-9)) draw_y_tick(y, draw::tick_text(y, y_step));
    }
    const int max_ticks = std::clamp(static_cast<int>((max_.x - min_.x) / 36.0f), 2, 11);
    std::vector<double> xs;
    if (area.is_log_x)
        xs = draw::log_ticks(area.x_low, area.x_high, max_ticks);
    else
        xs = draw::ticks_between(area.x_low, area.x_high, max_ticks);
    const double x_step = xs.size() > 1 ? xs[1] - xs[0] : area.x_low;
    for (const double x : xs)
        sheet_.texts.push_back({{pixel_x(x), max_.y + 14.0f},
                                area.is_log_x ? draw::decade_text(x) : draw::tick_text(x, x_step),
                                &Palette::text3,
                                kSmall,
                                false,
                                draw::TextAnchor::middle});
    sheet_.texts.push_back({{0.5f * (min_.x + max_.x), max_.y + 29.0f},
                            area.x_label,
                            &Palette::text2,
                            kSmall,
                            false,
                            draw::TextAnchor::middle});
}

void Chart::draw_y_tick(double y, const std::string& text) {
    const float at = std::round(pixel_y(y));
    const bool is_baseline = y == 0.0 || (area_.is_log_y && y < 1.001 * area_.y_low);
    sheet_.grid.push_back(
        {{{min_.x, at}, {max_.x, at}}, is_baseline ? &Palette::line2 : &Palette::line, 1.0f});
    sheet_.texts.push_back(
        {{min_.x - 6.0f, at + 4.0f}, text, &Palette::text3, kSmall, false, draw::TextAnchor::end});
}

void Chart::add_legend(const Style& style, bool is_line) {
    if (style.name.empty()) return;
    float y = min_.y - 13.0f;
    if (area_.legend_width > 0.0f) {
        legend_x_ = max_.x + kLegendGap;
        y = legend_y_;
        legend_y_ += 1.6f * kSmall;
    }
    if (is_line)
        sheet_.lines.push_back(
            {{{legend_x_, y}, {legend_x_ + 18.0f, y}}, style.ink, style.width, style.is_dashed});
    else
        sheet_.bars.push_back({{legend_x_ + 6.0f, y - 4.0f}, {legend_x_ + 14.0f, y + 4.0f}, style.ink});
    sheet_.texts.push_back(
        {{legend_x_ + (is_line ? 23.0f : kBarKey), y + 4.0f}, style.name, &Palette::text2, kSmall});
    legend_x_ += (is_line ? 23.0f : kBarKey) + draw::rough_text_width(style.name, kSmall) + legend_gap_;
}

void Chart::add_curve(std::span<const Point> points, const Style& style) {
    add_legend(style, true);
    draw::SheetBand band{{}, {}, style.ink, kBandAlpha};
    draw::SheetLine line{{}, style.ink, style.width, style.is_dashed};
    for (const Point& point : points) {
        if (!std::isfinite(point.y)) continue;
        const glm::vec2 at{pixel_x(point.x), pixel_y(point.y)};
        line.points.push_back(at);
        sheet_.dots.push_back({at, 0.5f * style.width + 1.25f, style.ink});
        if (!point.words.empty())
            sheet_.zones.push_back({{at.x - 7.0f, at.y - 7.0f}, {at.x + 7.0f, at.y + 7.0f}, point.words});
        if (!std::isfinite(point.low) || !std::isfinite(point.high)) continue;
        band.upper.push_back({at.x, pixel_y(point.high)});
        band.lower.push_back({at.x, pixel_y(point.low)});
    }
    if (band.upper.size() > 1) sheet_.bands.push_back(std::move(band));
    if (line.points.size() > 1) sheet_.lines.push_back(std::move(line));
}

void Chart::add_bars(std::span<const Bar> bars, std::span<const Part> parts, double spacing) {
    if (area_.legend_width == 0.0f && !parts.empty()) {
        float text_width = 0.0f;
        for (const Part& part : parts) text_width += kBarKey + draw::rough_text_width(part.name, kSmall);
        const float gap = (max_.x - legend_x_ - text_width) / static_cast<float>(parts.size());
        legend_gap_ = std::clamp(gap, kMinLegendGap, kLegendGap); // smaller on a narrow chart
    }
    for (const Part& part : parts) add_legend({part.ink, 0.0f, false, part.name}, false);
    const float half =
        std::clamp(0.32f * std::fabs(pixel_x(area_.x_low + spacing) - pixel_x(area_.x_low)), 2.0f, 14.0f);
    for (const Bar& bar : bars) {
        const float x = std::round(pixel_x(bar.point.x));
        double below = 0.0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const double above = below + bar.parts[i];
            sheet_.bars.push_back({{x - half, pixel_y(above)}, {x + half, pixel_y(below)}, parts[i].ink});
            below = above;
        }
        sheet_.zones.push_back({{x - half, pixel_y(below)}, {x + half, max_.y}, bar.point.words});
        if (!std::isfinite(bar.point.low) || !std::isfinite(bar.point.high)) continue;
        const float low = pixel_y(bar.point.low), high = pixel_y(bar.point.high), cap = 0.4f * half;
        sheet_.lines.push_back({{{x, low}, {x, high}}, &Palette::text1, 1.0f});
        for (const float y : {low, high})
            sheet_.lines.push_back({{{x - cap, y}, {x + cap, y}}, &Palette::text1, 1.0f});
    }
}

} // namespace boxwood
