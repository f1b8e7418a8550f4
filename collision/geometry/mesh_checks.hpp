// What: validates external meshes. Unless they state otherwise, functions in other headers that take a MeshView require
//       a mesh that passes check_mesh.
// Frame: the mesh's own. Units: lengths as in the scene.
// Degenerate input: returns an Error for a coordinate that is not finite or exceeds kMaxCoordinate, and for an index
//             out of range. The Error names the first such element by its index, from 0. A mesh without triangles, or
//             with more elements than the limits, is also an Error. Flat and duplicate triangles pass.
// Cost: one pass over positions and indices, without allocations.
#pragma once

#include "collision/core/result.hpp"
#include "collision/geometry/triangle.hpp"

#include <cstddef>

namespace boxwood {

// Up to this limit, products of three differences of coordinates are far inside the range of double.
inline constexpr float kMaxCoordinate = 1e12f;
inline constexpr std::size_t kMaxVertices = std::size_t{1} << 30;
// Up to this limit, 32-bit indices are enough for two nodes per triangle.
inline constexpr std::size_t kMaxTriangles = std::size_t{1} << 30;

Status check_mesh(const MeshView& mesh);
// Checks only that every triangle refers to existing vertices.
Status check_indices(const MeshView& mesh);

} // namespace boxwood
