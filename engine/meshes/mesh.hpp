// What: a triangle mesh that owns its data, and the report of what was found in it.
// Invariants (past the door): positions finite and |x| <= kMaxCoordinate, indices in range, at least one triangle.
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
    MeshView view() const { return {positions, triangles}; }
};

inline constexpr float kMaxCoordinate = 1e12f; // products of three differences stay far inside the range of double

// What a person should know about a mesh before trusting an answer about it.
struct MeshReport {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t degenerate_triangles = 0; // zero area
    std::size_t border_edges = 0;         // with one triangle
    std::size_t non_manifold_edges = 0;   // with more than two
    std::size_t components = 0;           // by shared vertices
    bool is_closed = false;
    bool is_oriented = false; // neighbours run opposite ways along shared edges
    Aabb bounds;
};

} // namespace boxwood
