#include "engine/ui/text/icons.hpp"

#include "engine/ui/geometry.hpp"
#include "engine/ui/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace boxwood::ui {

namespace {

// Draws in coordinates from -1 to 1 around the center, with y down.
struct Pen {
    ImDrawList& list;
    glm::vec2 center;
    float half;
    ImU32 color;
    float width;

    ImVec2 at(float x, float y) const { return im(center + half * glm::vec2(x, y)); }
    // The triangle points right for direction 1 and left for -1. It is clockwise, as antialiased edges require.
    void triangle(float direction, float x) const {
        const float back = x - 0.45f * direction, tip = x + 0.5f * direction;
        list.AddTriangleFilled(at(back, -0.6f * direction), at(tip, 0.0f), at(back, 0.6f * direction), color);
    }
    void bar(float x, float half_width = 0.1f, float half_height = 0.6f) const {
        list.AddRectFilled(at(x - half_width, -half_height), at(x + half_width, half_height), color);
    }
    void stroke(std::initializer_list<glm::vec2> points, bool closed = false) const {
        for (const glm::vec2 point : points) list.PathLineTo(at(point.x, point.y));
        list.PathStroke(color, closed ? ImDrawFlags_Closed : ImDrawFlags_None, width);
    }
    void arc(float radius, float from, float to) const {
        list.PathArcTo(im(center), half * radius, from, to, 24);
        list.PathStroke(color, ImDrawFlags_None, width);
    }
};

constexpr float kPi = 3.14159265f;

void draw_restart(const Pen& pen) {
    pen.arc(0.5f, -0.75f * kPi, 0.88f * kPi);
    pen.stroke({{-0.38f, -0.74f}, {-0.38f, -0.36f}, {0.02f, -0.36f}});
}

void draw_camera(const Pen& pen) {
    pen.stroke({{-0.75f, -0.4f},
                {-0.35f, -0.4f},
                {-0.2f, -0.65f},
                {0.2f, -0.65f},
                {0.35f, -0.4f},
                {0.75f, -0.4f},
                {0.75f, 0.55f},
                {-0.75f, 0.55f}},
               true);
    pen.arc(0.28f, 0.0f, 2.0f * kPi);
}

void draw_open(const Pen& pen) {
    pen.stroke(
        {{-0.75f, 0.55f}, {-0.75f, -0.55f}, {-0.25f, -0.55f}, {-0.05f, -0.3f}, {0.7f, -0.3f}, {0.7f, 0.55f}},
        true);
}

void draw_save(const Pen& pen) {
    pen.stroke({{0.0f, -0.7f}, {0.0f, 0.25f}});
    pen.stroke({{-0.35f, -0.1f}, {0.0f, 0.25f}, {0.35f, -0.1f}});
    pen.stroke({{-0.65f, 0.2f}, {-0.65f, 0.65f}, {0.65f, 0.65f}, {0.65f, 0.2f}});
}

void draw_copy(const Pen& pen) {
    pen.stroke({{-0.25f, -0.2f}, {0.65f, -0.2f}, {0.65f, 0.7f}, {-0.25f, 0.7f}}, true);
    pen.stroke({{-0.3f, 0.25f}, {-0.65f, 0.25f}, {-0.65f, -0.65f}, {0.25f, -0.65f}, {0.25f, -0.3f}});
}

void draw_settings(const Pen& pen) {
    for (const float y : {-0.45f, 0.0f, 0.45f}) pen.stroke({{-0.65f, y}, {0.65f, y}});
    pen.list.AddCircleFilled(pen.at(0.3f, -0.45f), 0.2f * pen.half, pen.color);
    pen.list.AddCircleFilled(pen.at(-0.3f, 0.0f), 0.2f * pen.half, pen.color);
    pen.list.AddCircleFilled(pen.at(0.1f, 0.45f), 0.2f * pen.half, pen.color);
}

// Draws a window with one of its sides filled.
void draw_panel_icon(const Pen& pen, Icon icon) {
    pen.stroke({{-0.75f, -0.6f}, {0.75f, -0.6f}, {0.75f, 0.6f}, {-0.75f, 0.6f}}, true);
    const glm::vec2 low = icon == Icon::panel_right    ? glm::vec2(0.2f, -0.6f)
                          : icon == Icon::panel_bottom ? glm::vec2(-0.75f, 0.1f)
                                                       : glm::vec2(-0.75f, -0.6f);
    const glm::vec2 high = icon == Icon::panel_left ? glm::vec2(-0.2f, 0.6f) : glm::vec2(0.75f, 0.6f);
    pen.list.AddRectFilled(pen.at(low.x, low.y), pen.at(high.x, high.y), pen.color);
}

void draw_help(const Pen& pen) {
    pen.arc(0.75f, 0.0f, 2.0f * kPi);
    pen.list.PathArcTo(pen.at(0.0f, -0.17f), 0.24f * pen.half, -kPi, 0.35f * kPi, 12);
    pen.list.PathLineTo(pen.at(0.0f, 0.2f));
    pen.list.PathStroke(pen.color, ImDrawFlags_None, pen.width);
    pen.list.AddCircleFilled(pen.at(0.0f, 0.43f), 0.6f * pen.width, pen.color);
}

void draw_media(const Pen& pen, Icon icon) {
    switch (icon) {
    case Icon::play:
        pen.triangle(1.0f, 0.0f);
        break;
    case Icon::pause:
        pen.bar(-0.28f, 0.14f);
        pen.bar(0.28f, 0.14f);
        break;
    case Icon::step_forward:
        pen.triangle(1.0f, -0.2f);
        pen.bar(0.5f);
        break;
    case Icon::step_back:
        pen.triangle(-1.0f, 0.2f);
        pen.bar(-0.5f);
        break;
    case Icon::jump_forward:
        pen.triangle(1.0f, -0.4f);
        pen.triangle(1.0f, 0.4f);
        break;
    case Icon::jump_back:
        pen.triangle(-1.0f, -0.4f);
        pen.triangle(-1.0f, 0.4f);
        break;
    default:
        pen.list.AddCircleFilled(im(pen.center), 0.5f * pen.half, pen.color);
        break;
    }
}

void draw_stroked(const Pen& pen, Icon icon) {
    switch (icon) {
    case Icon::fold:
        pen.stroke({{0.2f, -0.45f}, {-0.25f, 0.0f}, {0.2f, 0.45f}});
        break;
    case Icon::unfold:
        pen.stroke({{-0.2f, -0.45f}, {0.25f, 0.0f}, {-0.2f, 0.45f}});
        break;
    case Icon::chevron_down:
        pen.stroke({{-0.5f, -0.22f}, {0.0f, 0.28f}, {0.5f, -0.22f}});
        break;
    case Icon::chevron_up:
        pen.stroke({{-0.5f, 0.22f}, {0.0f, -0.28f}, {0.5f, 0.22f}});
        break;
    case Icon::check:
        pen.stroke({{-0.55f, 0.02f}, {-0.15f, 0.45f}, {0.58f, -0.45f}});
        break;
    case Icon::close:
    case Icon::cross:
        pen.stroke({{-0.45f, -0.45f}, {0.45f, 0.45f}});
        pen.stroke({{0.45f, -0.45f}, {-0.45f, 0.45f}});
        break;
    default:
        for (const float x : {-0.9f, -0.25f, 0.4f}) pen.stroke({{x, 0.0f}, {x + 0.45f, 0.0f}});
        break;
    }
}

} // namespace

