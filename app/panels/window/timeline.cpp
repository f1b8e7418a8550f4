#include "app/panels/window/timeline.hpp"

#include "engine/ui/controls/row.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/geometry.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/icons.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace boxwood {
namespace {

constexpr float kNarrow = 760.0f; // pixels at scale 1; in a narrower panel, the details are a tab
constexpr int kDetails = 3;       // index of that tab

std::array<draw::Color, kPhaseCount> phase_colors() {
    const draw::Palette& p = ui::palette();
    return {p.phase_deform, p.phase_refit,     p.phase_update,  p.phase_broad,
            p.phase_narrow, p.phase_highlight, p.phase_respond, p.phase_draw};
}

// The bars of the displayed frames up to the last timed frame, by phase. A frame that was not timed has an empty bar.
struct Recent {
    std::array<std::vector<float>, kPhaseCount> phases;
    std::vector<float> contact_frames;
    double first_frame = 0.0, shown_frame = 0.0;
};

// The displayed range of bars moves only when the frame on screen leaves it.
Recent take_recent(const TimeHistory& times, TimelineState& io_state) {
    Recent recent;
    const std::deque<TimedFrame>& frames = times.frames();
    if (frames.empty()) return recent;
    const std::uint64_t shown = times.shown(), last = std::max(frames.back().frame, shown);
    if (io_state.first_bar > last) io_state.first_bar = 0;
    io_state.first_bar = std::min(io_state.first_bar, shown);
    if (shown >= io_state.first_bar + io_state.bars) io_state.first_bar = shown + 1 - io_state.bars;
    const std::uint64_t first = std::max(io_state.first_bar, std::min(frames.front().frame, shown));
    recent.first_frame = static_cast<double>(first);
    recent.shown_frame = static_cast<double>(shown);
    auto frame = std::ranges::lower_bound(frames, first, {}, &TimedFrame::frame);
    const std::uint64_t end = std::min(last, first + io_state.bars - 1);
    for (std::uint64_t number = first; number <= end && frame != frames.end(); ++number) {
        const bool is_timed = frame->frame == number;
        for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
            recent.phases[phase].push_back(is_timed ? static_cast<float>(frame->times.ms[phase]) : 0.0f);
        if (!is_timed) continue;
        if (frame->counters.contacts > 0) recent.contact_frames.push_back(static_cast<float>(number));
        ++frame;
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
    constexpr std::array<ui::Column, 5> kPhaseColumns{
        ui::Column{.heading = "phase"}, ui::Column{"now, ms", 88.0f, true}, ui::Column{"median", 88.0f, true},
        ui::Column{"p95", 88.0f, true}, ui::Column{"max", 88.0f, true}};
    if (times.frames().empty() || !ui::begin_table("phases", kPhaseColumns)) return;
    const auto row = [](int id, std::string_view name, double now, const Summary& summary) {
        ui::table_row(id);
        ui::table_cell(name);
        for (const double value : {now, summary.median, summary.p95, summary.max})
            ui::table_cell(ui::format_fixed(value, 3));
    };
    const TimedFrame* shown = times.displayed_frame();
    const PhaseTimes now = shown ? shown->times : PhaseTimes{};
    for (std::size_t i = 0; i < kPhaseCount; ++i)
        row(static_cast<int>(i), kPhaseNames[i], now.ms[i], times.summarize_phase(static_cast<Phase>(i)));
    row(static_cast<int>(kPhaseCount), "step, without draw", step_milliseconds(now), times.summarize_step());
    ui::end_table();
}

// --- the strip of all frames --------------------------------------------------------------------------------

constexpr float kStrip = 22.0f; // height, pixels at scale 1
constexpr std::uint64_t kMinBars = 30, kMaxBars = 10'000;

struct TimeStrip {
    ui::Rect rect;
    std::uint64_t first = 0, last = 0;
    float x_of(std::uint64_t frame) const {
        const double share =
            last == first ? 1.0 : static_cast<double>(frame - first) / static_cast<double>(last - first);
        return rect.min.x + rect.width() * static_cast<float>(std::clamp(share, 0.0, 1.0));
    }
    std::uint64_t frame_at(float x) const {
        const double share = std::clamp(static_cast<double>((x - rect.min.x) / rect.width()), 0.0, 1.0);
        return first + static_cast<std::uint64_t>(std::llround(share * static_cast<double>(last - first)));
    }
};

void draw_tick(ImDrawList& list, const TimeStrip& strip, std::uint64_t frame, draw::Color color,
               float width) {
    const float x = std::round(strip.x_of(frame));
    list.AddRectFilled({x - ui::px(0.5f * width), strip.rect.min.y + ui::px(2.0f)},
                       {x + ui::px(0.5f * width), strip.rect.max.y - ui::px(2.0f)}, ui::packed(color));
}

void draw_diamond(ImDrawList& list, const TimeStrip& strip, std::uint64_t frame, draw::Color color) {
    const float x = std::round(strip.x_of(frame)), y = strip.rect.min.y + ui::px(5.0f), r = ui::px(4.0f);
    list.AddQuadFilled({x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}, ui::packed(color));
}

void draw_strip(ImDrawList& list, const TimeStrip& strip, const TimelineData& data) {
    const draw::Palette& palette = ui::palette();
    const ui::Rect& rect = strip.rect;
    const TimelineView& view = data.io_view;
    const std::uint64_t shown = data.times.shown();
    const float middle = std::round(0.5f * (rect.min.y + rect.max.y));
    list.AddRectFilled({rect.min.x, middle - ui::px(3.0f)}, {rect.max.x, middle + ui::px(3.0f)},
                       ui::packed(palette.raised), ui::px(3.0f));
    list.AddRectFilled({rect.min.x, middle - ui::px(3.0f)}, {strip.x_of(shown), middle + ui::px(3.0f)},
                       ui::packed(palette.accent), ui::px(3.0f));
    if (view.former) // drawn above the bar of the current frames
        list.AddRectFilled({strip.x_of(view.former->from), rect.min.y},
                           {strip.x_of(std::min(view.former->last, strip.last)), rect.min.y + ui::px(3.0f)},
                           ui::packed(palette.text3));
    // The range of frames that the bars show.
    const float low = strip.x_of(std::max(data.io_state.first_bar, strip.first)),
                high = strip.x_of(std::min(data.io_state.first_bar + data.io_state.bars, strip.last));
    list.AddRectFilled({low, rect.max.y - ui::px(2.0f)}, {high, rect.max.y}, ui::packed(palette.line2));
    if (const auto& loop = data.io_playback.loop)
        list.AddRect({strip.x_of(loop->first), rect.min.y + ui::px(2.0f)},
                     {strip.x_of(loop->second), rect.max.y - ui::px(2.0f)}, ui::packed(palette.text1), 0.0f,
                     0, ui::px(1.0f));
    for (const std::uint64_t frame : view.edits) draw_diamond(list, strip, frame, palette.rebuild);
    for (const std::uint64_t frame : data.io_state.marks) draw_tick(list, strip, frame, palette.text1, 2.0f);
    if (view.former && view.former->differs)
        draw_tick(list, strip, *view.former->differs, palette.text2, 2.0f);
    if (view.differs) draw_tick(list, strip, *view.differs, palette.bad, 3.0f);
    const float x = std::round(strip.x_of(shown));
    list.AddRectFilled({x - ui::px(2.5f), rect.min.y + ui::px(1.0f)},
                       {x + ui::px(2.5f), rect.max.y - ui::px(1.0f)}, ui::packed(palette.text1),
                       ui::px(2.0f));
}

void draw_strip_menu(const TimelineData& data) {
    if (!ui::begin_context_menu()) return;
    Playback& playback = data.io_playback;
    const bool is_marked =
        std::ranges::find(data.io_state.marks, data.times.shown()) != data.io_state.marks.end();
    if (ImGui::MenuItem(is_marked ? "Remove the mark" : "Mark this frame", "Ctrl+M"))
        data.io_state.toggle_mark(data.times.shown());
    if (ImGui::MenuItem("Loop from this frame to the last"))
        playback.loop = {data.times.shown(), std::max(data.times.shown() + 1, data.io_view.last)};
    if (ImGui::MenuItem("End the loop", nullptr, false, playback.loop.has_value())) playback.loop.reset();
    if (ImGui::MenuItem("Discard the frames that the edit replaced", nullptr, false,
                        data.io_view.former.has_value()))
        data.io_view.drops_former = true;
    ui::end_context_menu();
}

std::string frames_text(std::uint64_t frame) {
    return "frame " + ui::format_count(static_cast<std::int64_t>(frame));
}

std::string tooltip_of(const TimelineData& data, std::uint64_t frame) {
    std::string text = frames_text(frame);
    const TimelineView& view = data.io_view;
    if (std::ranges::find(view.edits, frame) != view.edits.end()) text += ": edited here";
    if (view.differs == frame) text += ": the result differed when this frame was computed again";
    text += ". Drag goes to a frame, Shift+drag sets a loop, the wheel zooms the bars.";
    if (view.former) text += " " + view.former->text;
    return text;
}

void draw_scrubber(const TimelineData& data) {
    Playback& playback = data.io_playback;
    if (ui::icon_button("slower", ui::Icon::jump_back, {.tooltip = "Slower, then backwards (Shift+,)"}))
        playback.change_rate(-1);
    ui::same_line(2.0f);
    const std::string_view rate = kRateNames[static_cast<std::size_t>(playback.rate)];
    const float missing = ui::px(40.0f) - ui::text_size(ui::Font::body, rate).x;
    ui::text(rate, {.font = ui::Font::body,
                    .color = playback.rate == kDefaultRate ? ui::palette().text2 : ui::palette().text1,
                    .row_height = ui::grid::kControl});
    ui::tooltip("Playback rate: steps per drawn frame; negative rates play backwards. The length of a step "
                "does not change");
    ImGui::SameLine(0.0f, std::max(missing, 0.0f) + ui::px(2.0f));
    if (ui::icon_button("faster", ui::Icon::jump_forward, {.tooltip = "Faster (Shift+.)"}))
        playback.change_rate(1);
    ui::same_line();
    const TimelineView& view = data.io_view;
    const glm::vec2 from = ui::cursor();
    const float width = ImGui::GetContentRegionAvail().x - (view.former ? ui::px(32.0f) : ui::px(4.0f));
    const TimeStrip strip{{from, from + glm::vec2(std::max(width, 1.0f), ui::px(kStrip))},
                          std::min(view.first, data.times.shown()),
                          std::max(view.last, data.times.shown())};
    data.io_state.strip = strip.rect;
    ImGui::InvisibleButton("##strip", {strip.rect.width(), strip.rect.height()});
    const ImGuiIO& io = ImGui::GetIO();
    const std::uint64_t frame = strip.frame_at(io.MousePos.x);
    if (ImGui::IsItemActive() && strip.last > strip.first) {
        if (io.KeyShift) {
            const std::uint64_t start = strip.frame_at(io.MouseClickedPos[0].x);
            if (start != frame) data.io_playback.loop = std::minmax(start, frame);
        } else if (frame != data.times.shown()) {
            data.io_playback.go_to(frame);
        }
    }
    if (ImGui::IsItemHovered()) {
        if (io.MouseWheel != 0.0f) {
            const double bars =
                static_cast<double>(data.io_state.bars) * std::pow(1.25, -static_cast<double>(io.MouseWheel));
            data.io_state.bars =
                std::clamp(static_cast<std::uint64_t>(std::llround(bars)), kMinBars, kMaxBars);
        }
        ui::tooltip(tooltip_of(data, frame));
    }
    draw_strip_menu(data);
    draw_strip(*ImGui::GetWindowDrawList(), strip, data);
    if (!view.former) return;
    ui::same_line();
    if (ui::icon_button("former", ui::Icon::close,
                        {.tooltip = "Discard the frames that the edit replaced, which are compared with "
                                    "the current ones: " +
                                    view.former->text}))
        data.io_view.drops_former = true;
}

// --- the bars -----------------------------------------------------------------------------------------------

void draw_times(const TimelineData& timeline) {
    if (timeline.draw_frames && timeline.draw_frames()) return draw_scrubber(timeline);
    TimelineState& io_state = timeline.io_state;
    const Recent recent = take_recent(timeline.times, io_state);
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
    draw_scrubber(timeline);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    if (recent.phases[0].empty()) {
        ui::paragraph(
            std::array{ui::TextRun{"Press Space to play. The time of every step appears here, by phase.",
                                   {ui::Font::body, ui::palette().text3}}});
        return;
    }
    const ui::PlotEvents events = ui::plot("timeline", data, {room.x, room.y - ui::px(6.0f)}, io_state.plot);
    if (!events.picked_x) return;
    const auto frame = static_cast<std::uint64_t>(std::llround(std::max(*events.picked_x, 0.0)));
    if (frame != timeline.times.shown() && frame >= timeline.io_view.first && frame <= timeline.io_view.last)
        timeline.io_playback.go_to(frame);
}

void draw_left(const ui::Rect& rect, const std::string& id_suffix, std::span<const char* const> tabs,
               const TimelineData& data) {
    TimelineState& io_state = data.io_state;
    const bool scrolls = io_state.tab == 1 || io_state.tab == 2;
    if (!ui::begin_panel(("timeline" + id_suffix).c_str(), rect,
                         {.line_at = ui::Edge::top, .scrolls = scrolls}))
        return;
    ui::tabs("bottom", tabs, io_state.tab);
    if (io_state.tab == 0) draw_times(data);
    if (io_state.tab == 1) draw_phase_table(data.times);
    if (io_state.tab == 2) data.io_messages.draw_log();
    ui::end_panel();
}

} // namespace

void TimelineState::toggle_mark(std::uint64_t frame) {
    const auto position = std::ranges::lower_bound(marks, frame);
    if (position != marks.end() && *position == frame)
        marks.erase(position);
    else
        marks.insert(position, frame);
}

std::optional<std::uint64_t> TimelineState::mark_before(std::uint64_t frame) const {
    const auto at = std::ranges::lower_bound(marks, frame);
    return at == marks.begin() ? std::nullopt : std::optional(*std::prev(at));
}

std::optional<std::uint64_t> TimelineState::mark_after(std::uint64_t frame) const {
    const auto after = std::ranges::upper_bound(marks, frame);
    return after == marks.end() ? std::nullopt : std::optional(*after);
}

void draw_timeline(const TimelinePlace& place, const TimelineData& data, float details_share,
                   const std::function<void()>& draw_details) {
    TimelineState& io_state = data.io_state;
    const ui::Rect& rect = place.rect;
    if (rect.is_empty()) return;
    const std::string id_suffix = "##" + std::string(place.lab);
    constexpr std::array<const char*, 4> kTabs{"Timeline", "Phases", "Messages", "Details"};
    const bool is_narrow = rect.width() <= ui::px(kNarrow);
    ui::Rect left = rect, right = rect;
    if (is_narrow)
        left.max.y = right.min.y =
            io_state.tab == kDetails ? rect.min.y + ui::px(ui::grid::kTabRow) : rect.max.y;
    else
        left.max.x = right.min.x = rect.max.x - std::floor(rect.width() * details_share);
    if (!is_narrow && io_state.tab == kDetails)
        io_state.tab = 0; // the details are in a separate column again
    draw_left(left, id_suffix, std::span(kTabs).first(is_narrow ? 4 : 3), data);
    if (!ui::begin_panel(("details" + id_suffix).c_str(), right,
                         {.line_at = is_narrow ? ui::Edge::top : ui::Edge::left}))
        return;
    draw_details();
    ui::end_panel();
}

} // namespace boxwood
