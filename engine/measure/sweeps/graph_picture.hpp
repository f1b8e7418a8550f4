// What: the pictures of a graph: its times (totals with bands, the three parts stacked) and the counts that explain
//       them.
// Units: times per frame in milliseconds or microseconds, chosen by magnitude; counts per frame. The size is in pixels.
// Degenerate input: points not yet measured are not drawn; without any, only the axes are drawn.
#pragma once

#include "engine/draw/sheet.hpp"
#include "engine/measure/sweeps/sweep_result.hpp"

namespace boxwood {

// A chart of both kinds of box, then a chart of the parts per kind, in a row with one scale.
draw::Sheet times_picture(const SweepResult& result, glm::vec2 size);
// Swaps, hill-climbing steps, and pairs with contacts, in a row.
draw::Sheet causes_picture(const SweepResult& result, glm::vec2 size);

std::string axis_text(const Graph& graph); // "rotational velocity, °/frame"

} // namespace boxwood
