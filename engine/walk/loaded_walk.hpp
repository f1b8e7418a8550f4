// What: extracts from a scene file what a walk needs: names, masses, movable bodies, hinges, and the start position.
// Frame: world, y up. Units: metres, kilograms, radians, seconds.
// Invariants: bodies by id; a body with a joint of its own hangs on it.
// Oracle: tests/engine/walk/loaded_walk_test.cpp.
#pragma once

#include "engine/scene/build_scene.hpp"
#include "engine/walk/walk_body.hpp"

#include <vector>

namespace boxwood {

std::vector<WalkBody> walk_bodies_of(const LoadedScene& scene);
// Below the eye of the scene's view; without one, the origin.
WalkStart walk_start_of(const LoadedScene& scene);

} // namespace boxwood
