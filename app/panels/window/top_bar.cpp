#include "app/panels/window/top_bar.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/icons.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace boxwood {
namespace {

void draw_clock(const TopBar& bar, Playback& io_playback) {
    if (ui::icon_button("restart", ui::Icon::restart, {.tooltip = "Restart with the same seed (R)"}))
        io_playback.wants_restart = true;
    ui::same_line();
    {
        const ui::Unavailable because(bar.why_not.step_back);
        if (ui::icon_button("back", ui::Icon::step_back, {.tooltip = "One step back (,)"}))
            io_playback.step_back();
    }
    ui::same_line();
    const bool is_playing = io_playback.is_playing;
    if (ui::icon_button(
            "play", is_playing ? ui::Icon::pause : ui::Icon::play,
            {.tooltip = is_playing ? "Pause (Space)" : "Play (Space)", .raised = true, .width = 40.0f}))
        io_playback.toggle();
    ui::same_line();
    if (ui::icon_button("forward", ui::Icon::step_forward, {.tooltip = "One step forward (.)"}))
        io_playback.step_forward();
}

// The seed of a prepared scene is read-only, and so is a seed that exceeds the largest value of the field.
void draw_seed(Playback& io_playback, bool is_scene_seed, float width) {
    constexpr int kLargestInField = 1'000'000'000;
    if (is_scene_seed || io_playback.seed > kLargestInField) {
        ui::text("seed " + std::to_string(io_playback.seed),
                 {.font = ui::Font::body, .color = ui::palette().text2, .row_height = ui::grid::kControl});
        ui::tooltip(is_scene_seed ? "The seed of this scene; its file or workload sets it"
                                  : "The seed from the option --seed");
        return;
    }
    int seed = static_cast<int>(io_playback.seed);
    if (ui::number_field(ui::IntField{.label = "seed",
                                      .min = 0,
                                      .max = kLargestInField,
                                      .reset = 1995,
                                      .tooltip = "The same seed gives the same run, bit for bit"},
                         width, seed)
            .finished) {
        io_playback.seed = static_cast<std::uint64_t>(seed);
        io_playback.wants_restart = true;
    }
}

void draw_speed(TopBar& io_bar, bool is_narrow) {
    float speed = static_cast<float>(io_bar.io_speed);
    {
        const ui::Unavailable because(io_bar.why_not.speed);
        if (ui::number_field(ui::FloatField{.label = "speed",
                                            .min = static_cast<float>(kSlowestSpeed),
                                            .max = static_cast<float>(kFastestSpeed),
                                            .reset = static_cast<float>(io_bar.default_speed),
                                            .unit = "×",
                                            .decimals = 2,
                                            .tooltip = "Length of a step: below 1 is slow motion"},
                             is_narrow ? 68.0f : 112.0f, speed))
            io_bar.io_speed = static_cast<double>(speed);
    }
}

void draw_seed_field(const TopBar& io_bar, Playback& io_playback, bool is_narrow) {
    const ui::Unavailable because(io_bar.why_not.seed);
    draw_seed(io_playback, io_bar.scene_seed.has_value(), is_narrow ? 72.0f : 104.0f);
}

// Pixels at scale 1. The speed, the seed and the file buttons are in the bar if it is wider than their limit, otherwise
// in the menu.
constexpr float kWithSpeed = 960.0f, kWithSeed = 1180.0f, kWithFiles = 1240.0f;

void draw_files(TopBar& io_bar) {
    io_bar.wants.file = ui::icon_button("open", ui::Icon::open, {.tooltip = "Open a mesh or scene (Ctrl+O)"});
    ui::same_line();
    io_bar.wants.picture =
        ui::icon_button("picture", ui::Icon::camera, {.tooltip = "Save a picture of the window (F12)"});
    ui::same_line();
    io_bar.wants.help = ui::icon_button("help", ui::Icon::help, {.tooltip = "Key map (F1)"});
}

void draw_panel_buttons(const TopBar& bar) {
    struct Button {
        ui::Splitter panel;
        ui::Icon icon;
        const char *id, *tooltip;
    };
    for (const Button& button :
         {Button{ui::Splitter::left, ui::Icon::panel_left, "left", "Parameters: show or fold"},
          Button{ui::Splitter::bottom, ui::Icon::panel_bottom, "bottom", "Timeline and pages: show or fold"},
          Button{ui::Splitter::right, ui::Icon::panel_right, "right", "Inspector: show or fold"}}) {
        if (button.panel != ui::Splitter::left) ui::same_line(4.0f);
        const bool is_shown = !ui::panel_rect(bar.layout, button.panel).is_empty();
        if (ui::icon_button(button.id, button.icon, {.tooltip = button.tooltip, .toggled = is_shown}))
            ui::toggle_panel(button.panel, bar.layout, bar.io_layout);
    }
}

void draw_menu(TopBar& io_bar, Playback& io_playback, float width) {
    if (ui::icon_button("more", ui::Icon::more, {.tooltip = "More"})) ImGui::OpenPopup("more menu");
    if (!ui::begin_menu("more menu")) return;
    io_bar.wants.file = ImGui::MenuItem("Open a mesh or scene", "Ctrl+O");
    io_bar.wants.picture = ImGui::MenuItem("Save a picture of the window", "F12");
    io_bar.wants.help = ImGui::MenuItem("Key map", "F1");
    if (width <= kWithSeed) ImGui::Separator();
    if (width <= kWithSpeed) draw_speed(io_bar, false);
    if (width <= kWithSeed) draw_seed_field(io_bar, io_playback, false);
    ui::end_context_menu();
}

// How many details of the step time and of the oracle's result the bar shows. `brief` omits frames per second and
// counts.
enum class Form : std::uint8_t { brief, plain, wide };

void draw_step_time(const TopBar& bar, bool is_wide) {
    const ui::TextStyle muted{ui::Font::body, ui::palette().text3},
        bold{ui::Font::body_bold, ui::palette().text1};
    const TimedFrame* shown = bar.times.displayed_frame();
    if (shown == nullptr)
        return ui::text_line(std::array{ui::TextRun{"step", muted}, ui::TextRun{"–", bold, 8}},
                             ui::grid::kControl);
    const Summary step = bar.times.summarize_step();
    const double now = step_milliseconds(shown->times);
    const ui::TimeReadout readout = ui::format_times(now, step.median, step.p95);
    const std::string rest =
        is_wide ? "· " + readout.median + " median · " + readout.p95 + " p95 " + std::string(readout.unit)
                : std::string(readout.unit);
    const std::array<ui::TextRun, 3> runs{ui::TextRun{"step", muted}, ui::TextRun{readout.now, bold, 8},
                                          ui::TextRun{rest, muted, is_wide ? 8.0f : 4.0f}};
    ui::text_line(runs, ui::grid::kControl);
}

void draw_times(const TopBar& bar, Form form) {
    draw_step_time(bar, form == Form::wide);
    ui::tooltip("Time of one simulation step: deform, refit, update, broad, narrow, highlight and "
                "respond, without drawing");
    if (bar.frames_per_second != 0.0 && form != Form::brief) {
        ui::bar_separator();
        ui::text(ui::format_fixed(bar.frames_per_second, 0) + " fps",
                 {.font = ui::Font::body, .color = ui::palette().text1, .row_height = ui::grid::kControl});
    }
    if (!bar.verdict) return;
    ui::bar_separator();
    const TopBar::Verdict& verdict = *bar.verdict;
    const std::string_view text = verdict.text;
    const std::string_view brief =
        verdict.brief.empty() ? text.substr(0, text.find_first_of(" :")) : verdict.brief;
    ui::chip(form == Form::brief ? brief : text, verdict.agrees ? ui::ChipKind::ok : ui::ChipKind::bad,
             verdict.agrees ? ui::Icon::check : ui::Icon::cross);
    ui::tooltip(form == Form::brief ? verdict.text + ". " + verdict.tooltip : verdict.tooltip);
}

// Draws the widest form that fits, but none that is wider than `widest`.
void draw_right_end(const TopBar& bar, Form widest) {
    constexpr std::array<const char*, 3> kIds{
        "brief times", "times", "wide times"}; // separate ids, because each form has its own width
    const ImVec2 at = ImGui::GetCursorScreenPos();
    for (int form = static_cast<int>(widest); form >= 0; --form) {
        ImGui::SetCursorScreenPos(at);
        if (!ui::begin_right_aligned(kIds[static_cast<std::size_t>(form)])) continue;
        draw_times(bar, static_cast<Form>(form));
        ui::end_right_aligned();
        return;
    }
}

} // namespace

