// What: crowd parameters estimated from existing bodies, so that a panel can show a scene from a file or a workload in
//       the sliders of the lab's own scenes.
// Units: as in MultiBodyParams. Speeds and spins are means over the moving bodies.
// Degenerate input: without polytopes or without a room, the parameters that need them keep their MultiBodyParams
//                   values and are reported as unknown.
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
