// The walkthrough's chips over the view, and its panels.
#include "app/labs/walkthrough/walkthrough.hpp"

#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

using ui::px;

constexpr float kMargin = 14.0f, kPadding = 12.0f;
constexpr float kBarsWidth = 300.0f, kRow = 22.0f, kHeading = 26.0f, kTicks = 20.0f;
constexpr float kFullBar = 40.0f; // millimetres
constexpr float kChipHeight = 36.0f;
constexpr float kBareWidth = 1000.0f; // of a view without panels, even in a large interface

std::string millimetres(double metres) {
    return ui::format_fixed(1000.0 * metres, 1);
}

ImDrawList& behind_panels() {
    return *ImGui::GetBackgroundDrawList();
}

void draw_chip_field(const ui::Rect& rect) {
    ImDrawList& list = behind_panels();
    list.AddRectFilled({rect.min.x, rect.min.y}, {rect.max.x, rect.max.y},
                       ui::packed(ui::palette().panel, 0.92f), px(ui::grid::kRounding));
    list.AddRect({rect.min.x, rect.min.y}, {rect.max.x, rect.max.y}, ui::packed(ui::palette().line),
                 px(ui::grid::kRounding));
}

// A finger's bar: how far its tip is, or that it is in contact, in colour and hatch.
void draw_tip_bar(ImDrawList& list, const ui::Rect& track, const TipDistance& tip,
                  const draw::Palette& palette) {
    list.AddRectFilled({track.min.x, track.min.y}, {track.max.x, track.max.y}, ui::packed(palette.view));
    if (tip.body == kNone) return;
    if (!tip.is_touching()) {
        const float share = std::min(1.0f, static_cast<float>(1000.0 * tip.distance) / kFullBar);
        const float end = track.min.x + share * track.width(), middle = track.center().y;
        list.AddRectFilled({track.min.x, track.min.y + px(2.0f)}, {end, track.max.y - px(2.0f)},
                           ui::packed(palette.closest));
        list.AddCircleFilled({end, middle}, px(4.0f), ui::packed(palette.closest));
        return;
    }
    list.AddRectFilled({track.min.x, track.min.y}, {track.max.x, track.max.y}, ui::packed(palette.contact));
    list.PushClipRect({track.min.x, track.min.y}, {track.max.x, track.max.y}, true);
    const float height = track.height();
    for (float x = track.min.x - height; x < track.max.x; x += px(6.0f))
        list.AddLine({x, track.max.y}, {x + height, track.min.y}, ui::packed(palette.hatch), px(2.0f));
    list.PopClipRect();
}

// Bars of all fingers with their numbers or words, over ticks in millimetres.
void draw_tip_bars(ImDrawList& list, const ui::Rect& rect, const std::array<TipDistance, kFingers>& tips,
                   const std::array<std::string, kFingers>& words, const HandModel& model,
                   const draw::Palette& palette) {
    const float left = rect.min.x + px(60.0f), right = rect.max.x - px(60.0f);
    const auto touch_text = [&](float row, std::string_view text) {
        const glm::vec2 size = ui::text_size(ui::Font::body_bold, text);
        const float width = std::min(size.x, rect.max.x - right - px(6.0f));
        ui::draw_text_fitted(list, ui::Font::body_bold,
                             {rect.max.x - width, std::floor(row + 0.5f * (px(kRow) - size.y))},
                             draw::mix(palette.contact, palette.text1, 0.35f), text, width);
    };
    float y = rect.min.y;
    for (std::size_t f = 0; f < kFingers; ++f, y += px(kRow)) {
        const TipDistance& tip = tips[f];
        const auto text_at = [&](ui::Font font, float x, draw::Color color, std::string_view text,
                                 bool ends) {
            const glm::vec2 size = ui::text_size(font, text);
            ui::draw_text(list, font, {ends ? x - size.x : x, std::floor(y + 0.5f * (px(kRow) - size.y))},
                          color, text);
        };
        text_at(ui::Font::body, rect.min.x, palette.text2, model.fingers[f].name, false);
        draw_tip_bar(list, {{left, y + px(6.0f)}, {right, y + px(kRow - 6.0f)}}, tip, palette);
        if (tip.body == kNone)
            text_at(ui::Font::body, rect.max.x, palette.text3, words[f], true);
        else if (tip.is_touching())
            touch_text(y, words[f]);
        else
            text_at(ui::Font::body_bold, rect.max.x, palette.text1, millimetres(tip.distance), true);
    }
    for (int tick = 0; tick <= 4; ++tick) {
        const std::string text = std::to_string(10 * tick);
        const float x = left + (right - left) * 0.25f * static_cast<float>(tick);
        list.AddLine({x, y}, {x, y + px(3.0f)}, ui::packed(palette.line2));
        const glm::vec2 size = ui::text_size(ui::Font::caption, text);
        ui::draw_text(list, ui::Font::caption, {std::floor(x - 0.5f * size.x), y + px(4.0f)}, palette.text3,
                      text);
    }
}

} // namespace

