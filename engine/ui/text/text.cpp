#include "engine/ui/text/text.hpp"

#include "engine/ui/geometry.hpp"
#include "engine/ui/text/wrapping.hpp"
#include "engine/ui/ui_state.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <string>

namespace boxwood::ui {

namespace {

constexpr float kBackingRoom = 6.0f, kBackingAlpha = 0.7f;
constexpr float kTooltipDelay = 0.3f; // seconds
constexpr float kTooltipWidth = 320.0f;
// Share of the text color in the color of a chip's text. It makes the text legible on a tinted background.
constexpr float kChipSoftening = 0.25f;
constexpr float kUnderlineDrop = 3.0f; // below the baseline

draw::Color color_of(const TextStyle& style) {
    return style.color.value_or(palette().text2);
}

// Draws a run with its baseline at `baseline_left` and returns where it ends.
float draw_run(ImDrawList& list, const TextRun& run, glm::vec2 baseline_left) {
    const Font name = run.style.font;
    draw_text(list, name, baseline_left - glm::vec2(0.0f, ascent_of(name)), color_of(run.style), run.text);
    return baseline_left.x + text_size(name, run.text).x;
}

struct LineMetrics {
    float ascent = 0.0f, height = 0.0f, width = 0.0f;
};

LineMetrics measure_line(std::span<const TextRun> runs) {
    LineMetrics line;
    for (const TextRun& run : runs) {
        const glm::vec2 size = text_size(run.style.font, run.text);
        line.ascent = std::max(line.ascent, ascent_of(run.style.font));
        line.height = std::max(line.height, size.y);
        line.width += size.x + (run.gap_before > 0.0f ? px(run.gap_before) : 0.0f);
    }
    return line;
}

std::string_view without_trailing_spaces(std::string_view text) {
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

struct ChipColors {
    draw::Color back, front;
};

ChipColors chip_colors(ChipKind kind) {
    const draw::Palette& p = palette();
    switch (kind) {
    case ChipKind::ok:
        return {p.ok_chip, draw::mix(p.ok, p.text1, kChipSoftening)};
    case ChipKind::bad:
        return {p.bad_chip, draw::mix(p.bad, p.text1, kChipSoftening)};
    case ChipKind::accent:
        return {p.select, p.text1};
    case ChipKind::neutral:
        break;
    }
    return {p.raised, p.text2};
}

} // namespace

glm::vec2 text_size(Font name, std::string_view text) {
    const ImFont* face = font(name);
    if (text.empty()) return {0.0f, face->FontSize}; // the data pointer of an empty view can be null
    return vec(face->CalcTextSizeA(face->FontSize, FLT_MAX, 0.0f, text.data(), text.data() + text.size()));
}

float ascent_of(Font name) {
    return font(name)->Ascent;
}

void draw_text(ImDrawList& list, Font name, glm::vec2 top_left, draw::Color color, std::string_view text,
               float alpha) {
    if (text.empty()) return;
    ImFont* face = font(name);
    list.AddText(face, face->FontSize, im(floor_to_pixel(top_left + 0.5f)), packed(color, alpha), text.data(),
                 text.data() + text.size());
}

namespace {

bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

// Keeps at most `kept` bytes of the text: half before and half after "…" if `keeps_end`, else all before it.
std::string shortened(std::string_view text, std::size_t kept, bool keeps_end) {
    std::size_t head = keeps_end ? kept / 2 : kept;
    std::size_t tail = text.size() - (kept - head);
    while (head > 0 && head < text.size() && is_continuation(text[head])) --head;
    while (tail < text.size() && is_continuation(text[tail])) ++tail;
    return std::string(text.substr(0, head)) + "…" + std::string(text.substr(tail));
}

std::string fitted(Font name, std::string_view text, float width, bool keeps_end) {
    if (text_size(name, text).x <= width) return std::string(text);
    std::string cut;
    for (std::size_t kept = text.size(); kept > 0; --kept) {
        cut = shortened(text, kept - 1, keeps_end);
        if (text_size(name, cut).x <= width) break;
    }
    return cut;
}

} // namespace

void draw_text_fitted(ImDrawList& list, Font name, glm::vec2 top_left, draw::Color color,
                      std::string_view text, float width) {
    draw_text(list, name, top_left, color, fitted(name, text, width, true));
}

void draw_text_cut(ImDrawList& list, Font name, glm::vec2 top_left, draw::Color color, std::string_view text,
                   float width) {
    draw_text(list, name, top_left, color, fitted(name, text, width, false));
}

void text(std::string_view text, const TextStyle& style) {
    const TextRun run{text, style};
    text_line({&run, 1}, style.row_height);
}

void text_right(std::string_view text, const TextStyle& style) {
    const float room = ImGui::GetContentRegionAvail().x - text_size(style.font, text).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, std::floor(room)));
    ui::text(text, style);
}

