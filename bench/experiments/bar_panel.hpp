// What: labelled horizontal bars, one below the other, in several adjacent panels: a visual comparison, with the number
//     next to each bar and round values on the scale below.
// Units: of the values, named in each panel's heading. Sizes in pixels.
// Invariants: bars of one panel share a scale from 0 (or, logarithmic, from the power of ten below the least).
// Degenerate input: a value that is not finite, or not above 0 on a logarithmic scale, has no bar, only its text.
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
    bool starts_group = false; // a gap above
};

struct BarPanel {
    std::string title, unit;
    std::vector<HorizontalBar> bars{};
    bool is_log = false;
    double mark = 0.0; // a line across the bars at this value if above 0
};

// The panels in rows of `columns` panels each.
draw::Sheet draw_bar_panels(std::span<const BarPanel> panels, float width, std::size_t columns);
// The same on several sheets, none higher than `most_height` unless a single row of panels is.
std::vector<draw::Sheet> draw_bar_pages(std::span<const BarPanel> panels, float width, std::size_t columns,
                                        float most_height);

} // namespace boxwood
