// What: the windows of the fixed layout: panels with sections, bars, overlays on the view, splitters between them.
// Frame: rectangles in window pixels, as make_layout() gives them.
#pragma once

#include "engine/ui/layout.hpp"
#include "engine/ui/text/text.hpp"

#include <optional>
#include <string_view>

namespace boxwood::ui {

enum class Edge : std::uint8_t { none, left, right, top, bottom };

struct PanelStyle {
    std::optional<draw::Color> background{}; // default: panel
    Edge line_at = Edge::none;               // where a line separates it from its neighbour
    float padding_y = 0.0f;                  // pixels at scale 1; sections have their own
    bool scrolls = true;
};
// False when the rectangle is empty: then do not call end_panel().
[[nodiscard]] bool begin_panel(const char* name, const Rect& rect, const PanelStyle& style = {});
void end_panel();

// A strip of controls on one line, vertically centred: the top bar, tab rows.
[[nodiscard]] bool begin_bar(const char* name, const Rect& rect, Edge line_at);
// The status line: small text on one line.
[[nodiscard]] bool begin_status(const char* name, const Rect& rect);

// Widgets on the view without a background; mouse input passes through unless `takes_mouse`. End with end_panel().
[[nodiscard]] bool begin_overlay(const char* name, const Rect& rect, bool takes_mouse = false);

// Widgets up to end_right_aligned() end at the right edge of the line. False if the line has no room for them: then
// omit them, and do not call end_right_aligned().
[[nodiscard]] bool begin_right_aligned(const char* id);
void end_right_aligned();
// Places the next widget on the line of the previous one, `gap` pixels (at scale 1) after it.
void same_line(float gap = grid::kGap);
// A thin upright line between groups of a bar.
void bar_separator();

struct SectionStyle {
    bool has_reset = false;
    std::string_view right_text{};
    std::string_view note{}; // next to the title
};
inline constexpr SectionStyle kWithReset{.has_reset = true};
// The heading of a section, with a line above it unless it is the panel's first. True when reset was clicked.
bool section(std::string_view title, const SectionStyle& style = {});
// A line across the panel.
void divider();

// The handles between the panels: drag to resize, double-click to restore the initial size.
void splitters(const Layout& layout, LayoutSettings& io_settings);

} // namespace boxwood::ui
