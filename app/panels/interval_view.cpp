#include "app/panels/interval_view.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/plot/plot_layout.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace boxwood {
namespace {

using ui::Font;
using ui::px;

constexpr std::array<const char*, 3> kAxisNames{"x", "y", "z"};
constexpr float kLabelWidth = 22.0f, kNoteWidth = 112.0f, kScaleHeight = 16.0f, kTickHeight = 7.0f;
// Vertical distance between lanes. Consecutive bodies are drawn in different lanes, so that they do not overlap.
constexpr float kLanePitch = 2.0f;

// One axis in window pixels.
struct Strip {
    ui::Rect area; // the intervals, with ticks at the bottom
    ui::Axis scale;
    float x(float value) const {
        return area.min.x + static_cast<float>(scale.to_unit(static_cast<double>(value))) * area.width();
    }
    float foot() const { return area.max.y - px(kTickHeight + 2.0f); }
};

ui::Axis scale_of(const IntervalView& view) {
    double low = 0.0, high = 0.0;
    for (const IntervalAxis& axis : view.axes)
        for (const BodyInterval& interval : axis.intervals) {
            low = std::min(low, static_cast<double>(interval.low));
            high = std::max(high, static_cast<double>(interval.high));
        }
    return ui::make_axis(low, high, false);
}

void fill(ImDrawList& list, glm::vec2 from, glm::vec2 to, draw::Color color, float alpha = 1.0f) {
    list.AddRectFilled({from.x, from.y}, {to.x, to.y}, ui::packed(color, alpha));
}

int lane_count(const Strip& strip) {
    return std::max(1, static_cast<int>((strip.foot() - strip.area.min.y) / px(kLanePitch)));
}

float lane_y(const Strip& strip, std::size_t index) {
    return strip.area.min.y +
           px(kLanePitch) * static_cast<float>(index % static_cast<std::size_t>(lane_count(strip)));
}

const BodyInterval* find(const std::vector<BodyInterval>& intervals, std::optional<BodyId> body) {
    if (!body) return nullptr;
    for (const BodyInterval& interval : intervals)
        if (interval.body == *body) return &interval;
    return nullptr;
}

// Returns n: a body without a contact is drawn only if its index in the list is a multiple of n. Without this limit,
// many intervals would cover each other.
std::size_t drawing_step(std::size_t intervals) {
    constexpr std::size_t kMaxDrawn = 1500;
    return (intervals + kMaxDrawn - 1) / kMaxDrawn;
}

// Returns the intervals to draw, sorted by their lower endpoints, so that neighbors in the list are neighbors in space.
std::vector<BodyInterval> drawn(const std::vector<BodyInterval>& intervals) {
    const std::size_t step = drawing_step(intervals.size());
    std::vector<BodyInterval> drawn;
    for (std::size_t i = 0; i < intervals.size(); ++i)
        if (intervals[i].is_in_contact || i % step == 0) drawn.push_back(intervals[i]);
    std::ranges::sort(drawn, [](const BodyInterval& p, const BodyInterval& q) {
        return p.low != q.low ? p.low < q.low : p.body < q.body;
    });
    return drawn;
}

// Draws the intervals whose is_in_contact equals `in_contact`. `joins`: intervals of one lane that overlap are drawn
// as one rectangle; among thousands of bodies, single intervals cannot be seen anyway.
void draw_others(ImDrawList& list, const Strip& strip, std::span<const BodyInterval> intervals,
                 bool in_contact, bool joins, draw::Color color, float alpha) {
    struct Span {
        float from = 0.0f, to = 0.0f; // pixels; empty at first
    };
    const std::size_t lanes = static_cast<std::size_t>(lane_count(strip));
    std::vector<Span> open(lanes); // the last rectangle of each lane, not drawn yet
    const auto draw_span = [&](std::size_t lane) {
        const float y = lane_y(strip, lane);
        if (open[lane].from < open[lane].to)
            fill(list, {open[lane].from, y}, {open[lane].to, y + px(1.0f)}, color, alpha);
    };
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        if (intervals[i].is_in_contact != in_contact) continue;
        const std::size_t lane = i % lanes;
        const float from = strip.x(intervals[i].low), to = std::max(strip.x(intervals[i].high), from + 1.0f);
        if (!joins || from > open[lane].to || open[lane].from == open[lane].to) {
            draw_span(lane);
            open[lane] = {from, to};
        } else {
            open[lane].to = std::max(open[lane].to, to);
        }
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) draw_span(lane);
}

