#include "engine/ui/controls/row.hpp"
#include "engine/ui/plot/plot_frame.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace boxwood::ui {

namespace {

constexpr float kTickSpacingX = 80.0f; // minimum distance of labels on the x axis, pixels at scale 1
constexpr float kRightMargin = 8.0f;

// Returns the rectangle below the axis that contains the text of the cursor's x.
Rect cursor_pill(const PlotFrame& frame) {
    const glm::vec2 size =
        text_size(Font::small_bold, x_text(frame.data, frame.data.cursor_x)) + px(12.0f, 2.0f);
    const float rightmost = std::max(frame.area.min.x, frame.area.max.x + px(4.0f) - size.x);
    const float left = frame.pixel_x(frame.data.cursor_x) - 0.5f * size.x;
    const glm::vec2 at =
        floor_to_pixel({std::clamp(left, frame.area.min.x, rightmost), frame.area.max.y + px(4.0f)});
    return {at, at + size};
}

void draw_x_axis(ImDrawList& list, const PlotFrame& frame) {
    const float y = frame.area.max.y;
    const int max_ticks = std::max(2, static_cast<int>(frame.area.width() / px(kTickSpacingX)));
    const Rect pill = has_cursor(frame.data) ? cursor_pill(frame) : Rect{};
    float free_from = frame.area.min.x - px(kTickSpacingX);
    float free_to = frame.area.max.x;
    if (!has_cursor(frame.data)) { // without a cursor, the axis needs the name of x
        const float width = text_size(Font::caption, frame.data.x_name).x;
        draw_text(list, Font::caption, {frame.area.max.x - width, y + px(6.0f)}, palette().text3,
                  frame.data.x_name);
        free_to -= width + px(grid::kGap);
    }
    // Values that are spaced by 1, such as frames, need no ticks between them.
    const double min_step = frame.data.xs.empty() ? 1.0 : 0.0;
    for (const Tick& tick : nice_ticks(frame.x, max_ticks, min_step)) {
        const float x = std::round(frame.pixel_x(tick.value));
        const float width = text_size(Font::caption, tick.label).x;
        const float left = std::clamp(x - 0.5f * width, frame.area.min.x, frame.area.max.x - width);
        const bool is_under_pill = left < pill.max.x && pill.min.x < left + width;
        if (left < free_from || is_under_pill) continue;
        list.AddRectFilled({x, y}, {x + px(1.0f), y + px(4.0f)}, packed(palette().line2));
        if (left + width > free_to) continue;
        draw_text(list, Font::caption, {left, y + px(6.0f)}, palette().text3, tick.label);
        free_from = left + width + px(grid::kGap);
    }
}

void draw_x_ends(ImDrawList& list, const PlotFrame& frame) {
    const float y = frame.area.max.y + px(5.0f);
    const std::string first = x_text(frame.data, std::round(frame.x.low));
    std::string last = x_text(frame.data, std::round(frame.x.high));
    const bool ends_at_cursor = has_cursor(frame.data) && frame.data.cursor_x >= frame.x.high - 0.5;
    if (ends_at_cursor) last = std::string("now ").append(format_count(std::llround(frame.data.cursor_x)));
    draw_text(list, Font::caption, {frame.area.min.x, y}, palette().text3, first);
    draw_text(list, Font::caption, {frame.area.max.x - text_size(Font::caption, last).x, y}, palette().text3,
              last);
}

void draw_reference(ImDrawList& list, const PlotFrame& frame) {
    if (!std::isfinite(frame.data.reference)) return;
    const float y = std::round(frame.pixel_y(frame.data.reference));
    if (y < frame.area.min.y) return;
    for (float x = frame.area.min.x; x < frame.area.max.x; x += px(8.0f)) {
        list.AddRectFilled({x, y}, {std::min(x + px(5.0f), frame.area.max.x), y + px(1.0f)},
                           packed(palette().text2));
    }
    if (frame.data.reference_name.empty()) return;
    const std::string label =
        std::string(frame.data.reference_name) + " " + format_significant(frame.data.reference, 3);
    const float above = y - px(17.0f); // if this is outside the plot, the label is below the line
    const glm::vec2 at(frame.area.min.x + px(6.0f), above < frame.area.min.y ? y + px(3.0f) : above);
    const glm::vec2 size = text_size(Font::caption, label);
    list.AddRectFilled(im(at - px(3.0f, 1.0f)), im(at + size + px(3.0f, 1.0f)), packed(palette().panel, 0.8f),
                       px(3.0f));
    draw_text(list, Font::caption, at, palette().text2, label);
}

void draw_marks(ImDrawList& list, const PlotFrame& frame) {
    const float top = frame.area.min.y - px(plot_size::kMarkLane);
    for (const float mark : frame.data.marks) {
        const float x = std::round(frame.pixel_x(static_cast<double>(mark)));
        if (x < frame.area.min.x || x > frame.area.max.x) continue;
        const float alpha = alpha_at(frame.data, static_cast<double>(mark));
        const ImU32 color = packed(frame.data.mark_color, alpha);
        if (frame.data.mark_shape == MarkShape::diamond) {
            draw_diamond(list, {x, top + px(4.0f)}, px(4.5f), color);
            list.AddRectFilled({x, top + px(8.0f)}, {x + px(1.0f), frame.area.max.y},
                               packed(frame.data.mark_color, 0.4f * alpha));
        } else {
            list.AddRectFilled({x, top}, {x + px(2.0f), top + px(7.0f)}, color);
        }
    }
    const float foot = frame.area.max.y - px(2.0f);
    for (const float mark : frame.data.bottom_marks) {
        const float x = std::round(frame.pixel_x(static_cast<double>(mark)));
        if (x < frame.area.min.x || x > frame.area.max.x) continue;
        const float alpha = alpha_at(frame.data, static_cast<double>(mark));
        list.AddTriangleFilled({x, foot - px(6.0f)}, {x - px(3.5f), foot}, {x + px(3.5f), foot},
                               packed(frame.data.bottom_mark_color, alpha));
    }
}

void draw_flags(ImDrawList& list, const PlotFrame& frame) {
    const float top = frame.area.min.y - px(plot_size::kMarkLane + 12.0f);
    for (const PlotFlag& flag : frame.data.flags) {
        const float x = std::round(frame.pixel_x(flag.x));
        if (x < frame.area.min.x || x > frame.area.max.x) continue;
        list.AddRectFilled({x, top}, {x + px(1.0f), frame.area.min.y + px(4.0f)}, packed(palette().text2));
        list.AddTriangleFilled({x, top}, {x + px(8.0f), top + px(4.0f)}, {x, top + px(8.0f)},
                               packed(palette().text2));
        const float width = text_size(Font::caption, flag.text).x;
        const bool fits = x + px(14.0f) + width < frame.area.max.x;
        draw_text(list, Font::caption, {fits ? x + px(14.0f) : x - px(6.0f) - width, top - px(3.0f)},
                  palette().text2, flag.text);
    }
}

// Draws a line in the color of main text at the displayed frame, with a label below the axis.
void draw_cursor(ImDrawList& list, const PlotFrame& frame) {
    if (!has_cursor(frame.data)) return;
    const float x = std::round(frame.pixel_x(frame.data.cursor_x));
    if (x < frame.area.min.x - 1.0f || x > frame.area.max.x + 1.0f) return;
    const Rect pill = cursor_pill(frame);
    list.AddRectFilled({x - px(1.0f), frame.area.min.y - px(4.0f)}, {x + px(1.0f), pill.min.y},
                       packed(palette().text1));
    list.AddRectFilled(im(pill.min), im(pill.max), packed(palette().text1), px(grid::kFieldRounding));
    draw_text(list, Font::small_bold, pill.min + px(6.0f, 1.0f), palette().view,
              x_text(frame.data, frame.data.cursor_x));
}

} // namespace

