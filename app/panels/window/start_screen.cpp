#include "app/panels/window/start_screen.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/modal.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>

namespace boxwood {
namespace {

using ui::px;

constexpr glm::vec2 kStartSize{640.0f, 500.0f};
constexpr float kHintPitch = 28.0f, kHintMargin = 14.0f, kAboveLegend = 72.0f; // pixels at scale 1

void heading(const char* text) {
    ImGui::Dummy({1.0f, px(4.0f)});
    ui::text(text, {ui::Font::small_bold, ui::palette().text3, ui::grid::kTextLine});
}

// Continues the row if the next item, of width `width`, fits.
void wrap_before(float width) {
    ui::same_line();
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void draw_choices(const StartScreen& screen, StartChoice& io_choice) {
    for (std::size_t i = 0; i < screen.labs.size(); ++i) {
        ui::key_chip(std::to_string(i + 1));
        ui::same_line();
        const std::string id = "lab " + std::to_string(i);
        if (ui::link_text(id.c_str(), screen.labs[i].title,
                          {ui::Font::title_bold, ui::palette().text1, ui::grid::kControl}))
            io_choice.lab = i;
        ui::paragraph(
            std::array{ui::TextRun{screen.labs[i].question, {ui::Font::body, ui::palette().text2}}});
    }
    heading("SAMPLE MESHES, FOR THE PAIR LAB");
    for (std::size_t i = 0; i < screen.samples.size(); ++i) {
        const std::string label(screen.samples[i]);
        if (i > 0) wrap_before(ui::text_size(ui::Font::body, label).x + px(24.0f));
        if (ui::button(label.c_str())) io_choice.sample = i;
    }
    heading("FILES");
    for (std::size_t i = 0; i < screen.recent.size(); ++i) {
        const std::string id = "recent " + std::to_string(i);
        if (ui::link_text(id.c_str(), screen.recent[i])) io_choice.recent = i;
    }
    io_choice.wants_file = ui::button("Open a mesh or scene…", {.primary = true});
    ui::same_line();
    ui::text("or drop it on the window", {ui::Font::small, ui::palette().text3, ui::grid::kControl});
}

} // namespace

StartChoice draw_start_screen(const StartScreen& screen, bool& io_is_open) {
    StartChoice choice;
    if (!ui::begin_modal("start screen", "What do you want to see?", kStartSize, io_is_open)) return choice;
    draw_choices(screen, choice);
    if (choice.lab || choice.sample || choice.recent || choice.wants_file) io_is_open = false;
    ui::end_modal(io_is_open);
    return choice;
}

bool draw_hints(const ui::Rect& viewport, std::array<bool, kHints.size()>& io_shown) {
    const auto count = static_cast<float>(std::ranges::count(io_shown, true));
    if (count == 0.0f) return false;
    float width = 0.0f;
    for (const char* hint : kHints) width = std::max(width, ui::text_size(ui::Font::body, hint).x);
    width = std::min(width + px(56.0f), viewport.width() - px(2.0f * kHintMargin));
    ui::Rect rect;
    rect.max = {viewport.min.x + px(kHintMargin) + width, viewport.max.y - px(kAboveLegend)};
    rect.min = {viewport.min.x + px(kHintMargin), rect.max.y - px(kHintPitch) * count - px(8.0f)};
    if (rect.min.y < viewport.min.y || !ui::begin_overlay("hints", rect, true)) return false;
    ImGui::GetWindowDrawList()->AddRectFilled({rect.min.x, rect.min.y}, {rect.max.x, rect.max.y},
                                              ui::packed(ui::palette().raised, 0.92f),
                                              px(ui::grid::kRounding));
    bool is_changed = false;
    float y = px(4.0f);
    for (std::size_t i = 0; i < kHints.size(); ++i) {
        if (!io_shown[i]) continue;
        ImGui::SetCursorPos({px(4.0f), y});
        y += px(kHintPitch);
        ImGui::PushID(static_cast<int>(i));
        if (ui::icon_button("dismiss", ui::Icon::close, {.tooltip = "Do not show this hint again"})) {
            io_shown[i] = false;
            is_changed = true;
        }
        ImGui::PopID();
        ui::same_line();
        ui::text(kHints[i], {ui::Font::body, ui::palette().text1, ui::grid::kControl});
    }
    ui::end_panel();
    return is_changed;
}

} // namespace boxwood
