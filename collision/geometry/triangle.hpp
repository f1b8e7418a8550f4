// What: a triangle by value, and a view of a mesh that does not own its positions and indices.
// Frame: the mesh's own; the result of world_triangle() is in world space.
#pragma once

#include "collision/core/pose.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace boxwood {

using Triangle = std::array<glm::vec3, 3>;    // in float, as meshes store it
using Triangle64 = std::array<glm::dvec3, 3>; // in double, as tests use it
using TriangleIndices = std::array<std::uint32_t, 3>;

// Requires indices in range and finite positions. Code that creates a view of external data checks both
// (mesh_checks.hpp). All other code relies on this check. Results for an invalid mesh are undefined.
struct MeshView {
    std::span<const glm::vec3> positions;
    std::span<const TriangleIndices> triangles;
};

inline Triangle triangle_of(const MeshView& mesh, std::uint32_t index) {
    const TriangleIndices& t = mesh.triangles[index];
    return {mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]};
}

// Returns the triangle for which intersection is defined: pose * p in double for each vertex p.
inline Triangle64 world_triangle(const Pose& world_from_mesh, const MeshView& mesh, std::uint32_t index) {
    const Triangle t = triangle_of(mesh, index);
    return {world_from_mesh * t[0], world_from_mesh * t[1], world_from_mesh * t[2]};
}

} // namespace boxwood