void draw_all(ImDrawList& list, const Strip& strip, std::span<const BodyInterval> intervals,
              const IntervalView& view) {
    const bool has_selection = view.a.has_value();
    const bool joins = drawing_step(view.axes[0].intervals.size()) > 1; // some bodies are omitted anyway
    draw_others(list, strip, intervals, false, joins, view.palette.text3, has_selection ? 0.34f : 0.5f);
    draw_others(list, strip, intervals, true, joins, view.palette.contact, 0.9f); // on top
}

void draw_selected(ImDrawList& list, const Strip& strip, const BodyInterval* a, const BodyInterval* b,
                   const draw::Palette& palette) {
    const float height = strip.foot() - strip.area.min.y, top = strip.area.min.y + 0.24f * height,
                bottom = strip.area.min.y + 0.6f * height;
    if (a && b) {
        const float low = strip.x(std::max(a->low, b->low)), high = strip.x(std::min(a->high, b->high));
        if (low <= high) {
            fill(list, {low, strip.area.min.y}, {std::max(high, low + 1.0f), strip.area.max.y},
                 palette.overlapping, 0.22f);
            for (const float x : {low, high})
                fill(list, {x, strip.area.min.y}, {x + px(1.0f), strip.area.max.y}, palette.overlapping,
                     0.9f);
        }
    }
    const auto bar = [&](const BodyInterval* interval, float y, draw::Color color) {
        if (!interval) return;
        const float from = strip.x(interval->low);
        fill(list, {from, y}, {std::max(strip.x(interval->high), from + px(2.0f)), y + px(5.0f)}, color);
    };
    bar(a, top, palette.body_a);
    bar(b, bottom, palette.body_b);
}

void draw_ticks(ImDrawList& list, const Strip& strip, const IntervalAxis& axis,
                const draw::Palette& palette) {
    for (const bool changes_overlap : {false, true})
        for (const IntervalTick& tick : axis.ticks) {
            if (tick.changes_overlap != changes_overlap) continue;
            const float x = std::floor(strip.x(tick.at)),
                        height = px(changes_overlap ? kTickHeight : 0.45f * kTickHeight);
            fill(list, {x, strip.area.max.y - height}, {x + px(1.0f), strip.area.max.y},
                 changes_overlap ? palette.current : palette.text3);
        }
    fill(list, {strip.area.min.x, strip.area.max.y}, {strip.area.max.x, strip.area.max.y + px(1.0f)},
         palette.line2);
}

std::string shared_text(const BodyInterval& a, const BodyInterval& b) {
    const double shared = static_cast<double>(std::min(a.high, b.high) - std::max(a.low, b.low));
    return (shared >= 0.0 ? "overlap " : "gap ") + ui::format_fixed(std::fabs(shared), 2) + " m";
}

std::string endpoints_text(const IntervalAxis& axis) {
    return ui::format_count(static_cast<std::int64_t>(2 * axis.intervals.size())) + " endpoints";
}

void draw_notes(ImDrawList& list, const Strip& strip, const IntervalView& view, const IntervalAxis& axis,
                const std::string& shared) {
    const float x = strip.area.max.x + px(12.0f), step = px(15.0f);
    float y = strip.area.min.y - px(2.0f);
    const auto line = [&](draw::Color color, const std::string& text) {
        if (y + step > strip.area.max.y + px(4.0f)) return; // only the first notes fit into a low panel
        ui::draw_text(list, Font::small, {x, y}, color, text);
        y += step;
    };
    if (view.has_swaps)
        line(view.palette.text1, ui::format_count(static_cast<std::int64_t>(axis.swaps)) +
                                     (axis.swaps == 1 ? " swap" : " swaps"));
    if (!shared.empty()) line(view.palette.text2, shared);
    line(view.palette.text3, endpoints_text(axis));
}

void draw_scale(ImDrawList& list, const Strip& strip, const draw::Palette& palette) {
    const float y = strip.area.max.y + px(3.0f);
    const int max_ticks = std::max(2, static_cast<int>(strip.area.width() / px(70.0f)));
    for (const ui::Tick& tick : ui::nice_ticks(strip.scale, max_ticks)) {
        const float x = strip.x(static_cast<float>(tick.value));
        const std::string text = tick.label + " m";
        const float half = 0.5f * ui::text_size(Font::caption, text).x;
        if (x - half < strip.area.min.x - px(kLabelWidth) || x + half > strip.area.max.x + px(8.0f)) continue;
        fill(list, {x, strip.area.max.y}, {x + px(1.0f), y}, palette.line2);
        ui::draw_text(list, Font::caption, {x - half, y}, palette.text3, text);
    }
}