// --- over the view ----------------------------------------------------------------------------------------

void WalkthroughLab::cover(const ui::Rect& chip) {
    draw_chip_field(chip);
    covered_.push_back(chip);
}

std::size_t WalkthroughLab::convex_pieces() const {
    return scene_.convex_pieces + walk_.hand().model().tree().part_count();
}

void WalkthroughLab::headline(ViewContext& context) {
    covered_.clear();
    const draw::Palette& palette = context.palette;
    std::uint64_t touched = 0;
    for (BodyId id = 0; id < scene_.bodies.size(); ++id) touched += walk_.is_touched(id) ? 1 : 0;
    const std::string pieces = ui::format_count(convex_pieces());
    const std::string pairs = ui::format_count(simulation_.output.counters.pairs),
                      contacts = ui::format_count(touched);
    const ui::TextStyle label{ui::Font::body, palette.text3}, bold{ui::Font::body_bold, palette.text1};
    std::vector<ui::TextRun> runs{{"Walkthrough", bold},
                                  {scene_.name, {ui::Font::body, palette.text2}, 10},
                                  {pieces, bold, 20},
                                  {"convex pieces", label, 5}};
    if (walk_.detects) {
        runs.insert(
            runs.end(),
            {{pairs, {ui::Font::body_bold, palette.overlapping}, 14},
             {simulation_.output.counters.pairs == 1 ? "box pair overlaps" : "box pairs overlap", label, 5},
             {contacts, {ui::Font::body_bold, palette.contact}, 14},
             {touched == 1 ? "thing touched" : "things touched", label, 5}});
    } else {
        runs.push_back(
            {"detection off (Z): the hand goes through everything", {ui::Font::body_bold, palette.bad}, 14});
    }
    const float width = 2.0f * px(kPadding) + ui::text_line_width(runs);
    const glm::vec2 at = context.view_position + px(kMargin);
    cover({at, at + glm::vec2(width, px(kChipHeight))});
    ImGui::SetCursorScreenPos({at.x + px(kPadding), at.y});
    ui::text_line(runs, kChipHeight);
}

void WalkthroughLab::overlay(ViewContext& context) {
    const ui::Rect view{context.view_position, context.view_position + context.view_size};
    if (view.height() < px(360.0f)) return;
    const draw::Palette& palette = context.palette;
    ImDrawList& list = behind_panels();
    if (!is_spectator_)
        list.AddCircle({view.center().x, view.center().y}, px(3.5f), ui::packed(palette.text1, 0.8f), 0,
                       px(1.5f));
    show_keys(view);
    show_told(view);
    show_question(view);
    if (view.width() < px(kBareWidth)) return; // the panels say the rest
    show_costs_chip(context, view);
    if (!show_.tips) return;
    const float height = px(kPadding + kHeading + kRow * kFingers + kTicks + 6.0f);
    const ui::Rect chip{{view.max.x - px(kMargin + kBarsWidth), view.max.y - px(kMargin) - height},
                        view.max - px(kMargin)};
    cover(chip);
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
    ui::draw_text_fitted(list, ui::Font::body, {body + px(14.0f), at.y}, palette.text1, target_name(),
                         px(110.0f));
    const std::string_view unit = "distance, mm";
    ui::draw_text(list, ui::Font::small,
                  {chip.max.x - px(kPadding) - ui::text_size(ui::Font::small, unit).x, at.y}, palette.text3,
                  unit);
    draw_tip_bars(
        list, {{at.x, chip.min.y + px(kPadding + kHeading - 6.0f)}, {chip.max.x - px(kPadding), chip.max.y}},
        walk_.tips(), tip_words(), walk_.hand().model(), palette);
}

// What most fingertips are nearest to.
std::string WalkthroughLab::target_name() const {
    if (!walk_.detects) return "nothing: off";
    const BodyId target = find_target();
    return target == kNone ? "nothing near" : walk_.body(target).name;
}

