// What: the shells of a triangle mesh, which are its connected components, and the check that a mesh bounds a solid.
// Frame: the mesh's own.
// Invariants: vertices at equal positions are one vertex, so a mesh whose triangles share no vertices can be closed.
//     A mesh is closed and consistently oriented if each edge is passed as often in one direction as in the other. Then
//     every point off the surface has a winding number; the solid is the surface and all points where it is not 0.
//     Hence a shell inside out bounds the same solid, a shell within a shell bounds a cavity if their orientations
//     differ, and overlapping shells of one orientation bound their union.
// Degenerate input: triangles without area count by their edges; an edge between equal positions is ignored.
// Cost: O(n log n) in the number of vertices and edges; 24 bytes per shell, and 8 bytes per duplicate vertex.
// Source: [Jacobson 2013] section 3 for winding numbers of triangle meshes.
// Oracle: tests/collision/geometry/mesh_shells_test.cpp, by a table of all edges.
#pragma once

#include "collision/core/result.hpp"
#include "collision/geometry/triangle.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace boxwood {

class MeshShells {
  public:
    // Vertices with the least and greatest x, y and z of a shell when it was found: lower x, upper x, lower y, ...
    struct Shell {
        std::array<std::uint32_t, 6> extremes{};
    };

    // Require a mesh that check_mesh accepts.
    static MeshShells of_surface(const MeshView& mesh);
    // Declares the mesh solid. If it is not closed or not consistently oriented, the Error names the first such edge by
    // its two vertices and a triangle.
    static Result<MeshShells> of_solid(const MeshView& mesh);

    bool is_solid() const { return is_solid_; }
    std::span<const Shell> shells() const { return shells_; } // in the order of their first triangles
    std::size_t triangle_count() const { return triangle_count_; }
    std::size_t vertex_count() const { return vertex_count_; } // one more than the greatest index in use

    // True if vertices that have moved are still one where they were one; then the shells are still those of the mesh.
    // Requires the same triangles. Costs one comparison per duplicate vertex.
    bool are_still_joined(const MeshView& mesh) const;
    // Whether a solid mesh is still closed after its vertices have moved: the Error is that of of_solid. Requires the
    // same triangles. Costs the same, unless duplicates have separated.
    Status check_closed(const MeshView& mesh) const;

  private:
    // `first_at`: for each vertex the first in use at its position.
    MeshShells(const MeshView& mesh, const std::vector<std::uint32_t>& first_at);

    std::vector<Shell> shells_;
    // Vertices at equal positions: each with the first of its position.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> duplicates_;
    std::size_t triangle_count_ = 0, vertex_count_ = 0;
    bool is_solid_ = false;
};

} // namespace boxwood
