// What: the meshes that come with the deformation lab, by name, and the rings that they meet.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <span>

namespace boxwood {

struct DeformationMesh {
    const char* name;
    Mesh (*make)();
};
std::span<const DeformationMesh> all_deformation_meshes();

// A sheet that stands lies down: what falls, falls along y.
void lay_flat(Mesh& io_mesh);

// What cloth is draped over.
Mesh make_boulder(double radius);

// Across the thin axis of a sheet whose radius this is: one through its middle and four around it.
Mesh make_rings(double radius);

} // namespace boxwood
