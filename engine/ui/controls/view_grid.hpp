// What: the layout of several linked views in the viewport: a grid of equal cells, divided by thin lines.
// Frame: window pixels, y down.
// Invariants: cells lie inside `whole` with `gap` between them; all have one size, so that a shared camera shows the same
//     in each. A single view fills the whole.
// Degenerate input: if there is not one pixel per cell, all rectangles are empty.
#pragma once

#include "engine/ui/layout.hpp"

#include <cstddef>
#include <vector>

namespace boxwood::ui {

// Rows from the top, each from the left; the number of columns maximizes the shorter side of a cell.
std::vector<Rect> split_view(const Rect& whole, std::size_t count, float gap);

} // namespace boxwood::ui
