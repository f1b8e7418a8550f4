// What: what a walk needs of a scene file: names, masses, what can be lifted, what swings, where one stands at the start.
// Frame: world, y up. Units: metres, kilograms, radians, seconds.
// Invariants: bodies by id; what moves by a joint of its own hangs there.
// Oracle: tests/engine/walk/loaded_walk_test.cpp.
#pragma once

#include "engine/scene/build_scene.hpp"
#include "engine/walk/walk_body.hpp"

#include <vector>

namespace boxwood {

std::vector<WalkBody> walk_bodies_of(const LoadedScene& scene);
// Beneath the eye of the scene's view; without one, the origin.
WalkStart walk_start_of(const LoadedScene& scene);

} // namespace boxwood
