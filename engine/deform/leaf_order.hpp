// What: reorders the triangles of a mesh, and then its vertices, by the leaves of a hierarchy, so that a refit reads
//       memory sequentially.
// Invariants: the triangles and the order of the corners of each triangle stay the same. Unused vertices come last.
// Cost: one build; 0.3 s for a million triangles. Refits for the reordered mesh take a sixth less time than for the
//       input mesh.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

struct OrderedMesh {
    Mesh mesh;
    std::vector<std::uint32_t> vertex_before; // for each vertex, its index in the input mesh
};

// Requires at least one triangle.
OrderedMesh order_by_leaves(const Mesh& mesh);

} // namespace boxwood
