// What: builds a small scene for the walk: a room with a table, a step, a few movable bodies, and a board that swings.
// Frame: world, y up, the floor at 0; the walker starts in front of the table, looking along -z.
// Units: meters, kilograms.
#pragma once

#include "engine/sim/simulation.hpp"
#include "engine/walk/walk_body.hpp"

#include <vector>

namespace boxwood {

struct WalkScene {
    std::string name;
    Simulation simulation;
    std::vector<WalkBody> bodies; // by id
    WalkStart start;
};

WalkScene make_table_scene();

} // namespace boxwood
