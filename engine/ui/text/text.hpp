// What: texts and numbers in the interface: plain, with several styles on one baseline, as links, chips, keys and
//       statistics.
// Frame: widgets start at Dear ImGui's cursor; the draw_* functions take window pixels.
// Invariants: text of different sizes on one line shares the baseline.
#pragma once

#include "engine/ui/text/icons.hpp"
#include "engine/ui/theme.hpp"

#include <optional>
#include <span>
#include <string_view>

struct ImDrawList;

namespace boxwood::ui {

glm::vec2 text_size(Font name, std::string_view text);
// Distance from the top of a line of text to its baseline.
float ascent_of(Font name);
void draw_text(ImDrawList& list, Font name, glm::vec2 top_left, draw::Color color, std::string_view text,
               float alpha = 1.0f);
// If the text is wider than `width`, shortens it in the middle with "…". For paths, whose ends are the most
// informative.
void draw_text_fitted(ImDrawList& list, Font name, glm::vec2 top_left, draw::Color color,
                      std::string_view text, float width);
// If the text is wider than `width`, shortens it at the end with "…".
void draw_text_cut(ImDrawList& list, Font name, glm::vec2 top_left, draw::Color color, std::string_view text,
                   float width);

struct TextStyle {
    Font font = Font::body;
    std::optional<draw::Color> color{}; // default: text2
    // Pixels at scale 1; the text is vertically centered in this height, to fit next to controls. 0: the text's height.
    float row_height = 0.0f;
};
void text(std::string_view text, const TextStyle& style = {});
// Right-aligned at the edge of the panel, on the current line.
void text_right(std::string_view text, const TextStyle& style = {});

struct TextRun {
    std::string_view text;
    TextStyle style{};
    float gap_before = 0.0f; // pixels at scale 1
};
inline TextRun plain(std::string_view text) {
    return {text, {}};
}
// Draws runs on one line with a common baseline. The line is as high as its highest run or, if set, as `row_height`.
void text_line(std::span<const TextRun> runs, float row_height = 0.0f);
float text_line_width(std::span<const TextRun> runs); // real pixels
// Draws text that is wrapped to the width of the panel, without line breaks between numbers and units. The line pitch
// is 20 pixels.
void paragraph(std::span<const TextRun> runs);

// Draws a background of `size` real pixels at the cursor. It dims the picture behind the next text.
void text_backing(glm::vec2 size);

struct StatStyle {
    Font number_font = Font::readout;
    std::optional<draw::Color> number_color{}; // default: text1
};
// A large number and its label.
void stat(std::string_view number, std::string_view label, const StatStyle& style = {});

// An underlined text; returns true when clicked. `id` distinguishes links with the same text.
bool link_text(const char* id, std::string_view text, const TextStyle& style = {});

enum class ChipKind : std::uint8_t { neutral, ok, bad, accent };
// The widget is as high as a control. Its colored area has the size chip_size().
void chip(std::string_view text, ChipKind kind, std::optional<Icon> icon = std::nullopt);
glm::vec2 chip_size(std::string_view text, bool has_icon);

// Draws the key of an action in a small frame of the size key_chip_size(). The widget is as high as a control.
void key_chip(std::string_view key);
glm::vec2 key_chip_size(std::string_view key);
void draw_key_chip(ImDrawList& list, glm::vec2 top_left, std::string_view key);

// Draws a filled square in the color of the data, for use before a name. The widget is as high as a line of body text,
// or `row_height` pixels at scale 1.
void swatch(draw::Color color, float row_height = 0.0f);

// Sets the tooltip of the previous widget. `text` is one sentence. The tooltip appears when the mouse has rested on the
// widget for 0.3 s.
void tooltip(std::string_view text);
void show_tooltip(std::string_view text); // at the mouse, without delay
// True if the mouse has rested on the previous widget for 0.3 s, for tooltips that contain more than text.
bool is_tooltip_due();

} // namespace boxwood::ui
