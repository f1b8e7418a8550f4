// What: computes the inputs of one frame that move the walker, its view and its hand towards target positions. Used by
//     scripts, and to take a body with one key.
// Frame: positions are in the world. Units: meters.
// Invariants: each function sets only its own fields of the input. Motions slow down near the target. If a function is
//     called in every frame, it reaches the target unless obstacles or the length of the arm prevent this.
#pragma once

#include "engine/walk/walk.hpp"

namespace boxwood {

void steer_feet(const glm::dvec2& target_w, const Walk& walk, WalkInput& io_input); // x and z
void steer_view(const glm::dvec3& point_w, const Walk& walk, WalkInput& io_input);
// Moves the grip center, between thumb and fingers, to the point.
void steer_grip(const glm::dvec3& point_w, const Walk& walk, WalkInput& io_input);
// Rotates the hand so that its fingers point forward, `pitch` radians above the horizon.
void steer_wrist(double pitch, const Walk& walk, WalkInput& io_input);

} // namespace boxwood