void text_line(std::span<const TextRun> runs, float row_height) {
    LineMetrics line = measure_line(runs);
    if (row_height > 0.0f) {
        // Uses the baseline of body text that is centered in the row, for every font on the line.
        line.height = px(row_height);
        line.ascent = std::round(0.5f * (line.height - text_size(Font::body, " ").y)) + ascent_of(Font::body);
    }
    const glm::vec2 at = cursor();
    glm::vec2 pen = at + glm::vec2(0.0f, line.ascent);
    for (const TextRun& run : runs) {
        if (run.gap_before > 0.0f) pen.x += px(run.gap_before);
        pen.x = draw_run(*ImGui::GetWindowDrawList(), run, pen);
    }
    ImGui::Dummy({line.width, line.height});
}

void paragraph(std::span<const TextRun> runs) {
    const glm::vec2 at = cursor();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    const float pitch = px(grid::kTextLine);
    glm::vec2 pen = at + glm::vec2(0.0f, ascent_of(Font::body) + px(2.0f));
    for (const TextRun& run : runs) {
        for (std::string_view rest = run.text; !rest.empty();) {
            const std::string_view word = next_piece(rest);
            rest.remove_prefix(word.size());
            const float width = text_size(run.style.font, without_trailing_spaces(word)).x;
            if (pen.x + width > right && pen.x > at.x) pen = {at.x, pen.y + pitch};
            pen.x = draw_run(*ImGui::GetWindowDrawList(), {word, run.style}, pen);
        }
    }
    const float height = pen.y - at.y - ascent_of(Font::body) - px(2.0f) + pitch;
    ImGui::Dummy({right - at.x, height});
}

float text_line_width(std::span<const TextRun> runs) {
    return measure_line(runs).width;
}

void text_backing(glm::vec2 size) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = px(kBackingRoom);
    ImGui::GetWindowDrawList()->AddRectFilled({at.x - room, at.y - 0.5f * room},
                                              {at.x + size.x + room, at.y + size.y + 0.5f * room},
                                              packed(palette().view, kBackingAlpha), px(3.0f));
}

void stat(std::string_view number, std::string_view label, const StatStyle& style) {
    const TextRun runs[] = {
        {number, {style.number_font, style.number_color.value_or(palette().text1)}},
        {label, {Font::body, palette().text3}, grid::kGap},
    };
    if (text_line_width(runs) <= ImGui::GetContentRegionAvail().x) return text_line(runs);
    text_line(std::span(runs).first(1));
    paragraph(std::array{TextRun{label, {Font::body, palette().text3}}});
}

bool link_text(const char* id, std::string_view text, const TextStyle& style) {
    const glm::vec2 size = glm::ceil(text_size(style.font, text));
    const float height = style.row_height > 0.0f ? px(style.row_height) : size.y;
    const glm::vec2 at = cursor() + glm::vec2(0.0f, std::floor(0.5f * (height - size.y)));
    const bool clicked = ImGui::InvisibleButton(id, {size.x, height});
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_text(list, style.font, at, style.color.value_or(palette().text1), text);
    const float y = std::floor(at.y + ascent_of(style.font) + px(kUnderlineDrop));
    list.AddRectFilled({at.x, y}, {at.x + size.x, y + px(1.0f)},
                       packed(is_hovered ? palette().accent : palette().text3));
    return clicked;
}

