#include "engine/ui/panel.hpp"

#include "engine/ui/geometry.hpp"
#include "engine/ui/ui_state.hpp"

#include <array>
#include <cmath>
#include <string>

namespace boxwood::ui {

namespace {

constexpr ImGuiWindowFlags kFixed =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
    ImGuiWindowFlags_NoNavInputs | ImGuiWindowFlags_NoNavFocus;
constexpr ImGuiWindowFlags kNoScroll = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

// Pixels at scale 1. If right-aligned content grows by more from one frame to the next, it is clipped in that frame.
constexpr float kMaxGrowth = 64.0f;

struct WindowStyle {
    draw::Color background{};
    glm::vec2 padding{0.0f}; // real pixels
    ImGuiWindowFlags flags = kFixed;
};

// Adds a callback to the draw list of the current window that draws the background with UiState::fill.
void add_fill(const Rect& rect, draw::Color color) {
    const auto callback = [](const ImDrawList*, const ImDrawCmd* command) {
        const auto& one = *static_cast<const PanelFill*>(command->UserCallbackData);
        ui_state().fill(one.rect, one.color);
    };
    PanelFill& fill = ui_state().fills.emplace_back(PanelFill{rect, color});
    ImGui::GetWindowDrawList()->AddCallback(callback, &fill);
}

void begin_window(const char* name, const Rect& rect, const WindowStyle& style) {
    constexpr std::uint8_t kOpaque = 255;
    const bool is_filled = ui_state().fill && style.background.a == kOpaque &&
                           (style.flags & ImGuiWindowFlags_NoBackground) == 0;
    ImGui::SetNextWindowPos(im(rect.min));
    ImGui::SetNextWindowSize(im(rect.size()));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, im(style.padding));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(style.background));
    ImGui::Begin(name, nullptr, is_filled ? style.flags | ImGuiWindowFlags_NoBackground : style.flags);
    if (is_filled) add_fill(rect, style.background);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
    ui_state().section_id = ImGui::GetID(name);
}

void draw_edge(const Rect& rect, Edge edge) {
    if (edge == Edge::none) return;
    const float line = px(1.0f);
    Rect strip = rect;
    if (edge == Edge::left) strip.max.x = rect.min.x + line;
    if (edge == Edge::right) strip.min.x = rect.max.x - line;
    if (edge == Edge::top) strip.max.y = rect.min.y + line;
    if (edge == Edge::bottom) strip.min.y = rect.max.y - line;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(im(rect.min), im(rect.max), false);
    list.AddRectFilled(im(strip.min), im(strip.max), packed(palette().line));
    list.PopClipRect();
}

bool is_at_top_of_panel() {
    return ImGui::GetCursorPosY() <= ImGui::GetCursorStartPos().y + 0.5f;
}

} // namespace

bool begin_panel(const char* name, const Rect& rect, const PanelStyle& style) {
    if (rect.is_empty()) return false;
    const ImGuiWindowFlags flags = style.scrolls ? kFixed : kFixed | kNoScroll;
    begin_window(name, rect,
                 {style.background.value_or(palette().panel), px(grid::kPadding, style.padding_y), flags});
    draw_edge(rect, style.line_at);
    return true;
}

void end_panel() {
    ImGui::End();
}

bool begin_bar(const char* name, const Rect& rect, Edge line_at) {
    if (rect.is_empty()) return false;
    const float padding_y = std::max(0.0f, std::floor(0.5f * (rect.height() - px(grid::kControl))));
    begin_window(name, rect, {palette().bar, {px(grid::kPadding), padding_y}, kFixed | kNoScroll});
    draw_edge(rect, line_at);
    return true;
}

bool begin_status(const char* name, const Rect& rect) {
    if (rect.is_empty()) return false;
    const float line = text_size(Font::small, " ").y;
    const glm::vec2 padding(px(grid::kPadding), std::max(0.0f, std::ceil(0.5f * (rect.height() - line))));
    begin_window(name, rect, {palette().bar, padding, kFixed | kNoScroll});
    draw_edge(rect, Edge::top);
    return true;
}

bool begin_overlay(const char* name, const Rect& rect, bool takes_mouse) {
    if (rect.is_empty()) return false;
    ImGuiWindowFlags flags =
        kFixed | kNoScroll | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing;
    if (!takes_mouse) flags |= ImGuiWindowFlags_NoInputs;
    begin_window(name, rect, {palette().view, glm::vec2(0.0f), flags});
    return true;
}

bool begin_right_aligned(const char* id) {
    ImGui::PushID(id);
    const float width = ImGui::GetStateStorage()->GetFloat(ImGui::GetID("##width"), 0.0f);
    const float free_width = std::floor(ImGui::GetContentRegionAvail().x - width);
    if (free_width < 0.0f) {
        ImGui::PopID();
        ImGui::NewLine();
        return false;
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + free_width);
    // The width is only known after the layout, so the first frame is invisible.
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, width > 0.0f ? ImGui::GetStyle().Alpha : 0.0f);
    ImGui::BeginGroup();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::GetStateStorage()->SetInt(ImGui::GetID("##first"), list.VtxBuffer.Size);
    const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();
    // Prevents clipping before end_right_aligned() moves the content.
    list.PushClipRect(low, {high.x + px(kMaxGrowth), high.y});
    return true;
}

