// What: a scene file as a simulation that is ready to run.
// Degenerate input: whatever is wrong in the file or in a mesh that it names is an Error with file and place.
#pragma once

#include "collision/core/result.hpp"
#include "engine/sim/simulation.hpp"

#include <filesystem>
#include <string>

namespace boxwood {

struct LoadedScene {
    std::string name;
    Simulation simulation;
};

Result<LoadedScene> load_scene(const std::filesystem::path& path);

} // namespace boxwood
