// What: draws panels of labelled horizontal bars. A number is next to each bar; a scale with round values is below
//     the bars.
// Units: the heading of a panel names the unit of its values. Sizes are in pixels.
// Invariants: the bars of one panel share a scale. A linear scale starts at 0, a logarithmic scale at half the power of
//     ten below the smallest value.
// Degenerate input: a value has only its text and no bar if it is not finite or not positive.
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
// Draws the panels on several sheets. A sheet is at most `max_height` high, unless a single row of panels is higher.
std::vector<draw::Sheet> draw_bar_pages(std::span<const BarPanel> panels, float width, std::size_t columns,
                                        float max_height);

} // namespace boxwood
