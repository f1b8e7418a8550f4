// What: the separating axes of two volumes as a table with a bar for each gap, and the intervals of both along one.
// Units: lengths as in the scene.
#pragma once

#include "engine/draw/palette.hpp"

#include <span>
#include <string>
#include <string_view>

namespace boxwood {

struct AxisLine {
    int number = 0; // from 1, as the test tries them
    std::string_view name;
    double apart = 0.0, reach = 0.0; // as the test compares them
    double gap = 0.0;                // in lengths
    bool is_deciding = false;        // the first that separates
    bool is_after = false;           // a deciding one: the query never tried it
};
// Returns the row under the mouse, -1: none.
int axis_table(std::span<const AxisLine> lines, const draw::Palette& palette);

struct AxisSpans {
    double low_a = 0.0, high_a = 0.0, low_b = 0.0, high_b = 0.0;
    double gap = 0.0; // negative: an overlap
    std::string along;
};
void axis_spans(const AxisSpans& spans, const draw::Palette& palette);

} // namespace boxwood
