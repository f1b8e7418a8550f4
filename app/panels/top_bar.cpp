#include "app/panels/top_bar.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/icons.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace boxwood {
namespace {

void draw_clock(const TopBar& bar, Playback& io_playback) {
    if (ui::icon_button("restart", ui::Icon::restart, {.tooltip = "Restart with the same seed (R)"}))
        io_playback.wants_restart = true;
    ui::same_line();
    {
        const ui::Unavailable because(bar.why_no_step_back);
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

// A prepared scene has a fixed seed, and the field is limited to its largest value: such seeds are read-only.
void draw_seed(Playback& io_playback, bool is_scene_seed, float width) {
    constexpr int kLargestInField = 1'000'000'000;
    if (is_scene_seed || io_playback.seed > kLargestInField) {
        ui::text("seed " + std::to_string(io_playback.seed),
                 {.font = ui::Font::body, .color = ui::palette().text2, .row_height = ui::grid::kControl});
        ui::tooltip(is_scene_seed ? "The seed of this scene; its file or workload sets it"
                                  : "The seed that --seed gave");
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

void draw_numbers(TopBar& io_bar, Playback& io_playback, bool is_narrow, bool has_seed) {
    float speed = static_cast<float>(io_bar.io_speed);
    {
        const ui::Unavailable because(io_bar.why_no_speed);
        if (ui::number_field(ui::FloatField{.label = "speed",
                                            .min = static_cast<float>(kSlowestSpeed),
                                            .max = static_cast<float>(kFastestSpeed),
                                            .reset = static_cast<float>(io_bar.usual_speed),
                                            .unit = "×",
                                            .decimals = 2,
                                            .tooltip = "Length of a step: below 1 is slow motion"},
                             ui::px(is_narrow ? 68.0f : 112.0f), speed))
            io_bar.io_speed = static_cast<double>(speed);
    }
    if (!has_seed) return;
    ui::same_line(16.0f);
    const ui::Unavailable because(io_bar.why_no_seed);
    draw_seed(io_playback, io_bar.scene_seed.has_value(), ui::px(is_narrow ? 72.0f : 104.0f));
}

// Content of times and oracle result that fits; `brief`: neither frames per second nor counts.
enum class Form : std::uint8_t { brief, plain, wide };

void draw_step_time(const TopBar& bar, bool is_wide) {
    const ui::TextStyle muted{ui::Font::body, ui::palette().text3},
        bold{ui::Font::body_bold, ui::palette().text1};
    const TimedFrame* shown = bar.times.now();
    if (shown == nullptr)
        return ui::text_line(std::array{ui::TextRun{"step", muted}, ui::TextRun{"–", bold, 8}},
                             ui::grid::kControl);
    const Summary step = bar.times.summarize_step();
    const double now = step_milliseconds(shown->times);
    const ui::TimeReadout read = ui::format_times(now, step.median, step.p95);
    const std::string rest =
        is_wide ? "· " + read.median + " median · " + read.p95 + " p95 " + std::string(read.unit)
                : std::string(read.unit);
    const std::array<ui::TextRun, 3> runs{ui::TextRun{"step", muted}, ui::TextRun{read.now, bold, 8},
                                          ui::TextRun{rest, muted, is_wide ? 8.0f : 4.0f}};
    ui::text_line(runs, ui::grid::kControl);
}

void draw_times(const TopBar& bar, Form form) {
    draw_step_time(bar, form == Form::wide);
    ui::tooltip("What one simulation step costs: deform, refit, update, broad, narrow, highlight and "
                "respond, without drawing");
    if (bar.frames_per_second != 0.0 && form != Form::brief) {
        ui::bar_separator();
        ui::text(ui::format_fixed(bar.frames_per_second, 0) + " fps",
                 {.font = ui::Font::body, .color = ui::palette().text1, .row_height = ui::grid::kControl});
    }
    if (bar.verdict.empty()) return;
    ui::bar_separator();
    const std::string_view verdict = bar.verdict;
    const std::string_view brief =
        bar.verdict_brief.empty() ? verdict.substr(0, verdict.find_first_of(" :")) : bar.verdict_brief;
    ui::chip(form == Form::brief ? brief : verdict, bar.agrees ? ui::ChipKind::ok : ui::ChipKind::bad,
             bar.agrees ? ui::Icon::check : ui::Icon::cross);
    ui::tooltip(form == Form::brief ? bar.verdict + ". " + bar.verdict_tooltip : bar.verdict_tooltip);
}

// Draws the widest form that fits, starting from `most`.
void draw_right_end(const TopBar& bar, Form most) {
    constexpr std::array<const char*, 3> kIds{"brief times", "times", "wide times"}; // one width per form
    const ImVec2 at = ImGui::GetCursorScreenPos();
    for (int form = static_cast<int>(most); form >= 0; --form) {
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
    const bool is_narrow = width < 1100.0f;
    ui::picker("lab", io_bar.lab_titles, ui::px(is_narrow ? 190.0f : 220.0f), io_bar.lab);
    if (width > 1440.0f) {
        ui::same_line(12.0f);
        ui::text(io_bar.scene,
                 {.font = ui::Font::body, .color = ui::palette().text2, .row_height = ui::grid::kControl});
    }
    ui::bar_separator();
    draw_clock(io_bar, io_playback);
    if (width > 820.0f) {
        ui::bar_separator();
        draw_numbers(io_bar, io_playback, is_narrow, width > 1080.0f);
    }
    if (width > 1040.0f) {
        ui::bar_separator();
        io_bar.wants_file =
            ui::icon_button("open", ui::Icon::open, {.tooltip = "Open a mesh or scene (Ctrl+O)"});
        ui::same_line();
        io_bar.wants_picture =
            ui::icon_button("picture", ui::Icon::camera, {.tooltip = "Save a picture of the window (F12)"});
        ui::same_line();
        io_bar.wants_help = ui::icon_button("help", ui::Icon::help, {.tooltip = "Key map (F1)"});
    }
    ui::same_line();
    const bool is_wide = width > 1480.0f || (io_bar.verdict.empty() && width > 1240.0f);
    draw_right_end(io_bar, is_narrow ? Form::brief : is_wide ? Form::wide : Form::plain);
    ui::end_panel();
}

} // namespace boxwood
