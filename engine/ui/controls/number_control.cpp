// The sliders and number fields. Except for the range slider, all are the same control: a value on an axis, with or
// without a track.
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/modal.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/plot/plot_layout.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/ui_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace boxwood::ui {

namespace {

constexpr float kDragPixels = 240.0f; // a drag of this length covers the range of a field without a track
constexpr int kFramesToFocus = 4;
constexpr int kSignificant = 3;     // digits of a logarithmic field
constexpr double kZeroShare = 0.04; // share of the width that means 0 in a logarithmic field that begins at 0

// Maps values to positions from 0 to 1 along a field. In a logarithmic field that begins at 0, the left end means 0.
// The rest of the width begins at the smallest number that the field's decimals can show.
struct Scale {
    Axis axis;
    double low = 0.0, high = 1.0;
    bool starts_at_zero = false;

    double to_unit(double value) const {
        if (!starts_at_zero) return axis.to_unit(value);
        return value < axis.low ? 0.0 : kZeroShare + (1.0 - kZeroShare) * axis.to_unit(value);
    }
    double from_unit(double unit) const {
        if (!starts_at_zero) return axis.from_unit(unit);
        return unit < kZeroShare ? 0.0 : axis.from_unit((unit - kZeroShare) / (1.0 - kZeroShare));
    }
};

Scale make_scale(double min, double max, bool logarithmic, int decimals) {
    if (logarithmic && min == 0.0) return {make_axis(std::pow(10.0, -decimals), max, true), 0.0, max, true};
    const Axis axis = make_axis(min, max, logarithmic);
    return {axis, axis.low, axis.high, false};
}

struct Number {
    const char* id;
    Scale scale;
    double reset;
    std::string_view unit;
    int decimals;
    std::string_view tooltip;
    bool has_track;
    bool grouped = true;
    std::string_view zero{};
};

template <class Field> // FloatField or NumberField
Number number_of(const Field& field, bool has_track) {
    return {field.label,    make_scale(field.min, field.max, field.logarithmic, field.decimals),
            field.reset,    field.unit,
            field.decimals, field.tooltip,
            has_track,      true,
            field.zero};
}

Number number_of(const IntField& field, bool has_track) {
    return {field.label,
            make_scale(field.min, field.max, field.logarithmic, 0),
            static_cast<double>(field.reset),
            field.unit,
            0,
            field.tooltip,
            has_track,
            field.grouped};
}

int shown_decimals(const Number& number, double value) {
    if (!number.scale.axis.logarithmic || !(std::abs(value) > 0.0)) return number.decimals;
    const int before_point = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    return std::clamp(kSignificant - before_point, 0, number.decimals);
}

// A dragged value is rounded to the displayed digits, so the displayed value is exact.
double rounded(const Number& number, double value) {
    const double power = std::pow(10.0, shown_decimals(number, value));
    return std::clamp(std::round(value * power) / power, number.scale.low, number.scale.high);
}

bool shows_word(const Number& number, double value) {
    return value == 0.0 && !number.zero.empty();
}

std::string value_text(const Number& number, double value) {
    if (shows_word(number, value)) return std::string(number.zero);
    const std::string text = format_fixed(value, shown_decimals(number, value));
    return number.grouped ? text : replaced(text, kThinSpace, "");
}

// Returns the number in ASCII, without thin spaces and Unicode minus signs.
std::string plain_text(const Number& number, double value) {
    return replaced(replaced(format_fixed(value, number.decimals), kThinSpace, ""), kMinus, "-");
}

Edit set_value(double value, bool finished, double& io_value) {
    const Edit edit{value != io_value, finished};
    io_value = value;
    return edit;
}

void start_typing(const Number& number, unsigned id, double value) {
    NumberEdit& edit = ui_state().edit;
    edit = {};
    edit.id = id;
    std::strncpy(edit.text.data(), plain_text(number, value).c_str(), edit.text.size() - 1);
    edit.text_at_start = edit.text;
}

// Shows the field as a text input, from Ctrl+click or the menu to Enter, Escape or a click elsewhere.
Edit edit_as_text(const Number& number, glm::vec2 size, double& io_value) {
    NumberEdit& edit = ui_state().edit;
    const glm::vec2 at = cursor();
    if (edit.frames == 0) ImGui::SetKeyboardFocusHere();
    ImGui::PushID(number.id);
    ImGui::SetNextItemWidth(size.x);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(px(8.0f), 0.5f * (size.y - ImGui::GetFontSize())));
    const bool entered =
        ImGui::InputText("##typed", edit.text.data(), edit.text.size(),
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar();
    ImGui::PopID();
    const auto typed = parse_number(edit.text.data());
    const draw::Color frame = typed ? palette().accent : palette().bad;
    ImGui::GetWindowDrawList()->AddRect(im(at), im(at + size), packed(frame), px(grid::kFieldRounding), 0,
                                        px(1.0f));

    const bool never_focused = ++edit.frames > kFramesToFocus && !ImGui::IsItemActive();
    const bool is_over = entered || ImGui::IsItemDeactivated() || never_focused;
    if (!is_over) return {};
    const bool is_kept = typed && !is_pressed(PressedKey::escape) && edit.text != edit.text_at_start;
    edit.id = 0;
    if (!is_kept) return {};
    return set_value(std::clamp(*typed, number.scale.low, number.scale.high), true, io_value);
}

double value_under_mouse(const Number& number, const Rect& rect) {
    if (number.has_track) {
        return number.scale.from_unit(
            std::clamp((ImGui::GetIO().MousePos.x - rect.min.x) / rect.width(), 0.0f, 1.0f));
    }
    const float moved = ImGui::GetMouseDragDelta(0, 0.0f).x / px(kDragPixels);
    return number.scale.from_unit(
        std::clamp(ui_state().drag.start_unit + static_cast<double>(moved), 0.0, 1.0));
}

Edit drag_number(const Number& number, unsigned id, const Rect& rect, double& io_value) {
    NumberDrag& drag = ui_state().drag;
    if (ImGui::IsItemActivated()) {
        drag = {0, number.scale.to_unit(io_value)};
        if (ImGui::GetIO().KeyCtrl) {
            start_typing(number, id, io_value);
            return {};
        }
        if (ImGui::IsMouseDoubleClicked(0)) {
            drag.suspended_id = id;
            return set_value(number.reset, true, io_value);
        }
    }
    if (ImGui::IsItemDeactivated()) return {false, drag.suspended_id != id};
    const bool moves = number.has_track ? ImGui::IsItemActivated() || ImGui::GetIO().MouseDelta.x != 0.0f
                                        : ImGui::IsMouseDragging(0);
    if (!ImGui::IsItemActive() || drag.suspended_id == id || !moves) return {};
    return set_value(rounded(number, value_under_mouse(number, rect)), false, io_value);
}

Edit context_menu(const Number& number, unsigned id, double& io_value) {
    Edit edit;
    if (!begin_context_menu()) return edit;
    std::string reset("Reset to ");
    reset.append(value_text(number, number.reset));
    if (!number.unit.empty() && !shows_word(number, number.reset)) reset.append(" ").append(number.unit);
    if (ImGui::MenuItem(reset.c_str(), "double-click")) {
        edit = set_value(number.reset, true, io_value);
    }
    if (ImGui::MenuItem("Type a number", "Ctrl+click")) start_typing(number, id, io_value);
    if (ImGui::MenuItem("Copy")) ImGui::SetClipboardText(plain_text(number, io_value).c_str());
    end_context_menu();
    return edit;
}

// Draws a faint fill between two fractions of the field's width, with a line along its bottom.
void draw_track(ImDrawList& list, const Rect& rect, float from, float to) {
    const float line = px(grid::kUnderline);
    const float rounding = px(grid::kFieldRounding);
    const float low = std::floor(glm::mix(rect.min.x, rect.max.x, from));
    const float high = std::ceil(glm::mix(rect.min.x, rect.max.x, to));
    if (high - low < 1.0f) return;
    const ImDrawFlags left = from <= 0.0f ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_None;
    const ImDrawFlags right = to >= 1.0f ? ImDrawFlags_RoundCornersRight : ImDrawFlags_None;
    const auto fill = [&](float top, float bottom, draw::Color color, ImDrawFlags side) {
        const ImDrawFlags corners = (left | right) & side;
        list.AddRectFilled({low, top}, {high, bottom}, packed(color), rounding,
                           corners ? corners : ImDrawFlags_RoundCornersNone);
    };
    fill(rect.max.y - 2.0f * rounding, rect.max.y, palette().accent, ImDrawFlags_RoundCornersBottom);
    fill(rect.min.y, rect.max.y - line, palette().slider_fill, ImDrawFlags_RoundCornersTop);
}

void draw_value(ImDrawList& list, const Rect& rect, std::string_view value, std::string_view unit) {
    float right = rect.max.x - px(8.0f);
    if (!unit.empty()) {
        const bool is_factor = unit == "×"; // drawn directly after the number, like a digit
        right -= text_size(Font::body, unit).x;
        draw_text(list, Font::body, centered_text_pos(rect, Font::body, right),
                  is_factor ? palette().text1 : palette().text3, unit);
        right -= is_factor ? 0.0f : px(4.0f);
    }
    right -= text_size(Font::body, value).x;
    draw_text(list, Font::body, centered_text_pos(rect, Font::body, right), palette().text1, value);
}

Edit edit_number(const Number& number, glm::vec2 size, double& io_value) {
    const unsigned id = ImGui::GetID(number.id);
    if (ui_state().edit.id == id) return edit_as_text(number, size, io_value);
    ImGui::InvisibleButton(number.id, im(size));
    const Rect rect = item_rect();
    const bool is_lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (is_lit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    Edit edit = drag_number(number, id, rect, io_value);
    tooltip(number.tooltip);
    const Edit from_menu = context_menu(number, id, io_value);
    edit.changed |= from_menu.changed;
    edit.finished |= from_menu.finished;

    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_field(list, rect, is_lit);
    const float unit = static_cast<float>(std::clamp(number.scale.to_unit(io_value), 0.0, 1.0));
    if (number.has_track) draw_track(list, rect, 0.0f, unit);
    draw_value(list, rect, value_text(number, io_value), shows_word(number, io_value) ? "" : number.unit);
    return edit;
}

// Stores the value in the caller's type, for example float; only a difference in this type counts as a change.
template <class Value>
Edit store_if_changed(Edit edit, double value, Value& io_value) {
    const Value converted = static_cast<Value>(value);
    edit.changed = edit.changed && converted != io_value;
    if (edit.changed) io_value = converted;
    return edit;
}

template <class Field, class Value>
Edit number_row(const Field& field, Value& io_value) {
    const SectionIds ids;
    const glm::vec2 size = begin_field(field.label, field.tooltip);
    double value = static_cast<double>(io_value);
    const Edit edit = edit_number(number_of(field, true), size, value);
    return store_if_changed(edit, value, io_value);
}

template <class Field, class Value>
Edit trackless_number(const Field& field, float width, Value& io_value) {
    const std::string_view label = visible_part(field.label);
    if (!label.empty()) {
        const Rect rect{cursor(), cursor() + glm::vec2(text_size(Font::body, label).x, px(grid::kControl))};
        draw_text(*ImGui::GetWindowDrawList(), Font::body, centered_text_pos(rect, Font::body, rect.min.x),
                  palette().text3, label);
        ImGui::Dummy(im(rect.size()));
        ImGui::SameLine(0.0f, px(grid::kGap));
    }
    double value = static_cast<double>(io_value);
    const Edit edit = edit_number(number_of(field, false), px(width, grid::kControl), value);
    return store_if_changed(edit, value, io_value);
}

Edit drag_range(const RangeField& field, const Rect& rect, int& io_low, int& io_high) {
    NumberDrag& drag = ui_state().drag;
    const int low = io_low, high = io_high;
    const Axis axis = make_axis(field.min, field.max, false);
    const double unit = static_cast<double>((ImGui::GetIO().MousePos.x - rect.min.x) / rect.width());
    if (ImGui::IsItemActivated()) {
        const bool takes_low = unit < 0.5 * (axis.to_unit(io_low) + axis.to_unit(io_high));
        drag = {0, takes_low ? 0.0 : 1.0};
        if (ImGui::IsMouseDoubleClicked(0)) drag.suspended_id = ImGui::GetID(field.label);
    }
    if (ImGui::IsItemActive()) {
        const int value = static_cast<int>(std::lround(axis.from_unit(std::clamp(unit, 0.0, 1.0))));
        if (drag.suspended_id == ImGui::GetID(field.label)) {
            io_low = field.reset_low;
            io_high = field.reset_high;
        } else if (drag.start_unit < 0.5) {
            io_low = std::min(value, io_high);
        } else {
            io_high = std::max(value, io_low);
        }
    }
    return {low != io_low || high != io_high, ImGui::IsItemDeactivated()};
}

} // namespace

Edit slider(const FloatField& field, float& io_value) {
    return number_row(field, io_value);
}

Edit slider(const IntField& field, int& io_value) {
    return number_row(field, io_value);
}

Edit slider(const NumberField& field, double& io_value) {
    return number_row(field, io_value);
}

Edit number_field(const FloatField& field, float width, float& io_value) {
    return trackless_number(field, width, io_value);
}

Edit number_field(const IntField& field, float width, int& io_value) {
    return trackless_number(field, width, io_value);
}

Edit range_slider(const RangeField& field, int& io_low, int& io_high) {
    const SectionIds ids;
    const glm::vec2 size = begin_field(field.label, field.tooltip);
    const Axis axis = make_axis(field.min, field.max, false);
    ImGui::InvisibleButton(field.label, im(size));
    const Rect rect = item_rect();
    const bool is_lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (is_lit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const Edit edit = drag_range(field, rect, io_low, io_high);
    tooltip(field.tooltip);

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float low = static_cast<float>(axis.to_unit(io_low));
    draw_field(list, rect, is_lit);
    draw_track(list, rect, low, static_cast<float>(axis.to_unit(io_high)));
    const float x = std::floor(glm::mix(rect.min.x, rect.max.x, low));
    const float underline = px(grid::kUnderline);
    if (low > 0.0f)
        list.AddRectFilled({x, rect.min.y + px(1.0f)}, {x + underline, rect.max.y}, packed(palette().accent));
    draw_value(list, rect, format_count(io_low) + " – " + format_count(io_high), field.unit);
    return edit;
}

} // namespace boxwood::ui
