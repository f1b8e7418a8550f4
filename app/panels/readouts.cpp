#include "app/panels/readouts.hpp"

#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace boxwood {
namespace {

using ui::Font;
using ui::px;

// Reserves a strip of the panel's width and returns its rectangle.
ui::Rect reserve(float height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy({width, px(height)});
    return {{at.x, at.y}, {at.x + width, at.y + px(height)}};
}

void draw_right(ImDrawList& list, Font font, glm::vec2 right_top, draw::Color color, std::string_view text) {
    ui::draw_text(list, font, right_top - glm::vec2(ui::text_size(font, text).x, 0.0f), color, text);
}

} // namespace

void value_row(std::string_view name, std::string_view value) {
    const ui::Rect row = reserve(ui::grid::kTableRow);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = row.min.y + px(2.0f);
    const float room = row.width() - ui::text_size(Font::body, value).x - px(ui::grid::kGap);
    ui::draw_text_cut(list, Font::body, {row.min.x, top}, ui::palette().text2, name, room);
    draw_right(list, Font::body, {row.max.x, top}, ui::palette().text1, value);
}

void count_row(std::string_view name, std::uint64_t count) {
    value_row(name, ui::format_count(static_cast<std::int64_t>(count)));
}

void interval_pair(const IntervalPair& intervals) {
    const ui::Rect row = reserve(26.0f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::draw_text(list, Font::body, {row.min.x, row.min.y + px(4.0f)}, ui::palette().text2, intervals.label);
    draw_right(list, Font::small, {row.max.x, row.min.y + px(5.0f)}, ui::palette().text3, intervals.note);

    const float left = row.min.x + px(40.0f), right = row.max.x - px(112.0f);
    const float low = std::min(intervals.low_a, intervals.low_b),
                high = std::max(intervals.high_a, intervals.high_b);
    const float per_unit = (right - left) / std::max(high - low, 1e-20f);
    const auto x = [&](float value) { return left + (value - low) * per_unit; };
    const auto bar = [&](float from, float to, float y, draw::Color color) {
        list.AddRectFilled({x(from), row.min.y + px(y)},
                           {std::max(x(to), x(from) + 1.0f), row.min.y + px(y + 4.0f)}, ui::packed(color));
    };
    const float shared_low = std::max(intervals.low_a, intervals.low_b),
                shared_high = std::min(intervals.high_a, intervals.high_b);
    if (shared_low <= shared_high)
        list.AddRectFilled({x(shared_low), row.min.y + px(2.0f)},
                           {std::max(x(shared_high), x(shared_low) + 1.0f), row.max.y - px(2.0f)},
                           ui::packed(intervals.color_shared, 0.28f));
    bar(intervals.low_a, intervals.high_a, 7.0f, intervals.color_a);
    bar(intervals.low_b, intervals.high_b, 15.0f, intervals.color_b);
}

void curve(const Curve& curve) {
    const ui::Rect box = reserve(64.0f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float highest = 1e-6f;
    for (const float value : curve.values)
        if (!std::isnan(value)) highest = std::max(highest, value);
    const std::string top = ui::format_significant(static_cast<double>(highest), 2);
    const float left = box.min.x + px(40.0f), base = box.max.y - px(16.0f), ceiling = box.min.y + px(8.0f);
    for (const float y : {ceiling, base})
        list.AddLine({left, y}, {box.max.x, y}, ui::packed(ui::palette().line));
    draw_right(list, Font::caption, {left - px(6.0f), ceiling - px(6.0f)}, ui::palette().text3, top);
    draw_right(list, Font::caption, {left - px(6.0f), base - px(6.0f)}, ui::palette().text3, "0");
    std::string caption(curve.caption);
    caption += caption.empty() ? std::string(curve.unit) : ", " + std::string(curve.unit);
    ui::draw_text(list, Font::caption, {left, base + px(3.0f)}, ui::palette().text3, caption);
    const float step =
        (box.max.x - px(4.0f) - left) / static_cast<float>(std::max<std::size_t>(curve.values.size() - 1, 1));
    std::vector<ImVec2> run; // points since the last gap
    const auto draw_run = [&] {
        const bool is_single_point = run.size() == 1; // it needs a dot, because it forms no line
        if (is_single_point) list.AddCircleFilled(run.front(), px(1.5f), ui::packed(curve.color));
        list.AddPolyline(run.data(), static_cast<int>(run.size()), ui::packed(curve.color), 0, px(1.5f));
        run.clear();
    };
    for (std::size_t i = 0; i < curve.values.size(); ++i) {
        if (std::isnan(curve.values[i]))
            draw_run();
        else
            run.emplace_back(left + step * static_cast<float>(i),
                             base - (base - ceiling) * curve.values[i] / highest);
    }
    if (!run.empty())
        list.AddCircleFilled(run.back(), px(3.5f), ui::packed(curve.color)); // the current value
    draw_run();
}

void bars(std::span<const Bar> bars) {
    std::uint64_t largest = 1;
    for (const Bar& bar : bars) largest = std::max(largest, bar.value);
    for (const Bar& bar : bars) {
        const ui::Rect row = reserve(18.0f);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        ui::draw_text(list, Font::small, row.min + glm::vec2(0.0f, px(1.0f)), ui::palette().text2, bar.name);
        draw_right(list, Font::small, {row.max.x, row.min.y + px(1.0f)}, ui::palette().text1,
                   ui::format_count(static_cast<std::int64_t>(bar.value)));
        const float left = row.min.x + px(84.0f), right = row.max.x - px(72.0f);
        const float share = static_cast<float>(bar.value) / static_cast<float>(largest);
        list.AddRectFilled({left, row.min.y + px(4.0f)},
                           {left + (right - left) * share, row.max.y - px(4.0f)}, ui::packed(bar.color));
    }
}

} // namespace boxwood
