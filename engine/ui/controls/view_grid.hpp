// What: where several linked views stand in the viewport: a grid of equal cells, parted by thin lines.
// Frame: window pixels, y down.
// Invariants: cells lie inside `whole` and apart from each other by `gap`; all are of one size, so that a camera that
//     they share shows the same in each. One view is the whole.
// Degenerate input: what has no room for a pixel in each cell is empty rectangles.
#pragma once

#include "engine/ui/layout.hpp"

#include <cstddef>
#include <vector>

namespace boxwood::ui {

// Rows from the top, each from the left; as many columns as make the shorter side of a cell longest.
std::vector<Rect> split_view(const Rect& whole, std::size_t count, float gap);

} // namespace boxwood::ui
