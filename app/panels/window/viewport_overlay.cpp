#include "app/panels/window/viewport_overlay.hpp"

#include "engine/ui/controls/view_grid.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/labels.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace boxwood {
namespace {

using ui::px;

constexpr float kHeadlineHeight = 104.0f, kFootHeight = 48.0f, kMargin = 14.0f;
// Heights at the view's edges that labels avoid, because text is there.
constexpr float kReservedAbove = 44.0f, kReservedBelow = 34.0f;
// Gaps around and between linked views.
constexpr float kDivider = 2.0f, kHeadStrip = 60.0f, kFootStrip = 44.0f;
constexpr float kChipHeight = 22.0f, kChipLine = 16.0f, kChipMargin = 6.0f, kChipPadding = 8.0f;
constexpr float kFootGap = 20.0f, kFootPadding = 4.0f; // between entries of the legend; below its last line
constexpr float kSampleWidth = 26.0f, kSquareWidth = 10.0f, kEntryGap = 14.0f, kEntryHeight = 18.0f;

constexpr float kFootShare = 0.35f; // maximum share of the view's height for its legend

// More labels would cover the scene, and the cost of placing them is quadratic.
constexpr std::size_t kMaxLabels = 150;

// Places labels next to their objects. Labels overlap neither each other nor the text at the view's edges.
void draw_scene_labels(const OverlayView& view, float reserved_above, float reserved_below,
                       const ui::Rect& headline) {
    const ui::Rect& view_rect = view.rect;
    if (view_rect.height() <= px(reserved_above + reserved_below + 40.0f)) return;
    const ui::Rect free{view_rect.min + glm::vec2(0.0f, px(reserved_above)),
                        view_rect.max - glm::vec2(0.0f, px(reserved_below))};
    std::vector<ui::ScreenLabel> labels;
    for (const draw::Label& label : view.scene.labels) {
        const std::optional<glm::vec2> at = project(view.camera, view_rect, label.anchor_w);
        if (at && view_rect.contains(*at))
            labels.push_back({*at, label.text, label.color, label.strong, label.aside});
        if (labels.size() == kMaxLabels) break;
    }
    std::vector<ui::Rect> taken(view.covered.begin(), view.covered.end());
    if (!headline.is_empty()) taken.push_back(headline);
    ui::draw_labels(labels, free, taken);
}

float width_of(const LegendEntry& entry) {
    return px(entry.sample.kind == ui::Sample::square ? kSquareWidth : kSampleWidth) + px(ui::grid::kGap) +
           std::ceil(ui::text_size(ui::Font::small, entry.text).x);
}

struct Foot {
    ui::Rect rect;
    std::vector<bool> begins_line; // per entry of the legend
    float last_line = 0.0f;        // width of the last line
};

// Lays out the legend from the left, wrapped into lines. Drops entries that would cover too much of a low view.
Foot lay_out_foot(const ui::Rect& view, const ViewportOverlay& overlay) {
    const float width = view.width() - 2.0f * px(kMargin), gap = px(kFootGap);
    const float pitch = px(ui::grid::kTextLine) + ImGui::GetStyle().ItemSpacing.y;
    const int max_lines = std::max(1, static_cast<int>(kFootShare * view.height() / pitch));
    Foot foot;
    float& x = foot.last_line;
    int lines = 0;
    for (const LegendEntry& entry : overlay.legend) {
        const float entry_width = width_of(entry);
        const bool begins = foot.begins_line.empty() || x + gap + entry_width > width;
        if (begins && lines == max_lines) break;
        if (begins) ++lines;
        foot.begins_line.push_back(begins);
        x = begins ? entry_width : x + gap + entry_width;
    }
    foot.rect = ui::Rect{{view.min.x, view.max.y - px(kFootHeight)}, view.max}.inset(px(kMargin));
    if (lines > 1) {
        foot.rect.max.y = view.max.y - px(kFootPadding);
        foot.rect.min.y = foot.rect.max.y - pitch * static_cast<float>(lines);
    }
    return foot;
}

// Draws the legend, and the hint if the last line has room for it.
void draw_foot(const ui::Rect& view, const Foot& foot, const ViewportOverlay& overlay) {
    const float width = view.width() - 2.0f * px(kMargin), gap = px(kFootGap);
    const float x = foot.last_line;
    if (!ui::begin_overlay("legend", foot.rect)) return;
    for (std::size_t i = 0; i < foot.begins_line.size(); ++i) {
        if (!foot.begins_line[i]) ui::same_line(kFootGap);
        ui::text_backing({width_of(overlay.legend[i]), px(ui::grid::kTextLine)});
        ui::legend_entry(overlay.legend[i].sample, overlay.legend[i].text);
    }
    const bool has_room = x + gap + ui::text_size(ui::Font::small, overlay.hint).x <= width;
    if (has_room) {
        if (!overlay.legend.empty()) ui::same_line();
        if (ui::begin_right_aligned("hint")) {
            ui::text_backing({ui::text_size(ui::Font::small, overlay.hint).x, px(ui::grid::kTextLine)});
            ui::text(overlay.hint, {ui::Font::small, ui::palette().text3, ui::grid::kTextLine});
            ui::end_right_aligned();
        }
    }
    ui::end_panel();
}

// Returns the rectangle that the readouts cover.
ui::Rect draw_headline(const ui::Rect& viewport, const ViewportOverlay& overlay) {
    const ui::Rect room =
        ui::Rect{viewport.min, {viewport.max.x, viewport.min.y + px(kHeadlineHeight)}}.inset(px(kMargin));
    if (!ui::begin_overlay("headline", room)) return {};
    overlay.headline();
    const ImVec2 end = ImGui::GetCurrentWindow()->DC.CursorMaxPos;
    ui::end_panel();
    return {room.min, {end.x, end.y}};
}

// --- linked views -----------------------------------------------------------------------------------------

ImDrawList& behind_panels() {
    return *ImGui::GetBackgroundDrawList();
}

void fill(const ui::Rect& rect, draw::Color color, float alpha = 1.0f, float rounding = 0.0f) {
    behind_panels().AddRectFilled({rect.min.x, rect.min.y}, {rect.max.x, rect.max.y},
                                  ui::packed(color, alpha), rounding);
}

struct ChipLayout {
    ui::Rect rect;
    float title = 0.0f, note = 0.0f; // widths
    bool is_high = false;            // the note is on a second line
    std::string_view words;          // the parts of the note that fit
};

// Returns the first parts of the note, as many as fit but at least one.
std::string_view fit_parts(std::string_view note, float room) {
    constexpr std::string_view kBetween = " · ";
    while (ui::text_size(ui::Font::small, note).x > room) {
        const std::size_t end = note.rfind(kBetween);
        if (end == std::string_view::npos) break;
        note = note.substr(0, end);
    }
    return note;
}

ChipLayout lay_out_chip(const OverlayView& view) {
    const float padding = px(kChipPadding), room = view.rect.width() - 2.0f * (px(kChipMargin) + padding);
    ChipLayout chip;
    chip.title = std::min(ui::text_size(ui::Font::small_bold, view.title).x, room);
    chip.words = fit_parts(view.note, room);
    chip.note = std::min(ui::text_size(ui::Font::small, chip.words).x, room);
    const float both = chip.title + padding + chip.note;
    chip.is_high = chip.note > 0.0f && both > room;
    const float width = chip.is_high ? std::max(chip.title, chip.note) : chip.note > 0.0f ? both : chip.title;
    chip.rect.min = view.rect.min + px(kChipMargin);
    chip.rect.max = chip.rect.min +
                    glm::vec2(width + 2.0f * padding, px(kChipHeight + (chip.is_high ? kChipLine : 0.0f)));
    return chip;
}

// Returns the height of the chip and its margins, at scale 1; 0 if no chip is drawn.
float draw_chip(const OverlayView& view) {
    if (view.title.empty() || view.rect.width() < px(60.0f)) return 0.0f;
    const ChipLayout chip = lay_out_chip(view);
    if (chip.rect.max.y + px(kChipMargin) > view.rect.max.y) return 0.0f;
    fill(chip.rect, ui::palette().raised, 0.92f, px(ui::grid::kFieldRounding));
    const float x = chip.rect.min.x + px(kChipPadding);
    const float y =
        std::floor(chip.rect.min.y + 0.5f * (px(kChipHeight) - ui::text_size(ui::Font::small, " ").y));
    ui::draw_text_fitted(behind_panels(), ui::Font::small_bold, {x, y}, ui::palette().text1, view.title,
                         chip.title);
    const glm::vec2 note =
        chip.is_high ? glm::vec2(x, y + px(kChipLine)) : glm::vec2(x + chip.title + px(kChipPadding), y);
    if (chip.note > 0.0f)
        ui::draw_text_fitted(behind_panels(), ui::Font::small, note, ui::palette().text3, chip.words,
                             chip.note);
    return kChipHeight + (chip.is_high ? kChipLine : 0.0f) + 2.0f * kChipMargin;
}

// Draws the entries from the left, wrapped into lines. The last line is at the bottom of the view, or above the common
// legend, which begins at y = `foot_top`. Returns the height that the lines cover at the bottom of the view, at scale
// 1.
float draw_view_legend(const OverlayView& view, float foot_top) {
    const float bottom = std::min(view.rect.max.y, foot_top);
    const float left = view.rect.min.x + px(kChipMargin), right = view.rect.max.x - px(kChipMargin);
    const auto sample_width = [](const LegendEntry& entry) {
        return px(entry.sample.kind == ui::Sample::square ? kSquareWidth : kSampleWidth);
    };
    struct Place {
        float x;
        int line;
    };
    std::vector<Place> places;
    float x = left;
    int line = 0;
    for (const LegendEntry& entry : view.legend) {
        const float width =
            sample_width(entry) + px(kChipMargin) + ui::text_size(ui::Font::small, entry.text).x;
        if (x > left && x + width > right) {
            x = left;
            ++line;
        }
        places.push_back({x, line});
        x += width + px(kEntryGap);
    }
    if (places.empty()) return 0.0f;
    const int lines = line + 1;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const float middle =
            bottom - px(kChipMargin) - px(kEntryHeight) * (static_cast<float>(lines - places[i].line) - 0.5f);
        const LegendEntry& entry = view.legend[i];
        const float sample = sample_width(entry);
        ui::draw_sample(behind_panels(), {places[i].x + 0.5f * sample, middle}, entry.sample);
        const glm::vec2 size = ui::text_size(ui::Font::small, entry.text);
        ui::draw_text(behind_panels(), ui::Font::small,
                      {places[i].x + sample + px(kChipMargin), std::floor(middle - 0.5f * size.y)},
                      ui::palette().text2, entry.text);
    }
    return kEntryHeight * static_cast<float>(lines) + kChipMargin +
           (view.rect.max.y - bottom) / ui::theme().scale;
}