void draw_top_bar(const ui::Rect& rect, TopBar& io_bar, Playback& io_playback) {
    if (!ui::begin_bar("top bar", rect, ui::Edge::bottom)) return;
    const float width = rect.width() / ui::theme().scale;
    const bool is_narrow = width < 1240.0f;
    ui::picker("lab", io_bar.lab_titles, width < 900.0f ? 150.0f : is_narrow ? 190.0f : 220.0f, io_bar.lab);
    if (width > 1520.0f) {
        ui::same_line(12.0f);
        ui::text(io_bar.scene,
                 {.font = ui::Font::body, .color = ui::palette().text2, .row_height = ui::grid::kControl});
    }
    ui::bar_separator();
    draw_clock(io_bar, io_playback);
    if (width > kWithSpeed) {
        ui::bar_separator();
        draw_speed(io_bar, is_narrow);
    }
    if (width > kWithSeed) {
        ui::same_line(16.0f);
        draw_seed_field(io_bar, io_playback, is_narrow);
    }
    ui::bar_separator();
    draw_panel_buttons(io_bar);
    ui::same_line();
    if (width > kWithFiles)
        draw_files(io_bar);
    else
        draw_menu(io_bar, io_playback, width);
    ui::same_line();
    const bool is_wide = width > 1560.0f || (!io_bar.verdict && width > 1340.0f);
    draw_right_end(io_bar, is_narrow ? Form::brief : is_wide ? Form::wide : Form::plain);
    ui::end_panel();
}

