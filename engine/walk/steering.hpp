// What: inputs of one frame that bring the walker, its view and its hand towards places, for scripts and for taking
//     things by one key.
// Frame: places in the world. Units: metres.
// Invariants: each sets only its own fields of the input. They ease out, so that repeating them every frame ends at the
//     place, as far as obstacles and the arm allow.
#pragma once

#include "engine/walk/walk.hpp"

namespace boxwood {

void steer_feet(const glm::dvec2& place_w, const Walk& walk, WalkInput& io_input); // x and z
void steer_view(const glm::dvec3& point_w, const Walk& walk, WalkInput& io_input);
// Brings the place between thumb and fingers to the point.
void steer_grip(const glm::dvec3& point_w, const Walk& walk, WalkInput& io_input);
// Turns the hand so that its fingers point ahead, `pitch` radians above the horizon.
void steer_wrist(double pitch, const Walk& walk, WalkInput& io_input);

} // namespace boxwood
