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

// Returns a text such as " (in triangle 7)" for the first triangle that uses the vertex, or "" if no triangle uses it.
// The triangle identifies the vertex for the user if an importer has renumbered the vertices.
std::string first_use(const MeshView& mesh, std::size_t vertex) {
    const auto uses = [vertex](const TriangleIndices& t) {
        return std::find(t.begin(), t.end(), vertex) != t.end();
    };
    const auto found = std::find_if(mesh.triangles.begin(), mesh.triangles.end(), uses);
    if (found == mesh.triangles.end()) return "";
    return " (in triangle " + std::to_string(found - mesh.triangles.begin()) + ")";
}

// The sign bit of the result is 1 if and only if all words, with `mask` applied, are below `limit`. Requires a limit of
// at most 2^31. This form of the loop lets compilers vectorize it.
template <class Word>
std::uint32_t and_of_differences(std::span<const Word> words, std::uint32_t mask, std::uint32_t limit) {
    std::uint32_t all = ~0u;
    for (const Word word : words) {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(word) & mask;
        all &= (bits - limit) & ~bits;
    }
    return all;
}

// True if all coordinates are finite and within kMaxCoordinate. Compares bit patterns: without the sign bit, they are
// ordered by magnitude, with infinity and NaN last.
bool are_coordinates_valid(std::span<const glm::vec3> positions) {
    static_assert(sizeof(glm::vec3) == 3 * sizeof(float));
    const auto* floats = reinterpret_cast<const float*>(positions.data());
    constexpr std::uint32_t kBeyond = std::bit_cast<std::uint32_t>(kMaxCoordinate) + 1;
    return and_of_differences(std::span(floats, 3 * positions.size()), 0x7FFFFFFFu, kBeyond) >> 31 != 0;
}

// Requires no more than kMaxVertices positions.
bool are_indices_valid(const MeshView& mesh) {
    static_assert(sizeof(TriangleIndices) == 3 * sizeof(std::uint32_t));
    const auto* indices = reinterpret_cast<const std::uint32_t*>(mesh.triangles.data());
    return and_of_differences(std::span(indices, 3 * mesh.triangles.size()), ~0u,
                              static_cast<std::uint32_t>(mesh.positions.size())) >> 31 != 0;
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
    if (mesh.triangles.empty() || (mesh.positions.size() <= kMaxVertices && are_indices_valid(mesh))) return ok();
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const std::uint32_t index : mesh.triangles[t])
            if (index >= mesh.positions.size())
                return Error{"triangle " + std::to_string(t) + " refers to vertex " + std::to_string(index) +
                             ", but there are only " + std::to_string(mesh.positions.size()) + " vertices"};
    return ok();
}

} // namespace boxwood
