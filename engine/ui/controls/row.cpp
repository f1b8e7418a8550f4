#include "engine/ui/controls/row.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/ui_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace boxwood::ui {

namespace {
constexpr float kMaxLabelShare = 0.42f; // of the width of a panel, for the label column
}

std::string_view visible_part(std::string_view label) {
    return label.substr(0, label.find("##"));
}

Unavailable::Unavailable(std::string_view reason)
    : previous_reason_(ui_state().why_unavailable) {
    ImGui::BeginDisabled(!reason.empty());
    if (previous_reason_.empty()) ui_state().why_unavailable = reason;
}

Unavailable::~Unavailable() {
    ImGui::EndDisabled();
    ui_state().why_unavailable = std::move(previous_reason_);
}

SectionIds::SectionIds() {
    ImGui::PushID(static_cast<int>(ui_state().section_id));
}

SectionIds::~SectionIds() {
    ImGui::PopID();
}

glm::vec2 begin_field(std::string_view label, std::string_view tooltip_text) {
    const std::string_view shown = visible_part(label);
    const float room = ImGui::GetContentRegionAvail().x;
    if (shown.empty()) return {std::max(room, 1.0f), px(grid::kControl)};
    const float column = std::floor(std::min(px(grid::kLabelColumn), kMaxLabelShare * room));
    const Rect rect{cursor(), cursor() + glm::vec2(column, px(grid::kControl))};
    draw_text_fitted(*ImGui::GetWindowDrawList(), Font::body, centered_text_pos(rect, Font::body, rect.min.x),
                     palette().text2, shown, column - px(4.0f));
    ImGui::Dummy(im(rect.size()));
    tooltip(tooltip_text);
    ImGui::SameLine(0.0f, 0.0f);
    return {std::max(room - column, 1.0f), px(grid::kControl)};
}

namespace {

// The common end of the functions that open a menu: pops the window padding and pushes the spacing of the entries.
bool finish_opening_menu(bool is_open) {
    ImGui::PopStyleVar();
    if (is_open) ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, im(px(16.0f, 8.0f)));
    return is_open;
}

} // namespace

bool begin_context_menu() {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, im(px(10.0f, 10.0f)));
    const bool is_open = ImGui::BeginPopupContextItem();
    return finish_opening_menu(is_open);
}

bool begin_menu(const char* id) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, im(px(10.0f, 10.0f)));
    const bool is_open = ImGui::BeginPopup(id);
    return finish_opening_menu(is_open);
}

void end_context_menu() {
    ImGui::PopStyleVar();
    ImGui::EndPopup();
}

void draw_field(ImDrawList& list, const Rect& rect, bool is_hovered) {
    const float rounding = px(grid::kFieldRounding);
    list.AddRectFilled(im(rect.min), im(rect.max), packed(palette().view), rounding);
    list.AddRect(im(rect.min), im(rect.max), packed(is_hovered ? palette().line2 : palette().line), rounding,
                 0, px(1.0f));
}

glm::vec2 centered_text_pos(const Rect& rect, Font name, float x) {
    return {x, rect.min.y + 0.5f * (rect.height() - font(name)->FontSize)};
}

} // namespace boxwood::ui
