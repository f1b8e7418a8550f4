// What: shows the separating axes of two volumes as a table with a bar for each gap, and draws the two intervals along
//       one axis.
// Units: lengths of the scene.
#pragma once

#include "engine/draw/palette.hpp"

#include <span>
#include <string>
#include <string_view>

namespace boxwood {

struct AxisLine {
    int number = 0; // from 1, in test order
    std::string_view name;
    double centers = 0.0;     // distance of the centers along the axis
    double reach = 0.0;       // sum of both half widths and the error bound
    double gap = 0.0;         // centers - reach
    bool is_deciding = false; // the first separating axis
    bool is_after = false;    // after the deciding axis, so the query does not test it
};
// Returns the index of the row under the mouse; -1: none.
int show_axis_table(std::span<const AxisLine> lines, const draw::Palette& palette);

struct AxisSpans {
    double low_a = 0.0, high_a = 0.0, low_b = 0.0, high_b = 0.0;
    double gap = 0.0; // negative: an overlap; if positive, A's interval must be the lower one
    std::string along;
};
void show_axis_spans(const AxisSpans& spans, const draw::Palette& palette);

} // namespace boxwood
