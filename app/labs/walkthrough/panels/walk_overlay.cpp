#include "app/labs/walkthrough/panels/walk_overlay.hpp"

#include "app/labs/walkthrough/panels/tip_bars.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace boxwood {
namespace {

using ui::px;

constexpr float kMargin = 14.0f, kPadding = 12.0f;
constexpr float kBarsWidth = 300.0f, kHeading = 26.0f;
constexpr float kChipHeight = 36.0f;
constexpr float kBareWidth = 1000.0f; // at scale 1; a narrower view omits the costs and the fingertips

ImDrawList& behind_panels() {
    return *ImGui::GetBackgroundDrawList();
}

void draw_chip_background(const ui::Rect& rect) {
    ImDrawList& list = behind_panels();
    list.AddRectFilled({rect.min.x, rect.min.y}, {rect.max.x, rect.max.y},
                       ui::packed(ui::palette().panel, 0.92f), px(ui::grid::kRounding));
    list.AddRect({rect.min.x, rect.min.y}, {rect.max.x, rect.max.y}, ui::packed(ui::palette().line),
                 px(ui::grid::kRounding));
}

} // namespace

void WalkOverlay::add_chip(const ui::Rect& chip) {
    draw_chip_background(chip);
    covered_.push_back(chip);
}

void WalkOverlay::draw_headline(const CurrentWalk& now, ViewContext& context) {
    covered_.clear();
    const draw::Palette& palette = context.palette;
    const std::uint64_t touched = now.touched_count(), pair_count = now.simulation.output.counters.pairs;
    const std::string pieces = ui::format_count(now.convex_pieces());
    const std::string pairs = ui::format_count(pair_count), contacts = ui::format_count(touched);
    const ui::TextStyle label{ui::Font::body, palette.text3}, bold{ui::Font::body_bold, palette.text1};
    std::vector<ui::TextRun> runs{{"Walkthrough", bold},
                                  {now.scene.name, {ui::Font::body, palette.text2}, 10},
                                  {pieces, bold, 20},
                                  {"convex pieces", label, 5}};
    if (now.walk.is_detection_on) {
        runs.insert(runs.end(), {{pairs, {ui::Font::body_bold, palette.overlapping}, 14},
                                 {pair_count == 1 ? "box pair overlaps" : "box pairs overlap", label, 5},
                                 {contacts, {ui::Font::body_bold, palette.contact}, 14},
                                 {touched == 1 ? "object touched" : "objects touched", label, 5}});
    } else {
        runs.push_back({"detection is off (Z), the hand passes through everything",
                        {ui::Font::body_bold, palette.bad},
                        14});
    }
    const float width = 2.0f * px(kPadding) + ui::text_line_width(runs);
    const glm::vec2 at = context.view_position + px(kMargin);
    add_chip({at, at + glm::vec2(width, px(kChipHeight))});
    ImGui::SetCursorScreenPos({at.x + px(kPadding), at.y});
    ui::text_line(runs, kChipHeight);
}

void WalkOverlay::draw(const Inputs& inputs, ViewContext& context) {
    const ui::Rect view{context.view_position, context.view_position + context.view_size};
    if (view.height() < px(360.0f)) return;
    if (!inputs.is_outside) {
        // A ring in two colors is visible on light and on dark surfaces.
        const ImVec2 center{view.center().x, view.center().y};
        behind_panels().AddCircle(center, px(3.5f), ui::packed(context.palette.view, 0.9f), 0, px(4.0f));
        behind_panels().AddCircle(center, px(3.5f), ui::packed(context.palette.text1, 0.9f), 0, px(1.5f));
    }
    draw_keys(inputs, view);
    draw_message(inputs.message, view);
    draw_question(view);
    if (view.width() < px(kBareWidth)) return; // the panels show the rest
    draw_costs(context, view);
    if (inputs.shows_tips) draw_tips(inputs.now.walk, view, context.palette);
}