void draw_icon(ImDrawList& list, Icon icon, glm::vec2 center, float size, draw::Color color, float alpha) {
    const bool is_bold = icon == Icon::check || icon == Icon::cross;
    const float width = std::max(1.0f, theme().scale * (is_bold ? 2.0f : 1.35f));
    const Pen pen{list, floor_to_pixel(center), 0.5f * size, packed(color, alpha), width};
    switch (icon) {
    case Icon::restart:
        return draw_restart(pen);
    case Icon::camera:
        return draw_camera(pen);
    case Icon::open:
        return draw_open(pen);
    case Icon::save:
        return draw_save(pen);
    case Icon::copy:
        return draw_copy(pen);
    case Icon::settings:
        return draw_settings(pen);
    case Icon::help:
        return draw_help(pen);
    case Icon::panel_left:
    case Icon::panel_right:
    case Icon::panel_bottom:
        return draw_panel_icon(pen, icon);
    case Icon::more:
        for (const float x : {-0.55f, 0.0f, 0.55f})
            list.AddCircleFilled(pen.at(x, 0.0f), 0.14f * pen.half, pen.color);
        return;
    case Icon::play:
    case Icon::pause:
    case Icon::step_forward:
    case Icon::step_back:
    case Icon::jump_forward:
    case Icon::jump_back:
    case Icon::record:
        return draw_media(pen, icon);
    default:
        return draw_stroked(pen, icon);
    }
}

bool icon_button(const char* id, Icon icon, const IconButtonStyle& style) {
    const draw::Palette& p = palette();
    const glm::vec2 at = cursor();
    const glm::vec2 size = px(style.width, grid::kControl);
    ImGui::BeginDisabled(!style.enabled);
    const bool clicked = ImGui::InvisibleButton(id, im(size));
    ImGui::EndDisabled();
    const bool is_hovered = ImGui::IsItemHovered();
    const bool is_held = ImGui::IsItemActive();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (style.raised || is_hovered) {
        const draw::Color face = is_held ? p.select : is_hovered ? p.segment_on : p.raised;
        list.AddRectFilled(im(at), im(at + size), packed(face), px(grid::kFieldRounding));
    }
    const draw::Color color = style.color.value_or(style.toggled ? p.accent : is_hovered ? p.text1 : p.text2);
    draw_icon(list, icon, at + 0.5f * size, px(style.icon_size), color, style.enabled ? 1.0f : 0.35f);
    tooltip(style.tooltip);
    return clicked;
}

} // namespace boxwood::ui
