// What: the parameters of a crowd that is already there, read off its bodies, for a panel that shows a scene from a file
//       or a workload in the sliders of the lab's own scenes.
// Units: as in MultiBodyParams. Speeds, spins: means over the bodies that move.
// Degenerate input: no polytopes, no room: the numbers that need them stay as in MultiBodyParams and are told as unknown.
// Cost: linear in the bodies, and in the triangles of each shape.
#pragma once

#include "engine/workloads/multi_body.hpp"

namespace boxwood {

struct SceneNumbers {
    MultiBodyParams params;
    bool has_faces = false, has_density = false;
};
SceneNumbers read_numbers(const Simulation& simulation);

} // namespace boxwood