void WalkOverlay::draw_tips(const Walk& walk, const ui::Rect& view, const draw::Palette& palette) {
    ImDrawList& list = behind_panels();
    const float height = px(kPadding + kHeading + kTipBarsHeight + 6.0f);
    const ui::Rect chip{{view.max.x - px(kMargin + kBarsWidth), view.max.y - px(kMargin) - height},
                        view.max - px(kMargin)};
    add_chip(chip);
    const glm::vec2 at = chip.min + glm::vec2(px(kPadding), px(8.0f));
    const float swatch = px(8.0f), swatch_y = at.y + px(5.0f);
    const auto square = [&](float x, draw::Color color) {
        list.AddRectFilled({x, swatch_y}, {x + swatch, swatch_y + swatch}, ui::packed(color));
    };
    square(at.x, palette.body_a);
    ui::draw_text(list, ui::Font::body, {at.x + px(14.0f), at.y}, palette.text1, "hand");
    const float to = at.x + px(20.0f) + ui::text_size(ui::Font::body, "hand").x;
    ui::draw_text(list, ui::Font::body, {to, at.y}, palette.text3, "to");
    const float body = to + px(6.0f) + ui::text_size(ui::Font::body, "to").x;
    square(body, palette.body_b);
    ui::draw_text_fitted(list, ui::Font::body, {body + px(14.0f), at.y}, palette.text1, tip_target_name(walk),
                         px(110.0f));
    const std::string_view unit = "distance, mm";
    ui::draw_text(list, ui::Font::small,
                  {chip.max.x - px(kPadding) - ui::text_size(ui::Font::small, unit).x, at.y}, palette.text3,
                  unit);
    draw_tip_bars(
        list, {{at.x, chip.min.y + px(kPadding + kHeading - 6.0f)}, {chip.max.x - px(kPadding), chip.max.y}},
        walk, palette);
}

void WalkOverlay::draw_costs(const ViewContext& context, const ui::Rect& view) {
    const draw::Palette& palette = context.palette;
    const Summary step = context.times.summarize_step();
    const TimedFrame* timed_frame = context.times.displayed_frame();
    const PhaseTimes times = timed_frame ? timed_frame->times : PhaseTimes{};
    const double now = step_milliseconds(times), frame = times.total(), detection = times.collision();
    const std::string median = ui::format_fixed(step.median, 2),
                      p95 = ui::format_fixed(step.p95, 2) + " p95 ms";
    const std::string now_text = ui::format_fixed(now, 2);
    const std::string share = ui::format_percent(frame > 0.0 ? detection / frame : 0.0);
    const ui::TextStyle label{ui::Font::body, palette.text3}, bold{ui::Font::body_bold, palette.text1};
    const std::array runs{ui::TextRun{"step", label},           ui::TextRun{now_text, bold, 5},
                          ui::TextRun{"·", label, 5},           ui::TextRun{median, label, 5},
                          ui::TextRun{"median ·", label, 5},    ui::TextRun{p95, label, 5},
                          ui::TextRun{"detection", label, 14},  ui::TextRun{share, bold, 5},
                          ui::TextRun{"of the frame", label, 5}};
    const float width = 2.0f * px(kPadding) + ui::text_line_width(runs);
    const glm::vec2 at{view.max.x - px(kMargin) - width, view.min.y + px(kMargin)};
    if (!covered_.empty() && at.x < covered_.front().max.x + px(kMargin))
        return; // no space next to the headline
    add_chip({at, at + glm::vec2(width, px(kChipHeight))});
    float x = at.x + px(kPadding);
    for (const ui::TextRun& run : runs) {
        const glm::vec2 size = ui::text_size(run.style.font, run.text);
        x += px(run.gap_before);
        ui::draw_text(behind_panels(), run.style.font,
                      {x, std::floor(at.y + 0.5f * (px(kChipHeight) - size.y))}, *run.style.color, run.text);
        x += size.x;
    }
}

void WalkOverlay::draw_message(const std::string& text, const ui::Rect& view) {
    if (text.empty()) return;
    const float width = 2.0f * px(kPadding) + std::ceil(ui::text_size(ui::Font::body, text).x);
    const glm::vec2 at{std::floor(view.center().x - 0.5f * width), std::floor(view.center().y + px(48.0f))};
    const ui::Rect chip{at, at + glm::vec2(width, px(kChipHeight))};
    add_chip(chip);
    ui::draw_text(
        behind_panels(), ui::Font::body,
        {at.x + px(kPadding), std::floor(chip.center().y - 0.5f * ui::text_size(ui::Font::body, text).y)},
        ui::palette().text1, text);
}

