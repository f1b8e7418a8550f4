// What: merges vertices at the same position, so that adjacent triangles share them.
// Invariants: corners of triangles stay bit-equal, except that 0 and -0 count as equal; the first one is used.
//             Triangles keep their order and number. Vertices keep the order of their first occurrence.
// Cost: O(vertices + triangles) time by hashing.
// Departs from common practice: importers usually weld within a distance, which moves vertices and therefore changes
//                               answers.
#pragma once

#include "engine/meshes/mesh.hpp"

namespace boxwood {

void weld_vertices(Mesh& io_mesh);

// Removes vertices that no triangle uses. The remaining vertices keep their order.
void drop_unused_vertices(Mesh& io_mesh);

} // namespace boxwood
