#include "app/panels/timeline.hpp"

#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace boxwood {
namespace {

constexpr float kNarrow = 760.0f; // pixels at scale 1: up to this width the details are a tab
constexpr int kDetails = 3;       // index of that tab

std::array<draw::Color, kPhaseCount> phase_colors() {
    const draw::Palette& p = ui::palette();
    return {p.phase_deform, p.phase_refit,     p.phase_update,  p.phase_broad,
            p.phase_narrow, p.phase_highlight, p.phase_respond, p.phase_draw};
}

// The last frames by phase, with the plot data. Includes the frame on screen even if no frame was timed: its bar is
// empty then.
struct Recent {
    std::array<std::vector<float>, kPhaseCount> phases;
    std::vector<float> contact_frames;
    double first_frame = 0.0, shown_frame = 0.0;
};

Recent take_recent(const TimeHistory& times) {
    Recent recent;
    const std::deque<TimedFrame>& frames = times.frames();
    if (frames.empty()) return recent;
    std::size_t first = frames.size() > kTimelineFrames ? frames.size() - kTimelineFrames : 0;
    while (first > 0 && frames[first].frame > times.shown()) --first;
    const std::uint64_t first_frame = std::min(frames[first].frame, times.shown());
    recent.first_frame = static_cast<double>(first_frame);
    recent.shown_frame = static_cast<double>(times.shown());
    for (std::vector<float>& phase : recent.phases)
        phase.assign(std::min<std::size_t>(frames[first].frame - first_frame, kTimelineFrames), 0.0f);
    for (std::size_t i = first; i < frames.size(); ++i) {
        for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
            recent.phases[phase].push_back(static_cast<float>(frames[i].times.ms[phase]));
        if (frames[i].counters.contacts > 0)
            recent.contact_frames.push_back(static_cast<float>(frames[i].frame));
    }
    return recent;
}

double p95_of(const Recent& recent, std::uint32_t hidden) {
    std::vector<double> sums;
    for (std::size_t i = 0; i < recent.phases[0].size(); ++i) {
        double sum = 0.0;
        for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
            if (!(hidden >> phase & 1u)) sum += static_cast<double>(recent.phases[phase][i]);
        sums.push_back(sum);
    }
    return summarize(std::move(sums)).p95;
}

ui::Plot make_plot(const Recent& recent, std::span<const ui::Series> series, double p95) {
    ui::Plot plot;
    plot.kind = ui::PlotKind::stacked_bars;
    plot.unit = "ms";
    plot.series = series;
    plot.x_first = recent.first_frame;
    plot.reference = p95;
    plot.reference_name = "p95";
    plot.cursor_x = recent.shown_frame;
    plot.marks = recent.contact_frames;
    plot.mark_color = ui::palette().contact;
    return plot;
}

void draw_phase_table(const TimeHistory& times) {
    constexpr std::array<ui::Column, 5> kColumns{
        ui::Column{.heading = "phase"}, ui::Column{"now, ms", 88.0f, true}, ui::Column{"median", 88.0f, true},
        ui::Column{"p95", 88.0f, true}, ui::Column{"max", 88.0f, true}};
    if (times.frames().empty() || !ui::begin_table("phases", kColumns)) return;
    const auto row = [](int id, std::string_view name, double now, const Summary& summary) {
        ui::table_row(id);
        ui::table_cell(name);
        for (const double value : {now, summary.median, summary.p95, summary.max})
            ui::table_cell(ui::format_fixed(value, 3));
    };
    const TimedFrame* shown = times.now();
    const PhaseTimes now = shown ? shown->times : PhaseTimes{};
    for (std::size_t i = 0; i < kPhaseCount; ++i)
        row(static_cast<int>(i), kPhaseNames[i], now.ms[i], times.summarize_phase(static_cast<Phase>(i)));
    row(static_cast<int>(kPhaseCount), "step, without draw", step_milliseconds(now), times.summarize_step());
    ui::end_table();
}

void draw_times(const TimeHistory& times, TimelineState& io_state) {
    const Recent recent = take_recent(times);
    const std::array<draw::Color, kPhaseCount> colors = phase_colors();
    std::vector<ui::Series> series;
    for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
        series.push_back({kPhaseNames[phase], colors[phase], recent.phases[phase]});
    const ui::Plot data = make_plot(recent, series, p95_of(recent, io_state.plot.hidden));
    ui::same_line();
    const float row = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(
        row + ui::px(0.5f * (ui::grid::kTabRow - ui::grid::kControl))); // aligned with the tab labels
    if (ui::begin_right_aligned("legend")) {
        ui::plot_legend("legend", data, io_state.plot);
        ui::end_right_aligned();
        ImGui::SetCursorPosY(row + ui::px(ui::grid::kTabRow) + ImGui::GetStyle().ItemSpacing.y);
    } else {
        ui::plot_key("names", data.series, io_state.plot.hidden);
    }
    const ImVec2 room = ImGui::GetContentRegionAvail();
    if (recent.phases[0].empty())
        ui::paragraph(std::array{ui::TextRun{"Press Space to play: every step shows here, phase by phase.",
                                             {ui::Font::body, ui::palette().text3}}});
    else
        ui::plot("timeline", data, {room.x, room.y - ui::px(6.0f)}, io_state.plot);
}

void draw_left(const ui::Rect& rect, const std::string& of_lab, std::span<const char* const> tabs,
               const TimeHistory& times, TimelineState& io_state, Messages& io_messages) {
    const bool scrolls = io_state.tab == 1 || io_state.tab == 2;
    if (!ui::begin_panel(("timeline" + of_lab).c_str(), rect, {.line_at = ui::Edge::top, .scrolls = scrolls}))
        return;
    ui::tabs("bottom", tabs, io_state.tab);
    if (io_state.tab == 0) draw_times(times, io_state);
    if (io_state.tab == 1) draw_phase_table(times);
    if (io_state.tab == 2) io_messages.draw_log();
    ui::end_panel();
}

} // namespace

void draw_timeline(const TimelinePlace& place, const TimeHistory& times, TimelineState& io_state,
                   Messages& io_messages, float details_share, const std::function<void()>& draw_details) {
    const ui::Rect& rect = place.rect;
    if (rect.is_empty()) return;
    const std::string of_lab = "##" + std::string(place.lab);
    constexpr std::array<const char*, 4> kTabs{"Timeline", "Phases", "Messages", "Details"};
    const bool is_narrow = rect.width() <= ui::px(kNarrow);
    ui::Rect left = rect, right = rect;
    if (is_narrow)
        left.max.y = right.min.y =
            io_state.tab == kDetails ? rect.min.y + ui::px(ui::grid::kTabRow) : rect.max.y;
    else
        left.max.x = right.min.x = rect.max.x - std::floor(rect.width() * details_share);
    if (!is_narrow && io_state.tab == kDetails) io_state.tab = 0; // the details are a separate column again
    draw_left(left, of_lab, std::span(kTabs).first(is_narrow ? 4 : 3), times, io_state, io_messages);
    if (!ui::begin_panel(("details" + of_lab).c_str(), right,
                         {.line_at = is_narrow ? ui::Edge::top : ui::Edge::left}))
        return;
    draw_details();
    ui::end_panel();
}

} // namespace boxwood
