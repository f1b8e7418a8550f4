// What: the check of every mesh from outside; code behind it trusts its meshes.
// Invariants: the returned mesh is unchanged and has passed collision/geometry/mesh_checks.hpp.
// Degenerate input: the Error of that check, preceded by the name of the mesh.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/mesh.hpp"

namespace boxwood {

Result<Mesh> check_mesh(Mesh mesh);

} // namespace boxwood