void end_right_aligned() {
    ImGui::EndGroup();
    ImGui::PopStyleVar();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PopClipRect();
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const float width = ImGui::GetItemRectSize().x;
    // If the width has changed since the previous frame, shifts the vertices of this frame to the edge.
    const float shift = storage.GetFloat(ImGui::GetID("##width"), 0.0f) - width;
    for (int i = storage.GetInt(ImGui::GetID("##first")); shift != 0.0f && i < list.VtxBuffer.Size; ++i)
        list.VtxBuffer[i].pos.x += shift;
    storage.SetFloat(ImGui::GetID("##width"), width);
    ImGui::PopID();
}

void same_line(float gap) {
    ImGui::SameLine(0.0f, px(gap));
}

void bar_separator() {
    same_line(16.0f);
    const glm::vec2 at = cursor();
    const glm::vec2 end = at + px(1.0f, grid::kControl);
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + px(2.0f)}, {end.x, end.y - px(2.0f)},
                                              packed(palette().line2));
    ImGui::Dummy(im(end - at));
    same_line(16.0f);
}

void divider() {
    const glm::vec2 window = vec(ImGui::GetWindowPos());
    const float y = std::floor(cursor().y);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({window.x, window.y},
                      {window.x + ImGui::GetWindowWidth(), window.y + ImGui::GetWindowHeight()}, false);
    list.AddRectFilled({window.x, y}, {window.x + ImGui::GetWindowWidth(), y + px(1.0f)},
                       packed(palette().line));
    list.PopClipRect();
}

bool section(std::string_view title, const SectionStyle& style) {
    if (!is_at_top_of_panel()) {
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + px(8.0f));
        divider();
    }
    ui_state().section_id = ImGui::GetID(title.data(), title.data() + title.size());
    const SectionStyle& s = style;
    const Rect row{cursor(), cursor() + glm::vec2(ImGui::GetContentRegionAvail().x, px(32.0f))};
    const float middle = row.min.y + px(20.0f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto write = [&](Font name, float x, std::string_view words) {
        draw_text(list, name, {x, middle - 0.5f * font(name)->FontSize}, palette().text3, words);
    };
    std::string capitals(title);
    for (char& c : capitals) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    write(Font::capitals, row.min.x, capitals);
    if (!s.note.empty())
        write(Font::small, row.min.x + text_size(Font::capitals, capitals).x + px(12.0f), s.note);
    bool is_reset = false;
    float right = row.max.x;
    if (s.has_reset) {
        const float side = px(grid::kControl);
        ImGui::SetCursorScreenPos({right - side + px(5.0f), middle - 0.5f * side});
        ImGui::PushID(static_cast<int>(ui_state().section_id));
        is_reset = icon_button(
            "##reset", Icon::restart,
            {.tooltip = "Restores the initial values", .icon_size = 13.0f, .color = palette().text3});
        ImGui::PopID();
        right -= side;
    }
    if (!s.right_text.empty())
        write(Font::small, right - text_size(Font::small, s.right_text).x, s.right_text);
    ImGui::SetCursorScreenPos(im(row.min));
    ImGui::Dummy({1.0f, row.height()});
    return is_reset;
}

void splitters(const Layout& layout, LayoutSettings& io_settings) {
    constexpr std::array<const char*, 3> kNames{"##splitter left", "##splitter right", "##splitter bottom"};
    for (const Splitter splitter : {Splitter::left, Splitter::right, Splitter::bottom}) {
        const Rect grip = splitter_grip(layout, splitter);
        if (grip.is_empty()) continue;
        const ImGuiWindowFlags flags = (kFixed & ~ImGuiWindowFlags_NoBringToFrontOnFocus) | kNoScroll |
                                       ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing;
        begin_window(kNames[static_cast<std::size_t>(splitter)], grip,
                     {palette().view, glm::vec2(0.0f), flags});
        ImGui::InvisibleButton("##grip", im(grip.size()));
        const bool is_lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
        if (is_lit) {
            const bool is_bottom = splitter == Splitter::bottom;
            ImGui::SetMouseCursor(is_bottom ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
            const float half = 0.5f * px(grid::kUnderline);
            const glm::vec2 middle = grip.center();
            const Rect line = is_bottom ? Rect{{grip.min.x, middle.y - half}, {grip.max.x, middle.y + half}}
                                        : Rect{{middle.x - half, grip.min.y}, {middle.x + half, grip.max.y}};
            ImGui::GetWindowDrawList()->AddRectFilled(im(line.min), im(line.max), packed(palette().accent));
        }
        if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0))
            drag_splitter(splitter, vec(ImGui::GetIO().MousePos), layout, io_settings);
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) reset_splitter(splitter, io_settings);
        ImGui::End();
    }
}

} // namespace boxwood::ui