BodyId WalkthroughLab::find_target() const {
    BodyId best = kNone;
    std::size_t most = 0;
    for (const TipDistance& tip : walk_.tips()) {
        if (tip.body == kNone) continue;
        const auto count = static_cast<std::size_t>(
            std::count_if(walk_.tips().begin(), walk_.tips().end(),
                          [&](const TipDistance& other) { return other.body == tip.body; }));
        if (count <= most) continue;
        most = count;
        best = tip.body;
    }
    return best;
}

// Per finger: the word next to its bar where there is no distance.
std::array<std::string, kFingers> WalkthroughLab::tip_words() const {
    std::array<std::string, kFingers> words;
    const BodyId target = find_target();
    for (std::size_t f = 0; f < kFingers; ++f) {
        const TipDistance& tip = walk_.tips()[f];
        if (tip.body == kNone)
            words[f] = walk_.detects ? "far" : "off";
        else if (tip.is_touching())
            words[f] = tip.body == target ? "contact" : walk_.body(tip.body).name;
    }
    return words;
}

void WalkthroughLab::show_costs_chip(const ViewContext& context, const ui::Rect& view) {
    const draw::Palette& palette = context.palette;
    const Summary step = context.times.summarize_step();
    const TimedFrame* shown = context.times.now();
    const PhaseTimes times = shown ? shown->times : PhaseTimes{};
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
        return; // no room next to the headline
    cover({at, at + glm::vec2(width, px(kChipHeight))});
    float x = at.x + px(kPadding);
    for (const ui::TextRun& run : runs) {
        const glm::vec2 size = ui::text_size(run.style.font, run.text);
        x += px(run.gap_before);
        ui::draw_text(behind_panels(), run.style.font,
                      {x, std::floor(at.y + 0.5f * (px(kChipHeight) - size.y))}, *run.style.color, run.text);
        x += size.x;
    }
}

// Below the cross-hair: what the hand does by itself, or why it does not.
void WalkthroughLab::show_told(const ui::Rect& view) {
    const std::string text = told();
    if (text.empty()) return;
    const float width = 2.0f * px(kPadding) + std::ceil(ui::text_size(ui::Font::body, text).x);
    const glm::vec2 at{std::floor(view.center().x - 0.5f * width), std::floor(view.center().y + px(48.0f))};
    const ui::Rect chip{at, at + glm::vec2(width, px(kChipHeight))};
    cover(chip);
    ui::draw_text(
        behind_panels(), ui::Font::body,
        {at.x + px(kPadding), std::floor(chip.center().y - 0.5f * ui::text_size(ui::Font::body, text).y)},
        ui::palette().text1, text);
}

// The keys that matter now, at the bottom left.
void WalkthroughLab::show_keys(const ui::Rect& view) {
    struct Hint {
        std::vector<std::string_view> keys;
        std::string_view does;
    };
    std::vector<Hint> hints{{{"W", "A", "S", "D"}, "walk"}};
    if (can_take(aim_)) hints.push_back({{"click"}, "take it"});
    if (is_spectator_)
        hints.push_back({{"O"}, "through the eyes"});
    else
        hints.push_back(has_mouse_ ? Hint{{"Esc"}, "free the mouse"}
                                   : Hint{{"click"}, "look with the mouse"});
    hints.push_back({{"wheel"}, "reach"});
    hints.push_back({{"Q", "E"}, "open, shut hand"});
    if (walk_.held() != kNone) hints.insert(hints.end(), {{{"-", "="}, "scale"}, {{"V"}, "drop"}});
    hints.insert(hints.end(), {{{"F1"}, "keys"}, {{"F11"}, "panels"}});
    const float gap = px(5.0f), between = px(14.0f);
    const auto width_of = [&] {
        float width = 2.0f * px(kPadding) - between;
        for (const Hint& hint : hints) {
            for (const std::string_view key : hint.keys) width += ui::key_chip_size(key).x + gap;
            width += ui::text_size(ui::Font::body, hint.does).x + between;
        }
        return width;
    };
    // The first and the list of keys go last.
    while (hints.size() > 2 && width_of() > view.width() - px(kBarsWidth + 4.0f * kMargin))
        hints.erase(hints.begin() + static_cast<std::ptrdiff_t>(hints.size()) - (hints.size() > 3 ? 3 : 1));
    const float width = width_of();
    if (width > view.width() - px(kBarsWidth + 4.0f * kMargin)) return;
    const ui::Rect chip{{view.min.x + px(kMargin), view.max.y - px(kMargin + kChipHeight)},
                        {view.min.x + px(kMargin) + width, view.max.y - px(kMargin)}};
    ImDrawList& list = behind_panels();
    cover(chip);
    float x = chip.min.x + px(kPadding);
    for (const Hint& hint : hints) {
        for (const std::string_view key : hint.keys) {
            const glm::vec2 size = ui::key_chip_size(key);
            ui::draw_key_chip(list, {x, std::floor(chip.center().y - 0.5f * size.y)}, key);
            x += size.x + gap;
        }
        const glm::vec2 size = ui::text_size(ui::Font::body, hint.does);
        ui::draw_text(list, ui::Font::body, {x, std::floor(chip.center().y - 0.5f * size.y)},
                      ui::palette().text2, hint.does);
        x += size.x + between;
    }
}

