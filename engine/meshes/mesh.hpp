// What: a triangle mesh that owns its data, and a report about its properties.
// Invariants: a mesh that has passed check_mesh (checked.hpp) meets the conditions of
//             collision/geometry/mesh_checks.hpp.
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/volumes/aabb.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace boxwood {

struct Mesh {
    std::string name;
    std::vector<glm::vec3> positions;
    std::vector<TriangleIndices> triangles; // in the order of the input file after triangulation
    std::size_t source_vertices = 0; // number of vertices in the file before welding; 0 if not from a file
    MeshView view() const { return {positions, triangles}; }
};

// Properties that limit the validity of answers about a mesh. Only edges of triangles with three different indices
// count.
struct MeshReport {
    std::size_t vertices = 0;
    std::size_t unused_vertices = 0; // in no triangle
    std::size_t triangles = 0;
    std::size_t degenerate_triangles = 0; // zero area: a repeated index or collinear corners
    std::size_t edges = 0;
    std::size_t border_edges = 0;       // edges of one triangle
    std::size_t non_manifold_edges = 0; // edges of more than two triangles
    std::size_t components = 0;         // triangles that share vertices are in one component
    bool is_closed = false;             // every edge has an even number of triangles
    bool is_oriented = false;           // neighbors traverse shared edges in opposite directions
    Aabb bounds;                        // of the used vertices
};

} // namespace boxwood
