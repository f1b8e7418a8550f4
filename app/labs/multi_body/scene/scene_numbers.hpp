// What: estimates the parameters of a crowd from existing bodies, so that the sliders of random scenes can also show a
//       scene from a file or a workload.
// Units: the same as in MultiBodyParams. Speeds and spins are means over the moving bodies.
// Degenerate input: without polytopes or without a room, the parameters that need them keep their default values and
//                   are marked as unknown.
// Cost: linear in the number of bodies and in the triangles of all shapes.
#pragma once

#include "engine/workloads/multi_body.hpp"

namespace boxwood {

struct SceneNumbers {
    MultiBodyParams params;
    bool has_faces = false, has_density = false;
};
SceneNumbers read_numbers(const Simulation& simulation);

// The body's radius in the world; a velocity in percent refers to it.
double find_world_radius(const Body& body);

} // namespace boxwood
