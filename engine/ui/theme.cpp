#include "engine/ui/theme.hpp"

#include "engine/ui/ui_state.hpp"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace boxwood::ui {

namespace {

ImVec4 to_vec4(draw::Color color, float alpha = 1.0f) {
    const glm::vec4 c = glm::vec4(color.r, color.g, color.b, color.a) / 255.0f;
    return {c.r, c.g, c.b, c.a * alpha};
}

void apply_metrics(ImGuiStyle& style) {
    style.WindowPadding = ImVec2(grid::kPadding, grid::kPadding);
    style.FramePadding = ImVec2(8.0f, 4.0f);
    style.ItemSpacing = ImVec2(grid::kGap, grid::kPitch - grid::kControl);
    style.ItemInnerSpacing = ImVec2(6.0f, 4.0f);
    style.CellPadding = ImVec2(4.0f, 2.0f);
    style.IndentSpacing = 16.0f;
    style.ScrollbarSize = 10.0f;
    style.GrabMinSize = 24.0f;
    style.WindowRounding = grid::kRounding;
    style.ChildRounding = 0.0f;
    style.PopupRounding = grid::kRounding;
    style.FrameRounding = grid::kFieldRounding;
    style.ScrollbarRounding = grid::kFieldRounding;
    style.GrabRounding = grid::kFieldRounding;
    style.WindowBorderSize = 1.0f;
    style.PopupBorderSize = 1.0f;
    style.FrameBorderSize = 1.0f;
    style.DisabledAlpha = 0.4f;
}

void apply_colors(const draw::Palette& p, ImGuiStyle& style) {
    const auto set = [&](ImGuiCol slot, draw::Color color, float alpha = 1.0f) {
        style.Colors[slot] = to_vec4(color, alpha);
    };
    set(ImGuiCol_Text, p.text1);
    set(ImGuiCol_TextDisabled, p.text3);
    set(ImGuiCol_WindowBg, p.panel);
    set(ImGuiCol_ChildBg, p.panel, 0.0f);
    set(ImGuiCol_PopupBg, p.raised);
    set(ImGuiCol_Border, p.line);
    set(ImGuiCol_BorderShadow, p.line, 0.0f);
    set(ImGuiCol_FrameBg, p.view);
    set(ImGuiCol_FrameBgHovered, p.view);
    set(ImGuiCol_FrameBgActive, p.view);
    set(ImGuiCol_TitleBg, p.bar);
    set(ImGuiCol_TitleBgActive, p.bar);
    set(ImGuiCol_TitleBgCollapsed, p.bar);
    set(ImGuiCol_MenuBarBg, p.bar);
    set(ImGuiCol_ScrollbarBg, p.panel, 0.0f);
    set(ImGuiCol_ScrollbarGrab, p.line2, 0.6f);
    set(ImGuiCol_ScrollbarGrabHovered, p.line2);
    set(ImGuiCol_ScrollbarGrabActive, p.text3);
    set(ImGuiCol_CheckMark, p.accent);
    set(ImGuiCol_SliderGrab, p.accent);
    set(ImGuiCol_SliderGrabActive, p.accent);
    set(ImGuiCol_Button, p.raised);
    set(ImGuiCol_ButtonHovered, p.segment_on);
    set(ImGuiCol_ButtonActive, p.select);
    set(ImGuiCol_Header, p.select);
    set(ImGuiCol_HeaderHovered, p.segment_on);
    set(ImGuiCol_HeaderActive, p.select);
    set(ImGuiCol_Separator, p.line);
    set(ImGuiCol_SeparatorHovered, p.line2);
    set(ImGuiCol_SeparatorActive, p.accent);
    set(ImGuiCol_ResizeGrip, p.line, 0.0f);
    set(ImGuiCol_ResizeGripHovered, p.line2);
    set(ImGuiCol_ResizeGripActive, p.accent);
    set(ImGuiCol_Tab, p.panel);
    set(ImGuiCol_TabHovered, p.segment_on);
    set(ImGuiCol_TabActive, p.raised);
    set(ImGuiCol_PlotLines, p.left_series);
    set(ImGuiCol_PlotHistogram, p.accent);
    set(ImGuiCol_TableHeaderBg, p.panel);
    set(ImGuiCol_TableBorderStrong, p.line);
    set(ImGuiCol_TableBorderLight, p.line);
    set(ImGuiCol_TableRowBg, p.panel, 0.0f);
    set(ImGuiCol_TableRowBgAlt, p.panel, 0.0f);
    set(ImGuiCol_TextSelectedBg, p.accent, 0.35f);
    set(ImGuiCol_DragDropTarget, p.accent);
    set(ImGuiCol_NavHighlight, p.accent);
    set(ImGuiCol_ModalWindowDimBg, p.view, 0.6f);
}

} // namespace

const Theme& theme() {
    return ui_state().theme;
}

ImFont* font(Font name) {
    return theme().fonts[static_cast<std::size_t>(name)];
}

float px(float at_scale_1) {
    const float pixels = std::round(at_scale_1 * theme().scale);
    return pixels == 0.0f && at_scale_1 > 0.0f ? 1.0f : pixels;
}

glm::vec2 px(float x_at_scale_1, float y_at_scale_1) {
    return {px(x_at_scale_1), px(y_at_scale_1)};
}

std::uint32_t packed(draw::Color color, float alpha) {
    const int scaled = static_cast<int>(static_cast<float>(color.a) * std::clamp(alpha, 0.0f, 1.0f) + 0.5f);
    return ImGui::GetColorU32(IM_COL32(color.r, color.g, color.b, scaled)); // applies the alpha of the style
}

void apply_style(const Theme& theme) {
    ImGuiStyle style;
    apply_metrics(style);
    style.ScaleAllSizes(theme.scale);
    style.WindowMinSize = ImVec2(1.0f, 1.0f); // scaling could round it to 0, which is invalid
    apply_colors(theme.palette, style);
    ImGui::GetStyle() = style;
}

} // namespace boxwood::ui
