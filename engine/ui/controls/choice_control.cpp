#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/modal.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/ui_state.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace boxwood::ui {

namespace {

constexpr float kCheckSide = 14.0f;
constexpr float kFieldPad = 8.0f; // space to the left of the text in a dropdown
constexpr float kChevron = 12.0f; // from the right end of a dropdown to the center of its arrow
constexpr float kFieldChrome = kFieldPad + 20.0f; // width of padding and arrow
constexpr float kTabGap = 20.0f;
constexpr int kMaxRows = 12; // longer lists scroll

struct OptionState {
    bool is_chosen = false;
    bool is_at_cursor = false; // selected with the arrow keys
    bool scrolls_here = false;
};

// One option of an open list; returns true when it is chosen. `key` can be empty.
bool list_option(const char* option, std::string_view key, const OptionState& state) {
    const glm::vec2 at = cursor();
    const glm::vec2 size(ImGui::GetContentRegionAvail().x, px(grid::kControl));
    ImGui::PushID(option);
    const bool clicked =
        ImGui::Selectable("##option", state.is_at_cursor, ImGuiSelectableFlags_None, im(size));
    if (state.scrolls_here) ImGui::SetScrollHereY();
    ImGui::PopID();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = at.x + px(4.0f);
    if (!key.empty()) {
        draw_key_chip(list, {x, at.y + px(3.0f)}, key);
        x += key_chip_size(key).x + px(grid::kGap);
    }
    const Rect rect{at, at + size};
    draw_text(list, Font::body, centered_text_pos(rect, Font::body, x),
              state.is_chosen ? palette().text1 : palette().text2, option);
    return clicked;
}

// Returns the number of rows by which the arrow and page keys move the cursor in this frame.
int cursor_step() {
    const auto pressed = [](PressedKey key) { return is_pressed(key) ? 1 : 0; };
    return pressed(PressedKey::down) - pressed(PressedKey::up) +
           (kMaxRows - 1) * (pressed(PressedKey::page_down) - pressed(PressedKey::page_up));
}

struct ListStyle {
    bool numbered = false; // shows the keys 1 to 9 before the first nine options
    std::span<const char* const> tooltips{};
};

Edit open_list(std::span<const char* const> options, const Rect& field, const ListStyle& style,
               int& io_chosen) {
    Edit edit;
    ImGui::SetNextWindowPos({field.min.x, field.max.y + px(4.0f)});
    const float row = px(grid::kControl);
    ImGui::SetNextWindowSizeConstraints({field.width(), 0.0f},
                                        {4.0f * field.width(), row * static_cast<float>(kMaxRows)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, im(px(4.0f, 4.0f)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(px(grid::kGap), 0.0f));
    if (ImGui::BeginPopup("##list")) {
        float max_width = 0.0f;
        for (const char* option : options) max_width = std::max(max_width, text_size(Font::body, option).x);
        ImGui::Dummy({std::ceil(max_width) + px(style.numbered ? 40.0f : 16.0f), 0.0f});
        const int count = static_cast<int>(options.size());
        const bool is_new = ImGui::IsWindowAppearing();
        int& cursor = ui_state().list_cursor;
        if (is_new) cursor = io_chosen;
        const int step = cursor_step();
        if (step != 0) cursor = std::clamp(cursor + step, 0, count - 1);
        const bool is_entered = !is_new && is_pressed(PressedKey::enter);
        for (int i = 0; i < count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const std::string key = style.numbered && i < 9 ? std::to_string(i + 1) : std::string();
            const bool scrolls_here = i == cursor && (is_new || step != 0);
            if (list_option(options[at], key, {i == io_chosen, i == cursor, scrolls_here}) ||
                (is_entered && i == cursor)) {
                edit = {i != io_chosen, true};
                io_chosen = i;
                ImGui::CloseCurrentPopup();
            }
            if (at < style.tooltips.size()) tooltip(style.tooltips[at]);
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
    return edit;
}

const char* option_at(std::span<const char* const> options, int index) {
    return index >= 0 && index < static_cast<int>(options.size()) ? options[static_cast<std::size_t>(index)]
                                                                  : "";
}

void draw_segment(ImDrawList& list, const Rect& rect, const char* label, bool is_on, bool is_hovered) {
    if (is_on) {
        list.AddRectFilled(im(rect.min + px(2.0f)), im(rect.max - px(2.0f)), packed(palette().segment_on),
                           px(3.0f));
    }
    const glm::vec2 at =
        centered_text_pos(rect, Font::body, rect.center().x - 0.5f * text_size(Font::body, label).x);
    draw_text(list, Font::body, at, is_on || is_hovered ? palette().text1 : palette().text3, label);
}

void draw_check_box(ImDrawList& list, glm::vec2 top_left, bool is_on, bool is_hovered) {
    const draw::Palette& p = palette();
    const glm::vec2 end = top_left + px(kCheckSide);
    list.AddRectFilled(im(top_left), im(end), packed(is_on ? p.accent : p.view), px(3.0f));
    if (is_on) {
        draw_icon(list, Icon::check, 0.5f * (top_left + end), px(kCheckSide), p.view);
    } else {
        list.AddRect(im(top_left), im(end), packed(is_hovered ? p.text3 : p.line2), px(3.0f), 0, px(1.0f));
    }
}

} // namespace

Edit segmented(const ChoiceField& field, int& io_chosen) {
    const SectionIds ids;
    const glm::vec2 size = begin_field(field.label, field.tooltip);
    const Rect rect{cursor(), cursor() + size};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_field(list, rect, false);
    Edit edit;
    ImGui::PushID(field.label);
    const float width = size.x / static_cast<float>(field.options.size());
    for (int i = 0; i < static_cast<int>(field.options.size()); ++i) {
        const float left = std::round(rect.min.x + width * static_cast<float>(i));
        const float right = std::round(rect.min.x + width * static_cast<float>(i + 1));
        const Rect part{{left, rect.min.y}, {right, rect.max.y}};
        ImGui::SetCursorScreenPos(im(part.min));
        ImGui::PushID(i);
        if (ImGui::InvisibleButton("##part", im(part.size()))) {
            edit = {i != io_chosen, true};
            io_chosen = i;
        }
        ImGui::PopID();
        const auto at = static_cast<std::size_t>(i);
        draw_segment(list, part, field.options[at], i == io_chosen, ImGui::IsItemHovered());
        tooltip(at < field.option_tooltips.size() ? field.option_tooltips[at] : field.tooltip);
    }
    ImGui::PopID();
    return edit;
}

Edit dropdown(const ChoiceField& field, int& io_chosen) {
    const SectionIds ids;
    const glm::vec2 size = begin_field(field.label, field.tooltip);
    ImGui::PushID(field.label);
    if (ImGui::InvisibleButton("##field", im(size))) ImGui::OpenPopup("##list");
    const Rect rect = item_rect();
    const std::string_view shown = option_at(field.options, io_chosen);
    const float available = rect.width() - px(kFieldChrome);
    const bool is_cut = text_size(Font::body, shown).x > available;
    tooltip(is_cut ? std::string(shown) + "\n" + std::string(field.tooltip) : std::string(field.tooltip));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_field(list, rect, ImGui::IsItemHovered());
    draw_text_fitted(list, Font::body, centered_text_pos(rect, Font::body, rect.min.x + px(kFieldPad)),
                     palette().text1, shown, available);
    draw_icon(list, Icon::chevron_down, {rect.max.x - px(kChevron), rect.center().y}, px(14.0f),
              palette().text2);
    const Edit edit = open_list(field.options, rect, {false, field.option_tooltips}, io_chosen);
    ImGui::PopID();
    return edit;
}

Edit picker(const char* id, std::span<const char* const> options, float width, int& io_chosen) {
    ImGui::PushID(id);
    if (ImGui::InvisibleButton("##field", im(px(width, grid::kControl)))) ImGui::OpenPopup("##list");
    const glm::vec2 overhang(0.0f, px(2.0f)); // slightly taller than the controls next to it
    const Rect rect{item_rect().min - overhang, item_rect().max + overhang};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const draw::Color face = ImGui::IsItemHovered() ? palette().segment_on : palette().raised;
    list.AddRectFilled(im(rect.min), im(rect.max), packed(face), px(grid::kFieldRounding));
    draw_key_chip(list, rect.min + px(8.0f, 5.0f), std::to_string(io_chosen + 1));
    draw_text_fitted(list, Font::body_bold, centered_text_pos(rect, Font::body_bold, rect.min.x + px(34.0f)),
                     palette().text1, option_at(options, io_chosen), rect.width() - px(58.0f));
    draw_icon(list, Icon::chevron_down, {rect.max.x - px(14.0f), rect.center().y}, px(14.0f),
              palette().text2);
    const Edit edit = open_list(options, rect, {true, {}}, io_chosen);
    ImGui::PopID();
    return edit;
}

Edit check_row(const CheckField& field, bool& io_on) {
    const SectionIds ids;
    const float width = field.width > 0.0f ? px(field.width) : ImGui::GetContentRegionAvail().x;
    const glm::vec2 size(width, px(grid::kControl));
    const bool clicked = ImGui::InvisibleButton(field.label, im(glm::max(size, glm::vec2(1.0f))));
    const Rect rect = item_rect();
    tooltip(field.tooltip);
    if (clicked) io_on = !io_on;

    const bool is_hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_check_box(list, {rect.min.x, std::floor(rect.center().y - 0.5f * px(kCheckSide))}, io_on,
                   is_hovered);
    float right = rect.max.x;
    if (!field.key.empty()) {
        const glm::vec2 key_size = key_chip_size(field.key);
        draw_key_chip(list, {right - key_size.x, std::floor(rect.center().y - 0.5f * key_size.y)}, field.key);
        right -= key_size.x + px(grid::kGap);
    }
    if (io_on && field.sample.kind != Sample::none) {
        draw_sample(list, {right - px(13.0f), rect.center().y}, field.sample);
        right -= px(26.0f) + px(grid::kGap);
    }
    const float x = rect.min.x + px(22.0f);
    draw_text_fitted(list, Font::body, centered_text_pos(rect, Font::body, x),
                     io_on || is_hovered ? palette().text1 : palette().text2, visible_part(field.label),
                     right - x);
    return {clicked, clicked};
}

bool button(const char* label, const ButtonStyle& style) {
    const std::string_view shown = visible_part(label);
    const float wanted =
        style.width > 0.0f ? px(style.width) : std::ceil(text_size(Font::body, shown).x) + 2.0f * px(12.0f);
    ImGui::BeginDisabled(!style.enabled);
    const bool clicked = ImGui::InvisibleButton(label, {wanted, px(grid::kControl)});
    ImGui::EndDisabled();
    const Rect rect = item_rect();
    const draw::Palette& p = palette();
    const bool is_hovered = ImGui::IsItemHovered();
    draw::Color face = ImGui::IsItemActive() ? p.select : is_hovered ? p.segment_on : p.raised;
    if (style.primary) face = is_hovered ? draw::mix(p.accent, p.text1, 0.2f) : p.accent;
    const float alpha = style.enabled ? 1.0f : 0.4f;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(im(rect.min), im(rect.max), packed(face, alpha), px(grid::kFieldRounding));
    if (!style.primary) {
        list.AddRect(im(rect.min), im(rect.max), packed(p.line2, alpha), px(grid::kFieldRounding), 0,
                     px(1.0f));
    }
    const Font face_font = style.primary ? Font::body_bold : Font::body;
    const glm::vec2 at =
        centered_text_pos(rect, face_font, rect.center().x - 0.5f * text_size(face_font, shown).x);
    draw_text(list, face_font, at, style.primary ? p.view : is_hovered ? p.text1 : p.text2, shown, alpha);
    tooltip(style.tooltip);
    return clicked;
}

float tabs_width(std::span<const char* const> names) {
    float width = px(kTabGap) * (static_cast<float>(names.size()) - 1.0f);
    for (const char* name : names) width += std::ceil(text_size(Font::body, name).x);
    return width;
}

Edit tabs(const char* id, std::span<const char* const> names, int& io_current) {
    Edit edit;
    ImGui::PushID(id);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        const char* name = names[static_cast<std::size_t>(i)];
        if (i > 0) ImGui::SameLine(0.0f, px(kTabGap));
        if (i > 0 && ImGui::GetContentRegionAvail().x < text_size(Font::body, name).x) ImGui::NewLine();
        if (ImGui::InvisibleButton(name, {std::ceil(text_size(Font::body, name).x), px(grid::kTabRow)})) {
            edit = {i != io_current, true};
            io_current = i;
        }
        const Rect rect = item_rect();
        const bool is_on = i == io_current;
        draw_text(list, Font::body, centered_text_pos(rect, Font::body, rect.min.x),
                  is_on || ImGui::IsItemHovered() ? palette().text1 : palette().text3, name);
        if (is_on) {
            list.AddRectFilled({rect.min.x, rect.max.y - px(grid::kUnderline)}, im(rect.max),
                               packed(palette().accent));
        }
    }
    ImGui::PopID();
    return edit;
}

} // namespace boxwood::ui