// Returns the top of the view's legend.
float draw_linked_view(const OverlayView& view, float foot_top) {
    if (view.rect.is_empty()) return view.rect.max.y;
    const float chip = draw_chip(view), legend = draw_view_legend(view, foot_top);
    draw_scene_labels(view, chip, legend, {});
    return view.rect.max.y - px(legend);
}

} // namespace

ViewPlaces place_views(const ui::Rect& viewport, std::size_t count, bool has_text) {
    ViewPlaces places;
    ui::Rect grid = viewport;
    if (count > 1 && has_text && !viewport.is_empty()) {
        grid.min.y = std::min(viewport.min.y + px(kHeadStrip), viewport.max.y);
        grid.max.y = std::max(viewport.max.y - px(kFootStrip), grid.min.y);
        places.head = {viewport.min, {viewport.max.x, grid.min.y}};
        places.foot = {{viewport.min.x, grid.max.y}, viewport.max};
    }
    places.views = ui::split_view(grid, count, px(kDivider));
    const ui::Rect& last = places.views.back();
    if (last.max.x + last.width() <= grid.max.x)
        places.rest = {{last.max.x + px(kDivider), last.min.y}, {grid.max.x, last.max.y}};
    return places;
}

std::optional<glm::vec2> project(const draw::Camera& camera, const ui::Rect& viewport, glm::vec3 point_w) {
    const std::optional<glm::vec3> ndc =
        draw::ndc_from_world(camera, point_w, viewport.width() / viewport.height());
    if (!ndc) return std::nullopt;
    return viewport.min + viewport.size() * glm::vec2(0.5f + 0.5f * ndc->x, 0.5f - 0.5f * ndc->y);
}

ui::Rect draw_viewport_overlay(const ui::Rect& viewport, const ViewportOverlay& overlay) {
    if (viewport.is_empty()) return viewport;
    const Foot foot = lay_out_foot(viewport, overlay);
    const ui::Rect headline = draw_headline(viewport, overlay);
    ui::Rect free{viewport.min, {viewport.max.x, foot.rect.min.y}};
    if (overlay.views.size() == 1) {
        const float legend = (viewport.max.y - foot.rect.min.y) / ui::theme().scale;
        draw_scene_labels(overlay.views[0], kReservedAbove, std::max(kReservedBelow, legend), headline);
    } else {
        for (const ui::Rect& strip : {overlay.places.head, overlay.places.foot})
            fill(strip, ui::palette().view);
        const float lowest = overlay.views.back().rect.max.y;
        for (const OverlayView& view : overlay.views)
            if (const float top = draw_linked_view(view, foot.rect.min.y); view.rect.max.y == lowest)
                free.max.y = std::min(free.max.y, top);
    }
    draw_foot(viewport, foot, overlay);
    return free;
}

} // namespace boxwood
