// What: makes vertices at the same position one vertex, so that triangles that meet there share it.
// Invariants: positions of triangles do not change by a bit (0 and -0 count as equal, the first stays);
//             triangles keep their order and number; vertices keep the order of their first appearance.
// Cost: O(vertices) by hashing.
// Departs from the source: importers weld within a distance; that moves vertices, and answers with them.
#pragma once

#include "engine/meshes/mesh.hpp"

namespace boxwood {

void weld_vertices(Mesh& io_mesh);

// Drops vertices that no triangle uses; the others keep their order.
void drop_unused_vertices(Mesh& io_mesh);

} // namespace boxwood