void draw_bare_bar(const ui::Rect& viewport, std::span<const ui::Rect> covered, BareBar& io_bar) {
    constexpr float kMargin = 14.0f, kPicker = 190.0f;
    const glm::vec2 size = ui::px(kPicker + 32.0f, 28.0f);
    ui::Rect rect{{viewport.max.x - ui::px(kMargin) - size.x, viewport.min.y + ui::px(kMargin)}, {}};
    rect.max = rect.min + size;
    std::vector<ui::Rect> from_top(covered.begin(), covered.end());
    std::ranges::sort(from_top, {}, [](const ui::Rect& other) { return other.min.y; });
    for (const ui::Rect& other : from_top) {
        const bool is_over = other.min.x < rect.max.x && rect.min.x < other.max.x &&
                             other.min.y < rect.max.y && rect.min.y < other.max.y;
        if (!is_over) continue;
        rect.min.y = other.max.y + ui::px(ui::grid::kGap);
        rect.max.y = rect.min.y + size.y;
    }
    if (rect.min.x < viewport.min.x || rect.max.y > viewport.max.y) return;
    if (!ui::begin_overlay("bare bar", rect, true)) return;
    ImGui::SetCursorPosY(ui::px(2.0f)); // the picker is slightly taller than its row
    ui::picker("lab", io_bar.lab_titles, kPicker, io_bar.lab);
    ui::same_line();
    io_bar.wants_panels =
        ui::icon_button("panels", ui::Icon::panel_left, {.tooltip = "Show the panels (F11)", .raised = true});
    ui::end_panel();
}

} // namespace boxwood
