// What: the check for meshes from outside. All that takes a MeshView trusts that it has passed.
// Frame: the mesh's own. Units: lengths as in the scene.
// Degenerate input: no triangles, a coordinate that is not finite or beyond kMaxCoordinate, an index out of range and more
//                   elements than fit are each an Error that names the first by its index, from 0. Flat and doubled triangles pass.
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
                                             << 30; // two nodes each stay inside 32-bit indices

Status check_mesh(const MeshView& mesh);
// That every triangle names vertices that there are, and nothing else.
Status check_indices(const MeshView& mesh);

} // namespace boxwood
