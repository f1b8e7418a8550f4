#include "collision/geometry/mesh_checks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

namespace boxwood {
namespace {

bool is_finite(const glm::vec3& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

bool is_too_far(const glm::vec3& p) {
    return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) > kMaxCoordinate;
}

// "" or " (in triangle 7)": what a person can look for when a reader has renumbered the vertices.
std::string first_use(const MeshView& mesh, std::size_t vertex) {
    const auto uses = [vertex](const TriangleIndices& t) {
        return std::find(t.begin(), t.end(), vertex) != t.end();
    };
    const auto found = std::find_if(mesh.triangles.begin(), mesh.triangles.end(), uses);
    if (found == mesh.triangles.end()) return "";
    return " (in triangle " + std::to_string(found - mesh.triangles.begin()) + ")";
}

// True if all coordinates are finite and within kMaxCoordinate: the bits of floats without their sign are in the order of
// their magnitudes, and those of what is not finite come last. Written so that compilers make vectors of it.
bool are_coordinates_valid(std::span<const glm::vec3> positions) {
    constexpr std::uint32_t kMax = std::bit_cast<std::uint32_t>(kMaxCoordinate);
    std::uint32_t largest = 0;
    for (const glm::vec3& p : positions)
        for (const float coordinate : {p.x, p.y, p.z})
            largest = std::max(largest, std::bit_cast<std::uint32_t>(coordinate) & 0x7FFFFFFFu);
    return largest <= kMax;
}

bool are_indices_valid(const MeshView& mesh) {
    std::uint32_t largest = 0;
    for (const TriangleIndices& t : mesh.triangles) largest = std::max({largest, t[0], t[1], t[2]});
    return largest < mesh.positions.size();
}

Error bad_vertex(const MeshView& mesh, std::size_t vertex, const char* what) {
    return Error{"vertex " + std::to_string(vertex) + first_use(mesh, vertex) + what};
}

} // namespace

Status check_mesh(const MeshView& mesh) {
    if (mesh.triangles.empty()) return Error{"has no triangles"};
    if (mesh.positions.size() > kMaxVertices || mesh.triangles.size() > kMaxTriangles)
        return Error{"has more than 2^30 vertices or triangles"};
    if (are_coordinates_valid(mesh.positions)) return check_indices(mesh);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        if (!is_finite(mesh.positions[v])) return bad_vertex(mesh, v, " is not finite");
        if (is_too_far(mesh.positions[v])) return bad_vertex(mesh, v, " has a coordinate beyond 1e12");
    }
    return check_indices(mesh);
}

Status check_indices(const MeshView& mesh) {
    if (mesh.triangles.empty() || are_indices_valid(mesh)) return ok();
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const std::uint32_t index : mesh.triangles[t])
            if (index >= mesh.positions.size())
                return Error{"triangle " + std::to_string(t) + " names vertex " + std::to_string(index) +
                             ", but there are " + std::to_string(mesh.positions.size())};
    return ok();
}

} // namespace boxwood
