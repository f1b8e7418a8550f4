#include "engine/meshes/checked.hpp"

#include "collision/geometry/mesh_checks.hpp"

namespace boxwood {

Result<Mesh> check_mesh(Mesh mesh) {
    const Status status = check_mesh(mesh.view());
    if (status) return mesh;
    const std::string& problem = status.error().message;
    return Error{mesh.name.empty() ? problem : mesh.name + ": " + problem};
}

} // namespace boxwood
