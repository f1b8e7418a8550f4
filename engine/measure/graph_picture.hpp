// What: the pictures of a graph: its times (totals with bands, the three parts stacked) and the counts behind
//       them.
// Units: times per frame in milliseconds or microseconds, whichever suits; counts per frame. The size is in
//        pixels.
// Degenerate input: points that are not measured yet are not drawn; with none at all the axes stand alone.
#pragma once

#include "engine/draw/sheet.hpp"
#include "engine/measure/sweep_result.hpp"

namespace boxwood {

// One chart of both kinds of box, then one of the parts per kind, side by side on one scale.
draw::Sheet times_picture(const SweepResult& result, glm::vec2 size);
// Swaps, hill-climb steps, and pairs with contacts, side by side.
draw::Sheet causes_picture(const SweepResult& result, glm::vec2 size);

std::string axis_text(const Graph& graph); // "rotational velocity, °/frame"

} // namespace boxwood
