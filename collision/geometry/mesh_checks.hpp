// What: validation of external meshes. All functions that take a MeshView require a mesh that passes check_mesh.
// Frame: the mesh's own. Units: lengths as in the scene.
// Degenerate input: a coordinate that is not finite or exceeds kMaxCoordinate and an index out of range are Errors that
//             name the first such element by its index, from 0. No triangles, and more elements than the limits, are
//             Errors too. Flat and duplicate triangles pass.
// Cost: one pass over positions and indices, without allocations.
#pragma once

#include "collision/core/result.hpp"
#include "collision/geometry/triangle.hpp"

#include <cstddef>

namespace boxwood {

// Products of three differences of coordinates are far inside the range of double.
inline constexpr float kMaxCoordinate = 1e12f;
inline constexpr std::size_t kMaxVertices = std::size_t{1} << 30;
// 32-bit indices are enough for two nodes per triangle.
inline constexpr std::size_t kMaxTriangles = std::size_t{1} << 30;

Status check_mesh(const MeshView& mesh);
// Checks only that every triangle refers to existing vertices.
Status check_indices(const MeshView& mesh);

} // namespace boxwood