// Returns the interval under the mouse. If there are several, returns the one in the nearest lane.
const BodyInterval* find_under_mouse(const Strip& strip, std::span<const BodyInterval> intervals) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const BodyInterval* found = nullptr;
    float nearest = px(5.0f);
    if (mouse.y < strip.area.min.y || mouse.y > strip.area.max.y) return nullptr;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        if (mouse.x < strip.x(intervals[i].low) - 1.0f || mouse.x > strip.x(intervals[i].high) + 1.0f)
            continue;
        const float distance = std::fabs(lane_y(strip, i) - mouse.y);
        if (distance >= nearest) continue;
        nearest = distance;
        found = &intervals[i];
    }
    return found;
}

void show_tooltip(const BodyInterval& interval, const char* axis) {
    char name[16];
    std::snprintf(name, sizeof name, "b%03u", interval.body);
    const std::string text = std::string(name) + " on " + axis + ": " +
                             ui::format_fixed(static_cast<double>(interval.low), 2) + " to " +
                             ui::format_fixed(static_cast<double>(interval.high), 2) + " m" +
                             (interval.is_in_contact ? ", in contact" : "");
    ImGui::SetTooltip("%s", text.c_str());
}

void draw_legend(const IntervalView& view) {
    const draw::Palette& palette = view.palette;
    if (!view.has_swaps) {
        const std::size_t step = drawing_step(view.axes[0].intervals.size());
        const std::string drawn =
            step > 1 ? " · drawing one of every " + std::to_string(step) + " bodies" : "";
        return ui::text(std::string(view.why_no_swaps) + drawn, {Font::small, palette.text3});
    }
    const auto entry = [](const ui::LegendSample& sample, const char* text) {
        ui::same_line(14.0f);
        if (ImGui::GetContentRegionAvail().x < px(34.0f) + ui::text_size(Font::small, text).x)
            ImGui::NewLine();
        ui::legend_entry(sample, text);
    };
    ui::legend_entry({ui::Sample::line, palette.text3}, "a body");
    entry({ui::Sample::line, palette.contact}, "in contact");
    entry({ui::Sample::square, palette.current},
          view.are_swaps_of_broad_phase ? "MIN and MAX swapped" : "swap that sweep and prune would make");
    entry({ui::Sample::square, palette.overlapping}, "overlap of the selected pair");
}

} // namespace

IntervalEvents interval_view(const IntervalView& view) {
    draw_legend(view);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float height = (room.y - px(kScaleHeight + 4.0f)) / 3.0f;
    if (room.x < px(240.0f) || height < px(18.0f)) return {};
    ImGui::Dummy(room);
    const bool is_hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    IntervalEvents events;
    const ui::Axis scale = scale_of(view);
    // With many bodies, the number of endpoints is the widest note.
    const float notes =
        std::max(px(kNoteWidth), px(12.0f) + ui::text_size(Font::small, endpoints_text(view.axes[0])).x);
    for (std::size_t k = 0; k < 3; ++k) {
        const float top = std::floor(at.y + height * static_cast<float>(k));
        const Strip strip{{{at.x + px(kLabelWidth), top + px(3.0f)},
                           {at.x + room.x - notes, std::floor(top + height - px(3.0f))}},
                          scale};
        const IntervalAxis& axis = view.axes[k];
        const std::vector<BodyInterval> intervals = drawn(axis.intervals);
        const BodyInterval *a = find(axis.intervals, view.a), *b = find(axis.intervals, view.b);
        ui::draw_text(list, Font::body_bold, {at.x, strip.area.center().y - px(9.0f)}, view.palette.text1,
                      kAxisNames[k]);
        draw_all(list, strip, intervals, view);
        draw_selected(list, strip, a, b, view.palette);
        draw_ticks(list, strip, axis, view.palette);
        draw_notes(list, strip, view, axis, a && b ? shared_text(*a, *b) : "");
        if (k == 2) draw_scale(list, strip, view.palette);
        const BodyInterval* under = is_hovered ? find_under_mouse(strip, intervals) : nullptr;
        if (!under) continue;
        show_tooltip(*under, kAxisNames[k]);
        events.hovered = under->body;
        if (ImGui::IsMouseClicked(0)) events.clicked = under->body;
    }
    return events;
}

} // namespace boxwood
