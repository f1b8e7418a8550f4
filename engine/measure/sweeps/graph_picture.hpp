// What: draws the pictures of a graph. One shows its times, as totals with bands and as three stacked parts. The other
//       shows the counts that explain the times.
// Units: times per frame in milliseconds or microseconds, chosen by magnitude; counts per frame. The size is in pixels.
// Degenerate input: points not yet measured are not drawn. If no point is measured, only the axes are drawn.
#pragma once

#include "engine/draw/sheet.hpp"
#include "engine/measure/sweeps/sweep_result.hpp"

namespace boxwood {

// Draws a row of charts with the same scale: the totals of both kinds of box, then the parts for each kind.
draw::Sheet times_picture(const SweepResult& result, glm::vec2 size);
// Draws a row of charts: swaps, hill-climbing steps, and pairs with contacts.
draw::Sheet causes_picture(const SweepResult& result, glm::vec2 size);

std::string axis_text(const Graph& graph); // "rotational velocity, °/frame"

} // namespace boxwood
