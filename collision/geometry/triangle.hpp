// What: a triangle by value, and the mesh as the algorithms see it: two spans, owned by someone else.
// Frame: the mesh's own; world triangles are made by world_triangle(), the only place where that happens.
#pragma once

#include "collision/core/pose.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace boxwood {

using Triangle = std::array<glm::vec3, 3>;    // as stored
using Triangle64 = std::array<glm::dvec3, 3>; // as decided upon
using TriangleIndices = std::array<std::uint32_t, 3>;

// Indices are in range and positions finite: whoever makes one of data from outside checks it (mesh_checks.hpp), all others
// trust it; what is built over another is undefined.
struct MeshView {
    std::span<const glm::vec3> positions;
    std::span<const TriangleIndices> triangles;
};

inline Triangle triangle_of(const MeshView& mesh, std::uint32_t index) {
    const TriangleIndices& t = mesh.triangles[index];
    return {mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]};
}

// The triangle on which intersection is defined: pose * p in double, vertex by vertex.
inline Triangle64 world_triangle(const Pose& world_from_mesh, const MeshView& mesh, std::uint32_t index) {
    const Triangle t = triangle_of(mesh, index);
    return {world_from_mesh * t[0], world_from_mesh * t[1], world_from_mesh * t[2]};
}

} // namespace boxwood
