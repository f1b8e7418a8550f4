// What: labelled horizontal bars, one below the other, several panels side by side: a comparison by eye, the number beside
//       each bar, round values of the scale below.
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
    std::string text; // beside the bar
    draw::Ink ink = &draw::Palette::left_series;
    bool starts_group = false; // a gap above
};

struct BarPanel {
    std::string title, unit;
    std::vector<HorizontalBar> bars{};
    bool is_log = false;
    double mark = 0.0; // a line across the bars at this value, above 0; 0: none
};

// The panels side by side, `columns` in a row; rows of panels below each other.
draw::Sheet draw_bar_panels(std::span<const BarPanel> panels, float width, std::size_t columns);
// The same on as many sheets as it takes for none to be higher than `most_height`, but for a row of panels that is.
std::vector<draw::Sheet> draw_bar_pages(std::span<const BarPanel> panels, float width, std::size_t columns,
                                        float most_height);

} // namespace boxwood
