// Legend samples: they show how the view draws a layer, in 26 × 12 pixels.
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/row.hpp"

#include <cmath>

namespace boxwood::ui {

namespace {

void draw_hatch(ImDrawList& list, const Rect& rect, draw::Color color) {
    list.AddRectFilled(im(rect.min), im(rect.max), packed(color), px(2.0f));
    list.PushClipRect(im(rect.min + px(1.0f)), im(rect.max - px(1.0f)), true);
    const float step = px(6.0f);
    for (float x = rect.min.x - rect.height(); x < rect.max.x; x += step) {
        list.AddLine({x, rect.max.y}, {x + rect.height(), rect.min.y}, packed(palette().hatch), px(2.0f));
    }
    list.PopClipRect();
}

void draw_dashes(ImDrawList& list, const Rect& rect, float y, draw::Color color) {
    const float dash = px(4.0f), gap = px(3.0f);
    for (float x = rect.min.x; x < rect.max.x; x += dash + gap) {
        list.AddRectFilled({x, y}, {std::min(x + dash, rect.max.x), y + px(1.5f)}, packed(color));
    }
}

} // namespace

void draw_diamond(ImDrawList& list, glm::vec2 center, float radius, ImU32 color) {
    list.AddQuadFilled({center.x, center.y - radius}, {center.x + radius, center.y},
                       {center.x, center.y + radius}, {center.x - radius, center.y}, color);
}

void draw_sample(ImDrawList& list, glm::vec2 center, const LegendSample& sample) {
    const glm::vec2 half(std::floor(0.5f * px(26.0f)), px(6.0f));
    const glm::vec2 middle = floor_to_pixel(center);
    const Rect rect{middle - half, middle + half};
    const ImU32 color = packed(sample.color);
    const auto bar = [&](float width) {
        const float top = middle.y - std::floor(0.5f * width);
        list.AddRectFilled({rect.min.x + px(1.0f), top}, {rect.max.x - px(1.0f), top + width}, color);
    };
    switch (sample.kind) {
    case Sample::none:
        break;
    case Sample::line:
        bar(px(2.0f));
        break;
    case Sample::thick_line:
        bar(px(3.0f));
        break;
    case Sample::dashed:
        draw_dashes(list, rect, middle.y - px(1.0f), sample.color);
        break;
    case Sample::dots:
        bar(px(2.0f));
        list.AddCircleFilled({rect.min.x + px(3.0f), middle.y}, px(3.0f), color);
        list.AddCircleFilled({rect.max.x - px(3.0f), middle.y}, px(3.0f), color);
        break;
    case Sample::hatch:
        draw_hatch(list, rect, sample.color);
        break;
    case Sample::square: {
        const glm::vec2 side(px(5.0f));
        list.AddRectFilled(im(middle - side), im(middle + side), color, px(2.0f));
        break;
    }
    case Sample::diamond:
        draw_diamond(list, middle, px(4.5f), color);
        break;
    case Sample::triangle:
        list.AddTriangleFilled({middle.x, middle.y - px(3.0f)}, {middle.x - px(3.5f), middle.y + px(3.0f)},
                               {middle.x + px(3.5f), middle.y + px(3.0f)}, color);
        break;
    }
}

void legend_entry(const LegendSample& sample, std::string_view label) {
    const bool is_square =
        sample.kind == Sample::square || sample.kind == Sample::diamond || sample.kind == Sample::triangle;
    const float strip = is_square ? px(10.0f) : px(26.0f);
    const glm::vec2 size(strip + px(grid::kGap) + std::ceil(text_size(Font::small, label).x),
                         px(grid::kTextLine));
    const Rect rect{cursor(), cursor() + size};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_sample(list, {rect.min.x + 0.5f * strip, rect.center().y}, sample);
    draw_text(list, Font::small, centered_text_pos(rect, Font::small, rect.min.x + strip + px(grid::kGap)),
              palette().text2, label);
    ImGui::Dummy(im(size));
}

} // namespace boxwood::ui
