// What: the door through which every mesh from outside comes; past it, meshes are trusted.
// Invariants: the mesh that comes out meets those of engine/meshes/mesh.hpp, unchanged otherwise.
// Degenerate input: the Error names the mesh and the first bad vertex or triangle by its index (from 0).
// Cost: one pass over positions and indices.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/mesh.hpp"

namespace boxwood {

Result<Mesh> check_mesh(Mesh mesh);

} // namespace boxwood
