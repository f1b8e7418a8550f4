#include "engine/meshes/checked.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

bool is_finite(const glm::vec3& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

bool is_too_far(const glm::vec3& p) {
    return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) > kMaxCoordinate;
}

// "" or " (in triangle 7)": what a person can look for when the reader renumbered the vertices.
std::string first_use(const Mesh& mesh, std::size_t vertex) {
    const auto uses = [vertex](const TriangleIndices& t) {
        return std::find(t.begin(), t.end(), vertex) != t.end();
    };
    const auto found = std::find_if(mesh.triangles.begin(), mesh.triangles.end(), uses);
    if (found == mesh.triangles.end()) return "";
    return " (in triangle " + std::to_string(found - mesh.triangles.begin()) + ")";
}

} // namespace

Result<Mesh> check_mesh(Mesh mesh) {
    const auto fail = [&mesh](const std::string& why) {
        return Error{mesh.name.empty() ? why : mesh.name + ": " + why};
    };
    if (mesh.triangles.empty()) return fail("has no triangles");
    if (mesh.positions.size() > kMaxVertices || mesh.triangles.size() > kMaxTriangles)
        return fail("has more than 2^30 vertices or triangles");
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const glm::vec3& p = mesh.positions[v];
        if (!is_finite(p)) return fail("vertex " + std::to_string(v) + first_use(mesh, v) + " is not finite");
        if (is_too_far(p))
            return fail("vertex " + std::to_string(v) + first_use(mesh, v) + " has a coordinate beyond 1e12");
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const std::uint32_t index : mesh.triangles[t])
            if (index >= mesh.positions.size())
                return fail("triangle " + std::to_string(t) + " names vertex " + std::to_string(index) +
                            ", but there are " + std::to_string(mesh.positions.size()));
    return mesh;
}

} // namespace boxwood
