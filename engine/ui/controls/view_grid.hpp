// What: the layout of several linked views in the viewport: a grid of cells, separated by thin lines.
// Frame: window pixels, y down.
// Invariants: cells lie inside `area` with `gap` between them. All cells have the same size, so that a shared camera
//     gives the same picture in each. A single view fills the area.
// Degenerate input: if there is less than one pixel per cell, all rectangles are empty.
#pragma once

#include "engine/ui/layout.hpp"

#include <cstddef>
#include <vector>

namespace boxwood::ui {

// Returns the cells row by row, from the top left. The number of columns maximizes the shorter side of a cell.
std::vector<Rect> split_view(const Rect& area, std::size_t count, float gap);

} // namespace boxwood::ui