glm::vec2 chip_size(std::string_view text, bool has_icon) {
    const float icon = has_icon ? px(18.0f) : 0.0f;
    return {std::ceil(text_size(Font::small, text).x) + icon + 2.0f * px(grid::kGap), px(22.0f)};
}

void chip(std::string_view text, ChipKind kind, std::optional<Icon> icon) {
    const ChipColors colors = chip_colors(kind);
    const glm::vec2 size = chip_size(text, icon.has_value());
    const float row = px(grid::kControl);
    const glm::vec2 at = cursor() + glm::vec2(0.0f, std::floor(0.5f * (row - size.y)));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(im(at), im(at + size), packed(colors.back), px(grid::kFieldRounding));
    glm::vec2 pen = at + glm::vec2(px(grid::kGap), 0.0f);
    if (icon) {
        draw_icon(list, *icon, pen + glm::vec2(px(6.0f), 0.5f * size.y), px(14.0f), colors.front);
        pen.x += px(18.0f);
    }
    draw_text(list, Font::small, {pen.x, at.y + 0.5f * (size.y - text_size(Font::small, text).y)},
              colors.front, text);
    ImGui::Dummy({size.x, row});
}

glm::vec2 key_chip_size(std::string_view key) {
    const float side = px(18.0f);
    return {std::max(side, std::ceil(text_size(Font::caption, key).x) + px(10.0f)), side};
}

void draw_key_chip(ImDrawList& list, glm::vec2 top_left, std::string_view key) {
    const glm::vec2 size = key_chip_size(key);
    list.AddRect(im(top_left), im(top_left + size), packed(palette().line2), px(3.0f), 0, px(1.0f));
    const glm::vec2 text_at = top_left + 0.5f * (size - text_size(Font::caption, key));
    draw_text(list, Font::caption, text_at, palette().text3, key);
}

void key_chip(std::string_view key) {
    const glm::vec2 size = key_chip_size(key);
    const float row = px(grid::kControl);
    draw_key_chip(*ImGui::GetWindowDrawList(), cursor() + glm::vec2(0.0f, std::floor(0.5f * (row - size.y))),
                  key);
    ImGui::Dummy({size.x, row});
}

void swatch(draw::Color color, float row_height) {
    const float side = px(10.0f);
    const float height = row_height > 0.0f ? px(row_height) : text_size(Font::body, " ").y;
    const glm::vec2 at = floor_to_pixel(cursor() + glm::vec2(0.0f, 0.5f * (height - side) + px(1.0f)));
    ImGui::GetWindowDrawList()->AddRectFilled(im(at), im(at + side), packed(color), px(2.0f));
    ImGui::Dummy({side, height});
}

bool is_tooltip_due() {
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return false;
    HoverClock& clock = ui_state().hover;
    const glm::vec2 item_min = item_rect().min;
    if (clock.item_min != item_min) clock = {item_min};
    if (!clock.was_hovered) clock.seconds += ImGui::GetIO().DeltaTime;
    clock.was_hovered = true;
    return clock.seconds >= kTooltipDelay && !ImGui::IsMouseDown(0);
}

void tooltip(std::string_view text) {
    const std::string& why = ui_state().why_unavailable;
    if ((text.empty() && why.empty()) || !is_tooltip_due()) return;
    show_tooltip(why.empty() ? text : std::string_view(why));
}

void show_tooltip(std::string_view text) {
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f); // the tooltip of a dimmed widget is not dimmed
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(px(kTooltipWidth));
    const std::string kept = with_kept_units(text);
    ImGui::TextUnformatted(kept.data(), kept.data() + kept.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

} // namespace boxwood::ui
