// What: validation of external meshes. All functions that take a MeshView assume that the mesh has passed it.
// Frame: the mesh's own. Units: lengths as in the scene.
// Degenerate input: no triangles, a coordinate that is not finite or exceeds kMaxCoordinate, an index out of range, and
//                   more elements than the limits are each an Error that names the first by its index, from 0. Flat and
//                   duplicate triangles pass.
// Cost: one pass over positions and indices, no memory.
#pragma once

#include "collision/core/result.hpp"
#include "collision/geometry/triangle.hpp"

#include <cstddef>

namespace boxwood {

inline constexpr float kMaxCoordinate =
    1e12f; // products of three differences stay far inside the range of double
inline constexpr std::size_t kMaxVertices = std::size_t{1} << 30;
inline constexpr std::size_t kMaxTriangles = std::size_t{1}
                                             << 30; // two nodes per triangle stay inside 32-bit indices

Status check_mesh(const MeshView& mesh);
// Checks only that every triangle refers to existing vertices.
Status check_indices(const MeshView& mesh);

} // namespace boxwood