void draw_y_axis(ImDrawList& list, PlotFrame& io_frame) {
    const std::vector<Tick> ticks = nice_ticks(io_frame.y, max_y_ticks(io_frame));
    float widest = text_size(Font::caption, io_frame.data.unit).x;
    for (const Tick& tick : ticks) widest = std::max(widest, text_size(Font::caption, tick.label).x);
    const float left = io_frame.area.min.x;
    const float labels_end = left + std::ceil(widest);
    io_frame.area.min.x = labels_end + px(grid::kGap);
    io_frame.area.max.x = std::max(io_frame.area.max.x - px(kRightMargin), io_frame.area.min.x + 1.0f);
    for (const Tick& tick : ticks) {
        const float y = std::round(io_frame.pixel_y(tick.value));
        const glm::vec2 size = text_size(Font::caption, tick.label);
        draw_text(list, Font::caption, {labels_end - size.x, y - 0.5f * size.y}, palette().text3, tick.label);
        const bool is_base = tick.value == io_frame.y.low;
        list.AddRectFilled({io_frame.area.min.x, y}, {io_frame.area.max.x, y + px(1.0f)},
                           packed(is_base ? palette().line2 : palette().line));
    }
    if (io_frame.data.unit.empty()) return;
    const float unit_x = labels_end - text_size(Font::caption, io_frame.data.unit).x;
    draw_text(list, Font::caption, {unit_x, io_frame.area.min.y - px(24.0f)}, palette().text3,
              io_frame.data.unit);
}

void draw_below(ImDrawList& list, const PlotFrame& frame) {
    if (frame.data.is_small) {
        draw_x_ends(list, frame);
    } else {
        draw_x_axis(list, frame);
    }
}

void draw_above(ImDrawList& list, const PlotFrame& frame) {
    draw_reference(list, frame);
    draw_marks(list, frame);
    draw_flags(list, frame);
    if (!frame.data.is_small) draw_cursor(list, frame);
}

} // namespace boxwood::ui
