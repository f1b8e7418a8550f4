// What: a triangle mesh that owns its data, and the report of what was found in it.
// Invariants: past the door (checked.hpp): what check_mesh asks.
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
    std::size_t source_vertices = 0; // of the file, before those at one place became one; 0: of no file
    MeshView view() const { return {positions, triangles}; }
};

// What a person should know about a mesh before trusting an answer about it. Edges are counted on triangles
// whose three indices differ.
struct MeshReport {
    std::size_t vertices = 0;
    std::size_t unused_vertices = 0; // in no triangle
    std::size_t triangles = 0;
    std::size_t degenerate_triangles = 0; // zero area: an index repeats, or the corners lie on one line
    std::size_t edges = 0;
    std::size_t border_edges = 0;       // with one triangle
    std::size_t non_manifold_edges = 0; // with more than two
    std::size_t components = 0;         // by shared vertices
    bool is_closed = false;             // every edge has an even number of triangles
    bool is_oriented = false;           // neighbours run opposite ways along shared edges
    Aabb bounds;                        // of the vertices in use
};

} // namespace boxwood
