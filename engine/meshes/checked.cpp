#include "engine/meshes/checked.hpp"

namespace boxwood {

Result<Mesh> check_mesh(Mesh mesh) {
    const Status status = check_mesh(mesh.view());
    if (status) return mesh;
    const std::string& why = status.error().message;
    return Error{mesh.name.empty() ? why : mesh.name + ": " + why};
}

} // namespace boxwood