// --- panels -----------------------------------------------------------------------------------------------

void WalkthroughLab::parameters(ViewContext& context) {
    show_scene_parameters();
    show_held_parameters();
    show_display_parameters(context.palette);
}

void WalkthroughLab::show_scene_parameters() {
    ui::section("Walk");
    // The scene that runs: of a scene file, or of a walk, its own name.
    std::vector<const char*> scenes{"Kitchen and porch", "Table"};
    int scene = user_meshes_ ? 2 : scene_.choice == "kitchen" ? 0 : scene_.choice == "table" ? 1 : 2;
    if (scene == 2) scenes.push_back(scene_.name.c_str());
    if (ui::dropdown({.label = "Scene",
                      .options = scenes,
                      .tooltip = "Another scene begins a new walk; open or drop a scene file for others"},
                     scene) &&
        scene < 2)
        ask_before_restart("Another scene begins a new walk.", "Change the scene",
                           [this, choice = scene == 1 ? "table" : "kitchen"] {
                               scene_choice_ = choice;
                               user_meshes_.reset();
                               player_.reset();
                               wants_restart_ = true;
                           });
    row("detection", {.key = "Z"});
    row("oracle");
    bool records = recorder_.has_value();
    if (ui::check_row({.label = "Record",
                       .key = "P",
                       .tooltip =
                           "A recording begins with a new walk; a second click saves a .walk file, which "
                           "Ctrl+O opens"},
                      records))
        toggle_record();
    if (player_) {
        const std::string at = ui::format_count(std::min(simulation_.frame, player_->script().frames())) +
                               " of " + ui::format_count(player_->script().frames());
        value_row("Script", at + " frames");
    }
}

void WalkthroughLab::show_held_parameters() {
    ui::section("Held", {.note = walk_.held() == kNone ? "nothing" : walk_.body(walk_.held()).name});
    if (walk_.held() == kNone) {
        ui::paragraph(std::array{ui::TextRun{
            "Shut thumb and a finger on something loose to lift it; what is held can be scaled here.", {}}});
        return;
    }
    const glm::dvec3 scale = walk_.scale_of(walk_.held());
    const auto scale_to = [&](const glm::dvec3& factor) {
        if (Status status = walk_.scale_held(simulation_, factor); !status)
            notes_.push_back(status.error().message);
        dirty_ = true;
    };
    float all = static_cast<float>(std::cbrt(scale.x * scale.y * scale.z));
    const float before = all;
    const auto field = [](const char* label) {
        return ui::FloatField{.label = label,
                              .min = 0.25f,
                              .max = 4.0f,
                              .reset = 1.0f,
                              .unit = "times",
                              .decimals = 2,
                              .logarithmic = true,
                              .tooltip =
                                  "Relative to its initial size; planes, hull and mass are recomputed"};
    };
    if (ui::slider(field("Scale"), all).changed) scale_to(glm::dvec3(static_cast<double>(all / before)));
    constexpr std::array kNames{"Along x", "Along y", "Along z"};
    for (int axis = 0; axis < 3; ++axis) {
        float along = static_cast<float>(scale[axis]);
        if (!ui::slider(field(kNames[static_cast<std::size_t>(axis)]), along).changed) continue;
        glm::dvec3 factor(1.0);
        factor[axis] = static_cast<double>(along) / scale[axis];
        scale_to(factor);
    }
    row("scale-axis");
    if (ui::button("Let go", {.tooltip = "Lets the held body fall (V)"})) pending_.drops = true;
}

