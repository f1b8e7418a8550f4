#include "app/labs/inspector/panels/axis_table.hpp"

#include "engine/explain/explanations/difference_text.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace boxwood {
namespace {

using ui::Font;
using ui::px;

constexpr float kBarColumn = 40.0f, kBar = 6.0f, kMinWidthWithBars = 360.0f; // pixels at scale 1
constexpr float kSpansHeight = 64.0f, kSpansLine = 16.0f, kSpanBar = 6.0f;
constexpr float kBackground = 0.22f; // opacity of the deciding row's background

void draw_gap_bar(double gap, double largest, draw::Color color) {
    (void)ui::table_custom_cell();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = px(kBarColumn), middle = at.x + 0.8f * width,
                y = at.y + 0.5f * px(ui::grid::kTableRow);
    const float length = static_cast<float>(std::clamp(gap / largest, -1.0, 0.25)) * 0.8f * width;
    list.AddLine({middle, at.y}, {middle, at.y + px(ui::grid::kTableRow)}, ui::packed(ui::palette().line2));
    list.AddRectFilled({std::min(middle, middle + length), y - px(kBar) * 0.5f},
                       {std::max(middle, middle + length) + 1.0f, y + px(kBar) * 0.5f}, ui::packed(color));
}

} // namespace

int show_axis_table(std::span<const AxisLine> lines, const draw::Palette& palette) {
    constexpr std::array<ui::Column, 6> kColumns{
        ui::Column{"", 16.0f, true, "Order in which the query tests the axes"},
        ui::Column{"axis", 0.0f, false,
                   "A0: face normal of A; A0×B1: cross product of two edges; or the normal of a slab"},
        ui::Column{"centers, m", 66.0f, true, "Distance of the centers along the axis"},
        ui::Column{"reach, m", 60.0f, true, "Both half widths along the axis plus the error bound"},
        ui::Column{"gap, m", 60.0f, true,
                   "Distance of the centers minus the reach; if negative, the depth of the overlap"},
        ui::Column{"", kBarColumn, false,
                   "The gap; a bar to the right of the line means that the axis separates"}};
    // In a narrow panel, the bars are omitted, so that the names of the axes have enough space.
    const bool has_bars = ImGui::GetContentRegionAvail().x >= px(kMinWidthWithBars);
    if (!ui::begin_table("axes", std::span(kColumns).first(has_bars ? 6 : 5))) return -1;
    double largest = 1e-30;
    for (const AxisLine& line : lines) largest = std::max(largest, std::fabs(line.gap));
    int hovered = -1;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const AxisLine& line = lines[i];
        ui::RowStyle style{.is_dimmed = line.is_after};
        if (line.is_deciding) {
            style.color = palette.current;
            style.background =
                draw::with_alpha(palette.current, static_cast<std::uint8_t>(255.0f * kBackground));
        }
        if (ui::table_row(static_cast<int>(i), style).hovered) hovered = static_cast<int>(i);
        ui::table_cell(std::to_string(line.number));
        ui::table_cell(line.name);
        const DifferenceText text = write_difference(line.centers, line.reach);
        ui::table_cell(text.first);
        ui::table_cell(text.second);
        ui::table_cell((line.gap > 0.0 ? "+" : "") + text.difference);
        const draw::Color color = line.is_deciding ? palette.current : palette.overlapping;
        if (has_bars) draw_gap_bar(line.gap, largest, line.is_after ? draw::with_alpha(color, 90) : color);
    }
    ui::end_table();
    return hovered;
}

void show_axis_spans(const AxisSpans& spans, const draw::Palette& palette) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string along = "along " + spans.along;
    const std::string between_text = spans.gap > 0.0
                                         ? "gap " + ui::format_significant(spans.gap, 3) + " m"
                                         : "overlap " + ui::format_significant(-spans.gap, 3) + " m";
    const bool has_two_lines = ui::text_size(Font::small, along).x + px(ui::grid::kGap) +
                                   ui::text_size(Font::small, between_text).x >
                               width;
    ImGui::Dummy({width, px(kSpansHeight + (has_two_lines ? kSpansLine : 0.0f))});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double low = std::min(spans.low_a, spans.low_b), high = std::max(spans.high_a, spans.high_b);
    const double per_pixel = std::max(high - low, 1e-300) / static_cast<double>(width);
    const auto x = [&](double value) { return at.x + static_cast<float>((value - low) / per_pixel); };
    const auto bar = [&](double from, double to, float y, draw::Color color) {
        list.AddRectFilled({x(from), at.y + px(y)},
                           {std::max(x(to), x(from) + 1.0f), at.y + px(y + kSpanBar)}, ui::packed(color));
    };
    const bool is_gap = spans.gap > 0.0;
    const double from = is_gap ? spans.high_a : std::max(spans.low_a, spans.low_b),
                 to = is_gap ? spans.low_b : std::min(spans.high_a, spans.high_b);
    const draw::Color between = is_gap ? palette.current : palette.overlapping;
    list.AddRectFilled({x(from), at.y + px(2.0f)}, {std::max(x(to), x(from) + 1.0f), at.y + px(42.0f)},
                       ui::packed(between, 0.25f));
    for (const double end : {from, to}) // only across the bars, because labels are between them
        for (const auto& [top, bottom] : {std::pair{2.0f, 15.0f}, {29.0f, 42.0f}})
            list.AddLine({x(end), at.y + px(top)}, {x(end), at.y + px(bottom)}, ui::packed(between),
                         px(1.5f));
    bar(spans.low_a, spans.high_a, 8.0f, palette.body_a);
    bar(spans.low_b, spans.high_b, 30.0f, palette.body_b);
    const auto label = [&](float left, float top, draw::Color color, const std::string& text) {
        const glm::vec2 size = ui::text_size(Font::small, text);
        const float room = at.x + width - size.x;
        const glm::vec2 place{std::clamp(left, at.x, std::max(room, at.x)), at.y + px(top)};
        list.AddRectFilled({place.x - px(2.0f), place.y}, {place.x + size.x + px(2.0f), place.y + size.y},
                           ui::packed(palette.panel, 0.8f)); // covers the space between the bars
        ui::draw_text(list, Font::small, place, color, text);
        return place.x + size.x;
    };
    const auto length = [](double first, double last) {
        return ui::format_significant(last - first, 3) + " m";
    };
    const float a_end =
        label(x(spans.low_a), 14.0f, palette.body_a, "A " + length(spans.low_a, spans.high_a));
    const std::string b = "B " + length(spans.low_b, spans.high_b);
    const float b_left = x(spans.high_b) - ui::text_size(Font::small, b).x;
    const bool is_separated = b_left + ui::text_size(Font::small, b).x < x(spans.low_a);
    label(is_separated ? b_left : std::max(b_left, a_end + px(ui::grid::kGap)), 14.0f, palette.body_b, b);
    label(at.x, 46.0f, palette.text3, along);
    label(at.x + width, has_two_lines ? 46.0f + kSpansLine : 46.0f,
          is_gap ? palette.current : palette.overlapping, between_text);
}

} // namespace boxwood