// Shows the most important keys at the bottom left.
void WalkOverlay::draw_keys(const Inputs& inputs, const ui::Rect& view) {
    struct Hint {
        std::vector<std::string_view> keys;
        std::string_view effect;
    };
    std::vector<Hint> hints{{{"W", "A", "S", "D"}, "walk"}};
    if (inputs.can_take) hints.push_back({{"click"}, "take"});
    if (inputs.is_outside)
        hints.push_back({{"O"}, "view from the eyes"});
    else
        hints.push_back(inputs.has_mouse ? Hint{{"Esc"}, "free the mouse"}
                                         : Hint{{"click"}, "look with the mouse"});
    hints.push_back({{"wheel"}, "reach"});
    hints.push_back({{"Q", "E"}, "open, close hand"});
    if (inputs.now.is_holding()) hints.insert(hints.end(), {{{"-", "="}, "scale"}, {{"V"}, "drop"}});
    hints.insert(hints.end(), {{{"F1"}, "keys"}, {{"F11"}, "panels"}});
    const float gap = px(5.0f), between = px(14.0f);
    const auto width_of = [&] {
        float width = 2.0f * px(kPadding) - between;
        for (const Hint& hint : hints) {
            for (const std::string_view key : hint.keys) width += ui::key_chip_size(key).x + gap;
            width += ui::text_size(ui::Font::body, hint.effect).x + between;
        }
        return width;
    };
    // Removes hints that do not fit; keeps the first hint and the hints for help longest.
    while (hints.size() > 2 && width_of() > view.width() - px(kBarsWidth + 4.0f * kMargin))
        hints.erase(hints.begin() + static_cast<std::ptrdiff_t>(hints.size()) - (hints.size() > 3 ? 3 : 1));
    const float width = width_of();
    if (width > view.width() - px(kBarsWidth + 4.0f * kMargin)) return;
    const ui::Rect chip{{view.min.x + px(kMargin), view.max.y - px(kMargin + kChipHeight)},
                        {view.min.x + px(kMargin) + width, view.max.y - px(kMargin)}};
    ImDrawList& list = behind_panels();
    add_chip(chip);
    float x = chip.min.x + px(kPadding);
    for (const Hint& hint : hints) {
        for (const std::string_view key : hint.keys) {
            const glm::vec2 size = ui::key_chip_size(key);
            ui::draw_key_chip(list, {x, std::floor(chip.center().y - 0.5f * size.y)}, key);
            x += size.x + gap;
        }
        const glm::vec2 size = ui::text_size(ui::Font::body, hint.effect);
        ui::draw_text(list, ui::Font::body, {x, std::floor(chip.center().y - 0.5f * size.y)},
                      ui::palette().text2, hint.effect);
        x += size.x + between;
    }
}

// --- the question -----------------------------------------------------------------------------------------

void WalkOverlay::answer(bool is_yes) {
    if (!question_) return;
    const Question question = *std::exchange(question_, std::nullopt);
    if (is_yes) question.yes();
}

void WalkOverlay::draw_question(const ui::Rect& view) {
    if (!question_) return;
    const std::string text = question_->what + " This walk ends.";
    const float padding = ui::px(16.0f);
    const glm::vec2 size(std::ceil(ui::text_size(ui::Font::body, text).x) + 2.0f * padding, ui::px(92.0f));
    const ui::Rect chip{glm::floor(view.center() - 0.5f * size), glm::floor(view.center() + 0.5f * size)};
    if (!ui::begin_overlay("restart question", chip, true)) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({chip.min.x, chip.min.y}, {chip.max.x, chip.max.y}, ui::packed(ui::palette().panel),
                       ui::px(ui::grid::kRounding));
    list.AddRect({chip.min.x, chip.min.y}, {chip.max.x, chip.max.y}, ui::packed(ui::palette().line2),
                 ui::px(ui::grid::kRounding));
    ImGui::SetCursorScreenPos({chip.min.x + padding, chip.min.y + padding});
    ui::text(text, {ui::Font::body, ui::palette().text1});
    ImGui::SetCursorScreenPos({chip.min.x + padding, chip.max.y - padding - ui::px(ui::grid::kControl)});
    std::optional<bool> is_yes;
    if (ui::button(question_->verb.c_str(), {.tooltip = "Enter", .primary = true})) is_yes = true;
    ui::same_line(8.0f);
    if (ui::button("Keep walking", {.tooltip = "Esc"})) is_yes = false;
    ui::end_panel();
    if (is_yes) answer(*is_yes);
}

} // namespace boxwood
