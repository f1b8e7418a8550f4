// What: extracts the data of a walk from a scene file: names, masses, movable bodies, hinges, and the start position.
// Frame: world, y up. Units: meters, kilograms, radians, seconds.
// Invariants: the entries are indexed by body id; a body with a moving hinge becomes a hinged body. Of several hinges
//     of one body, only the last moves. A body whose moving joints are all prismatic is fixed.
// Oracle: tests/engine/walk/loaded_walk_test.cpp.
#pragma once

#include "engine/scene/build_scene.hpp"
#include "engine/walk/walk_body.hpp"

#include <vector>

namespace boxwood {

std::vector<WalkBody> walk_bodies_of(const LoadedScene& scene);
// The position below the eye of the scene's view, or the origin if there is no view.
WalkStart walk_start_of(const LoadedScene& scene);

} // namespace boxwood
