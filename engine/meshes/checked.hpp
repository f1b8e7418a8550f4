// What: checks every mesh that comes from a file or a user. All other code relies on this check.
// Invariants: the returned mesh is unchanged and meets the conditions of collision/geometry/mesh_checks.hpp.
// Degenerate input: returns the Error of collision/geometry/mesh_checks.hpp, preceded by the name of the mesh.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/mesh.hpp"

namespace boxwood {

Result<Mesh> check_mesh(Mesh mesh);

} // namespace boxwood
