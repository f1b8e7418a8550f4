#include "bench/experiments/bar_panel.hpp"

#include "engine/measure/chart.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

using draw::Palette;

constexpr float kTitle = 13.0f, kSmall = 11.0f;
constexpr float kHead = 40.0f, kRow = 17.0f, kBar = 11.0f, kGroupGap = 8.0f, kBetween = 24.0f, kFoot = 26.0f;
constexpr float kTextGap = 6.0f;
constexpr float kTickPitch = 44.0f; // minimum distance between the numbers of the scale

bool has_bar(const HorizontalBar& bar, bool is_log) {
    return std::isfinite(bar.value) && (!is_log || bar.value > 0.0);
}

float height_of(const BarPanel& panel) {
    float height = kHead + kFoot;
    for (const HorizontalBar& bar : panel.bars) height += kRow + (bar.starts_group ? kGroupGap : 0.0f);
    return height;
}

float widest(const BarPanel& panel, std::string HorizontalBar::*text) {
    float width = 0.0f;
    for (const HorizontalBar& bar : panel.bars)
        width = std::max(width, draw::rough_text_width(bar.*text, kSmall));
    return 1.15f * width + 3.0f; // capitals and symbols are wider than the average letter
}

// Maps values to positions from 0 to 1 along the panel's scale.
class Scale {
  public:
    explicit Scale(const BarPanel& panel)
        : is_log_(panel.is_log) {
        double smallest = 1e300, largest = 0.0;
        for (const HorizontalBar& bar : panel.bars)
            if (has_bar(bar, is_log_)) {
                smallest = std::min(smallest, bar.value);
                largest = std::max(largest, bar.value);
            }
        if (panel.mark > 0.0) {
            smallest = std::min(smallest, panel.mark);
            largest = std::max(largest, panel.mark);
        }
        if (smallest > largest) smallest = 1.0, largest = 10.0; // no bars
        low_ = is_log_ ? 0.5 * draw::decade_below(smallest) : 0.0;
        high_ = largest > low_ ? largest : low_ + 1.0;
    }
    double at(double value) const {
        if (is_log_) return (std::log10(value) - std::log10(low_)) / (std::log10(high_) - std::log10(low_));
        return value / high_;
    }
    struct Tick {
        double value;
        std::string text;
    };
    std::vector<Tick> ticks(int most) const {
        std::vector<Tick> ticks;
        const std::vector<double> values =
            is_log_ ? draw::log_ticks(low_, high_, most) : draw::ticks_between(0.0, high_, most);
        const double step = values.size() > 1 ? values[1] - values[0] : 1.0;
        for (const double value : values)
            ticks.push_back({value, is_log_ ? draw::decade_text(value) : draw::tick_text(value, step)});
        return ticks;
    }

  private:
    bool is_log_;
    double low_ = 0.0, high_ = 1.0;
};

void draw_panel(draw::Sheet& io_sheet, const BarPanel& panel, glm::vec2 at, float width) {
    const float labels = widest(panel, &HorizontalBar::label), texts = widest(panel, &HorizontalBar::text);
    const float left = at.x + labels + kTextGap, room = width - labels - texts - 2.0f * kTextGap;
    io_sheet.texts.push_back({{at.x, at.y + 14.0f}, panel.title, &Palette::text1, kTitle, true});
    io_sheet.texts.push_back(
        {{at.x, at.y + 30.0f}, panel.unit + (panel.is_log ? " (logarithmic)" : ""), &Palette::text3, kSmall});
    const Scale scale(panel);
    float y = at.y + kHead;
    for (const HorizontalBar& bar : panel.bars) {
        if (bar.starts_group) y += kGroupGap;
        const float length =
            has_bar(bar, panel.is_log)
                ? std::clamp(static_cast<float>(scale.at(bar.value)), 0.0f, 1.0f) * std::max(room, 1.0f)
                : 0.0f;
        io_sheet.texts.push_back(
            {{left - kTextGap, y + 10.0f}, bar.label, &Palette::text2, kSmall, false, draw::TextAnchor::end});
        if (length > 0.0f)
            io_sheet.bars.push_back({{left, y + 0.5f * (kRow - kBar) - 2.0f},
                                     {left + std::max(length, 1.0f), y + 0.5f * (kRow + kBar) - 2.0f},
                                     bar.ink});
        io_sheet.texts.push_back({{left + length + kTextGap, y + 10.0f}, bar.text, &Palette::text1, kSmall});
        y += kRow;
    }
    if (panel.mark > 0.0) {
        const float x = left + static_cast<float>(scale.at(panel.mark)) * std::max(room, 1.0f);
        io_sheet.lines.push_back({{{x, at.y + kHead - 6.0f}, {x, y}}, &Palette::text1, 1.0f, true});
    }
    const float top = at.y + kHead - 3.0f;
    for (const Scale::Tick& tick : scale.ticks(std::clamp(static_cast<int>(room / kTickPitch), 2, 11))) {
        const float x = std::round(left + static_cast<float>(scale.at(tick.value)) * std::max(room, 1.0f));
        io_sheet.grid.push_back({{{x, top}, {x, y}}, &Palette::line, 1.0f});
        io_sheet.texts.push_back(
            {{x, y + 13.0f}, tick.text, &Palette::text3, kSmall, false, draw::TextAnchor::middle});
    }
    io_sheet.grid.push_back({{{left, top}, {left, y}}, &Palette::line2, 1.0f});
}

} // namespace

draw::Sheet draw_bar_panels(std::span<const BarPanel> panels, float width, std::size_t columns) {
    draw::Sheet sheet;
    columns = std::max<std::size_t>(1, columns);
    const float panel_width =
        (width - kBetween * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    float top = 0.0f, tallest = 0.0f;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const std::size_t column = i % columns;
        if (column == 0) {
            top += tallest;
            tallest = 0.0f;
        }
        draw_panel(sheet, panels[i], {static_cast<float>(column) * (panel_width + kBetween), top},
                   panel_width);
        tallest = std::max(tallest, height_of(panels[i]));
    }
    sheet.size = {width, top + tallest};
    return sheet;
}

std::vector<draw::Sheet> draw_bar_pages(std::span<const BarPanel> panels, float width, std::size_t columns,
                                        float max_height) {
    columns = std::max<std::size_t>(1, columns);
    std::vector<draw::Sheet> pages;
    std::size_t first = 0; // first panel of the page
    float height = 0.0f;
    for (std::size_t i = 0; i < panels.size(); i += columns) {
        float row = 0.0f;
        for (std::size_t k = i; k < std::min(i + columns, panels.size()); ++k)
            row = std::max(row, height_of(panels[k]));
        if (i > first && height + row > max_height) {
            pages.push_back(draw_bar_panels(panels.subspan(first, i - first), width, columns));
            first = i;
            height = 0.0f;
        }
        height += row;
    }
    if (first < panels.size()) pages.push_back(draw_bar_panels(panels.subspan(first), width, columns));
    return pages;
}

} // namespace boxwood
