#include "app/labs/walkthrough/panels/tip_bars.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace boxwood {
namespace {

using ui::px;

constexpr float kFullBar_mm = 40.0f; // distance of a full bar

BodyId find_tip_target(const Walk& walk) {
    BodyId best = kNone;
    std::size_t max_count = 0;
    for (const TipDistance& tip : walk.tips()) {
        if (tip.body == kNone) continue;
        const auto count = static_cast<std::size_t>(
            std::count_if(walk.tips().begin(), walk.tips().end(),
                          [&](const TipDistance& other) { return other.body == tip.body; }));
        if (count <= max_count) continue;
        max_count = count;
        best = tip.body;
    }
    return best;
}

// Per finger, the word that replaces the distance next to its bar.
std::array<std::string, kFingers> tip_words(const Walk& walk) {
    std::array<std::string, kFingers> words;
    const BodyId target = find_tip_target(walk);
    for (std::size_t f = 0; f < kFingers; ++f) {
        const TipDistance& tip = walk.tips()[f];
        if (tip.body == kNone)
            words[f] = walk.is_detection_on ? "far" : "off";
        else if (tip.is_touching())
            words[f] = tip.body == target ? "contact" : walk.body(tip.body).name;
    }
    return words;
}

// Draws the bar of a finger. Without contact, its length shows the distance; a contact fills and hatches it.
void draw_tip_bar(ImDrawList& list, const ui::Rect& track, const TipDistance& tip,
                  const draw::Palette& palette) {
    list.AddRectFilled({track.min.x, track.min.y}, {track.max.x, track.max.y}, ui::packed(palette.view));
    if (tip.body == kNone) return;
    if (!tip.is_touching()) {
        const float share = std::min(1.0f, static_cast<float>(1000.0 * tip.distance) / kFullBar_mm);
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

} // namespace

std::string tip_target_name(const Walk& walk) {
    if (!walk.is_detection_on) return "nothing: off";
    const BodyId target = find_tip_target(walk);
    return target == kNone ? "nothing near" : walk.body(target).name;
}

void draw_tip_bars(ImDrawList& list, const ui::Rect& rect, const Walk& walk, const draw::Palette& palette) {
    const std::array<std::string, kFingers> words = tip_words(walk);
    const float left = rect.min.x + px(60.0f), right = rect.max.x - px(60.0f);
    const auto touch_text = [&](float row, std::string_view text) {
        const glm::vec2 size = ui::text_size(ui::Font::body_bold, text);
        const float width = std::min(size.x, rect.max.x - right - px(6.0f));
        ui::draw_text_fitted(list, ui::Font::body_bold,
                             {rect.max.x - width, std::floor(row + 0.5f * (px(kTipBarRow) - size.y))},
                             draw::mix(palette.contact, palette.text1, 0.35f), text, width);
    };
    float y = rect.min.y;
    for (std::size_t f = 0; f < kFingers; ++f, y += px(kTipBarRow)) {
        const TipDistance& tip = walk.tips()[f];
        const auto text_at = [&](ui::Font font, float x, draw::Color color, std::string_view text,
                                 bool is_right_aligned) {
            const glm::vec2 size = ui::text_size(font, text);
            ui::draw_text(
                list, font,
                {is_right_aligned ? x - size.x : x, std::floor(y + 0.5f * (px(kTipBarRow) - size.y))}, color,
                text);
        };
        text_at(ui::Font::body, rect.min.x, palette.text2, walk.hand().model().fingers[f].name, false);
        draw_tip_bar(list, {{left, y + px(6.0f)}, {right, y + px(kTipBarRow - 6.0f)}}, tip, palette);
        if (tip.body == kNone)
            text_at(ui::Font::body, rect.max.x, palette.text3, words[f], true);
        else if (tip.is_touching())
            touch_text(y, words[f]);
        else
            text_at(ui::Font::body_bold, rect.max.x, palette.text1,
                    ui::format_fixed(1000.0 * tip.distance, 1), true);
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

} // namespace boxwood
