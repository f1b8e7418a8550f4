// What: makes the built-in meshes of the deformation lab, listed by name, and the obstacles that they collide with.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <span>

namespace boxwood {

struct DeformationMesh {
    const char* name;
    Mesh (*make)();
};
std::span<const DeformationMesh> all_deformation_meshes();

// Rotates an upright sheet into the horizontal plane, because objects fall along y.
void lay_flat(Mesh& io_mesh);

// The obstacle that cloth is draped over.
Mesh make_boulder(double radius);

// Five rings that pierce an upright sheet of this radius: one at its center and four around it.
Mesh make_rings(double radius);

} // namespace boxwood
