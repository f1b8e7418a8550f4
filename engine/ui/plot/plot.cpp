#include "engine/ui/plot/plot.hpp"

#include "engine/ui/export.hpp"

#include "engine/ui/controls/row.hpp"
#include "engine/ui/plot/plot_frame.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood::ui {

namespace {

constexpr double kZoomStep = 1.2;    // per notch of the wheel
constexpr double kMinVisibleValues = 8.0; // at the highest zoom

void zoom_or_pan(const PlotFrame& frame, PlotState& io_state) {
    const ImGuiIO& io = ImGui::GetIO();
    const Axis full_range = x_axis(frame.data, {});
    if (io.MouseWheel != 0.0f && !frame.data.log_x) {
        const double center = frame.x_at(io.MousePos.x);
        const double min_width = std::min(kMinVisibleValues, full_range.high - full_range.low);
        const double factor = std::max(std::pow(kZoomStep, -static_cast<double>(io.MouseWheel)),
                                       min_width / (frame.x.high - frame.x.low));
        io_state.zoom_low = std::max(full_range.low, center + (frame.x.low - center) * factor);
        io_state.zoom_high = std::min(full_range.high, center + (frame.x.high - center) * factor);
        io_state.is_zoomed = io_state.zoom_low > full_range.low || io_state.zoom_high < full_range.high;
    }
    if (ImGui::IsMouseDragging(2) && io_state.is_zoomed) {
        const double width = io_state.zoom_high - io_state.zoom_low;
        const double moved = static_cast<double>(io.MouseDelta.x / frame.area.width()) * width;
        io_state.zoom_low = std::clamp(io_state.zoom_low - moved, full_range.low, full_range.high - width);
        io_state.zoom_high = io_state.zoom_low + width;
    }
}

void plot_menu(const Plot& data, PlotState& io_state) {
    if (!begin_context_menu()) return;
    bool is_log = io_state.log_y.value_or(data.log_y);
    if (const std::optional<ExportDestination> destination = add_export_entries("csv"))
        export_text(*destination, "plot", "csv", plot_csv(data));
    if (ImGui::MenuItem("Logarithmic scale", nullptr, &is_log)) io_state.log_y = is_log;
    if (ImGui::MenuItem("Full range", "double-click", false, io_state.is_zoomed)) io_state.is_zoomed = false;
    if (ImGui::MenuItem("Show all series", nullptr, false, io_state.hidden != 0)) io_state.hidden = 0;
    end_context_menu();
}

PlotEvents handle_mouse(const PlotFrame& frame, PlotState& io_state) {
    PlotEvents events;
    if (value_count(frame.data) == 0) return events;
    const bool is_hovered = ImGui::IsItemHovered(), is_held = ImGui::IsItemActive();
    if (!is_hovered && !is_held) return events;
    if (is_hovered) zoom_or_pan(frame, io_state);
    if (is_hovered && ImGui::IsMouseDoubleClicked(0)) io_state.is_zoomed = false;
    const std::size_t index = index_near(frame.data, frame.x_at(ImGui::GetIO().MousePos.x));
    events.hovered_x = x_of(frame.data, index);
    if (is_held) events.picked_x = events.hovered_x;
    return events;
}

void draw_hover(ImDrawList& list, const PlotFrame& frame, double hovered_x) {
    const float x = std::round(frame.pixel_x(hovered_x));
    list.AddRectFilled({x, frame.area.min.y}, {x + px(1.0f), frame.area.max.y}, packed(palette().text3));
    show_value_tooltip(frame, index_near(frame.data, hovered_x));
}

// Draws the title, with the values to its right or, if there are several series, the legend below it; nothing if the
// title is empty. Returns the remaining rectangle for the plot.
Rect draw_heading(const char* id, const Plot& data, glm::vec2 size, PlotState& io_state) {
    const Rect rect{cursor(), cursor() + size};
    if (data.title.empty()) return rect;
    const glm::vec2 below = rect.min + glm::vec2(0.0f, px(24.0f));
    draw_text(*ImGui::GetWindowDrawList(), Font::body_bold, rect.min, palette().text1, data.title);
    ImGui::SetCursorScreenPos(im(below));
    if (data.caller_shows_names) {
        const float taken = text_size(Font::body_bold, data.title).x + px(2.0f * grid::kGap);
        draw_values(data, io_state, {rect.min + glm::vec2(taken, 0.0f), {rect.max.x, below.y}});
        return {below, rect.max};
    }
    if (data.series.size() < 2) return {below, rect.max};
    plot_legend(id, data, io_state);
    return {below + glm::vec2(0.0f, px(24.0f)), rect.max};
}

} // namespace

PlotEvents plot(const char* id, const Plot& data, glm::vec2 size, PlotState& io_state) {
    ImGui::PushID(id);
    const Rect plot_rect{cursor(), cursor() + size};
    const Rect body = draw_heading("##legend", data, size, io_state);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    PlotFrame frame = make_frame(data, io_state, body);
    draw_y_axis(list, frame);
    draw_below(list, frame);
    ImGui::SetCursorScreenPos({frame.area.min.x, body.min.y});
    ImGui::InvisibleButton("##area",
                           im(glm::max(glm::vec2(frame.area.width(), body.height()), glm::vec2(1.0f))));
    const PlotEvents events = handle_mouse(frame, io_state);
    plot_menu(data, io_state);

    const float beyond = data.kind == PlotKind::lines ? px(4.0f) : 0.0f; // room for the dots at both ends
    list.PushClipRect({frame.area.min.x - beyond, body.min.y},
                      {frame.area.max.x + beyond, frame.area.max.y + beyond}, true);
    if (data.kind == PlotKind::stacked_bars)
        draw_bars(list, frame);
    else
        draw_lines(list, frame);
    list.PopClipRect();
    draw_above(list, frame);
    if (events.hovered_x) draw_hover(list, frame, *events.hovered_x);
    ImGui::SetCursorScreenPos(im(plot_rect.min));
    ImGui::Dummy(im(glm::max(size, glm::vec2(1.0f))));
    ImGui::PopID();
    return events;
}

} // namespace boxwood::ui