void WalkthroughLab::show_display_parameters(const draw::Palette& palette) {
    section("Display");
    row("structure");
    row("tips", {.sample = {ui::Sample::dots, palette.closest}, .key = "N"});
    row("triangles", {.sample = {ui::Sample::hatch, palette.contact}, .key = "T"});
    for (const std::string_view name : {"names", "shadows", "edges"}) row(name);
    row("spectator", {.key = "O"});
    {
        const ui::Unavailable because(is_spectator_ ? "It is that of the eyes: O goes back to them." : "");
        row("field-of-view");
    }
    row("mouse-speed");
    row("sound", {.key = "M"});
    row("reduced-motion");
}

void WalkthroughLab::inspector(ViewContext& context) {
    const draw::Palette& palette = context.palette;
    ui::section("Fingertips", {.right_text = "mm to " + target_name()});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = px(kRow * kFingers + kTicks), width = ImGui::GetContentRegionAvail().x;
    draw_tip_bars(*ImGui::GetWindowDrawList(), {{at.x, at.y}, {at.x + width, at.y + height}}, walk_.tips(),
                  tip_words(), walk_.hand().model(), palette);
    ImGui::Dummy({width, height});
    show_touched(palette);
    show_costs(context);
    ui::section("Hand");
    value_row("Convex parts", ui::format_count(walk_.hand().model().tree().part_count()));
    value_row("Joints", ui::format_count(walk_.hand().model().tree().joints().size()));
    value_row("Parts in touch", ui::format_count(walk_.touches().size()));
    if (walk_.held() != kNone) {
        const LooseBody* body = walk_.dynamics().find(walk_.held());
        value_row("Holds", walk_.body(walk_.held()).name);
        value_row("Mass", ui::format_significant(body->mass.kilograms, 2) + " kg");
    }
    ui::section("Scene");
    value_row("Convex pieces", ui::format_count(convex_pieces()));
    value_row("of them of the hand", ui::format_count(walk_.hand().model().tree().part_count()));
    value_row("Triangle meshes", ui::format_count(scene_.meshes));
    std::uint64_t awake = 0;
    for (const LooseBody& body : walk_.dynamics().bodies()) awake += body.is_awake ? 1 : 0;
    value_row("Loose, awake",
              ui::format_count(walk_.dynamics().bodies().size()) + ", " + ui::format_count(awake));
}

// What detection costs, and what the step was without it.
void WalkthroughLab::show_costs(const ViewContext& context) {
    ui::section("What detection costs", {.right_text = "ms, smoothed"});
    const auto cost = [](const Cost& c) {
        return c.frames == 0 ? std::string("–") : ui::format_fixed(c.frame_ms, 3);
    };
    value_row("Step with detection", cost(costs_[1]));
    value_row("Step without (Z)", cost(costs_[0]));
    const double draw_ms = context.times.summarize_phase(Phase::draw).median;
    const Cost& with = costs_[1];
    const double frame_ms = with.frame_ms + draw_ms;
    value_row("Frame with detection", with.frames == 0 ? "–" : ui::format_fixed(frame_ms, 2));
    value_row("Frame without",
              costs_[0].frames == 0 ? "–" : ui::format_fixed(costs_[0].frame_ms + draw_ms, 2));
    value_row("Detection",
              frame_ms > 0.0 ? ui::format_percent(with.detection_ms / frame_ms) + " of the frame" : "–");
    value_row("Closest-feature queries", ui::format_count(walk_.queries()));
    value_row("Slowest step", ui::format_fixed(worst_ms_, 2) + ", frame " + ui::format_count(worst_frame_));
}

void WalkthroughLab::details(ViewContext& context) {
    ui::section("What happened", {.right_text = "frame, who, what"});
    std::string_view rest = log_;
    std::vector<std::string_view> lines;
    while (!rest.empty() && lines.size() < 8) {
        const std::size_t end = rest.size() - 1, from = rest.rfind('\n', end == 0 ? 0 : end - 1);
        const std::size_t begin = from == std::string_view::npos ? 0 : from + 1;
        lines.push_back(rest.substr(begin, end - begin));
        rest = rest.substr(0, begin);
    }
    if (lines.empty())
        ui::text("nothing yet: reach out and touch something", {ui::Font::small, context.palette.text3});
    for (const std::string_view line : lines) ui::text(line, {ui::Font::small, context.palette.text2});
}

} // namespace boxwood
