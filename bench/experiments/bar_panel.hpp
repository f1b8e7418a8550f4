// What: draws panels of labelled horizontal bars, with a number next to each bar and round values on a scale below.
// Units: the heading of a panel names the unit of its values. Sizes are in pixels.
// Invariants: the bars of one panel share a scale. A linear scale starts at 0, a logarithmic scale at the power of ten
//     below the smallest value.
// Degenerate input: a value that is not finite, or not positive on a logarithmic scale, has only its text and no bar.
#pragma once

#include "engine/draw/sheet.hpp"

#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct HorizontalBar {
    std::string label;
    double value = 0.0;
    std::string text; // next to the bar
    draw::Ink ink = &draw::Palette::left_series;
    bool starts_group = false; // leaves a gap above this bar
};

struct BarPanel {
    std::string title, unit;
    std::vector<HorizontalBar> bars{};
    bool is_log = false;
    double mark = 0.0; // draws a line across the bars at this value; 0: no line
};

// Draws the panels in rows of `columns` panels.
draw::Sheet draw_bar_panels(std::span<const BarPanel> panels, float width, std::size_t columns);
// Draws the panels on several sheets, which are at most `max_height` high unless a single row of panels is higher.
std::vector<draw::Sheet> draw_bar_pages(std::span<const BarPanel> panels, float width, std::size_t columns,
                                        float max_height);

} // namespace boxwood
