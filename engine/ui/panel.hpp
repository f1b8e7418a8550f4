// What: the windows of the fixed layout: panels with sections, bars, overlays on the view, and splitters.
// Frame: rectangles are in window pixels, as make_layout() returns them.
#pragma once

#include "engine/ui/layout.hpp"
#include "engine/ui/text/text.hpp"

#include <optional>
#include <string_view>

namespace boxwood::ui {

enum class Edge : std::uint8_t { none, left, right, top, bottom };

struct PanelStyle {
    std::optional<draw::Color> background{}; // default: Palette::panel
    Edge line_at = Edge::none;               // the edge with a line towards the adjacent panel
    float padding_y = 0.0f;                  // pixels at scale 1; sections have their own padding
    bool scrolls = true;
};
// Returns false if the rectangle is empty; in this case, do not call end_panel().
[[nodiscard]] bool begin_panel(const char* name, const Rect& rect, const PanelStyle& style = {});
void end_panel();

// Begins a strip of controls on one line, vertically centered, such as the top bar or a row of tabs.
[[nodiscard]] bool begin_bar(const char* name, const Rect& rect, Edge line_at);
// Begins the status line: small text on one line.
[[nodiscard]] bool begin_status(const char* name, const Rect& rect);

// Begins widgets on the view, without a background. Mouse input passes through to the view unless `takes_mouse` is set.
// End it with end_panel().
[[nodiscard]] bool begin_overlay(const char* name, const Rect& rect, bool takes_mouse = false);

// Aligns all widgets before end_right_aligned() at the right edge of the line. Returns false if the line has no room
// for them; in this case, omit the widgets and do not call end_right_aligned().
[[nodiscard]] bool begin_right_aligned(const char* id);
void end_right_aligned();
// Places the next widget on the line of the previous one, `gap` pixels (at scale 1) after it.
void same_line(float gap = grid::kGap);
// A thin vertical line between groups of a bar.
void bar_separator();

struct SectionStyle {
    bool has_reset = false;
    std::string_view right_text{};
    std::string_view note{}; // next to the title
};
inline constexpr SectionStyle kWithReset{.has_reset = true};
// Draws the heading of a section, with a line above it unless the section is the first of the panel. Returns true when
// the reset button is clicked.
bool section(std::string_view title, const SectionStyle& style = {});
// A line across the panel.
void divider();

// Draws the handles between the panels. Dragging resizes; a double click restores the initial size.
void splitters(const Layout& layout, LayoutSettings& io_settings);

} // namespace boxwood::ui
