// What: the door through which every mesh from outside comes; past it, meshes are trusted.
// Invariants: the mesh that comes out is unchanged and has passed collision/geometry/mesh_checks.hpp.
// Degenerate input: the Error of that check, with the name of the mesh before it.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/mesh.hpp"

namespace boxwood {

Result<Mesh> check_mesh(Mesh mesh);

} // namespace boxwood
