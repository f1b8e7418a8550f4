// What: finds the shells of a triangle mesh, which are its connected components, and checks that a mesh bounds a solid.
// Frame: the mesh's own.
// Invariants: vertices at equal positions count as one vertex. A mesh can therefore be closed even if no two triangles
//             share a vertex index. A mesh is closed and consistently oriented if each edge is passed equally often in
//             both directions. Then every point off the surface has a winding number, and the solid consists of the
//             surface and all points with a winding number other than 0. Reversing all triangles therefore does not
//             change the solid. A shell within a shell bounds a cavity if their orientations differ. Overlapping shells
//             of the same orientation bound their union.
// Degenerate input: the edges of triangles without area count, except that an edge between equal positions is ignored.
// Cost: O(n log n) time for n vertices and edges; 24 bytes per shell, and 8 bytes per duplicate vertex.
// Source: [Jacobson 2013] section 3 for winding numbers of triangle meshes.
// Oracle: a table of all edges (tests/collision/geometry/mesh_shells_test.cpp).
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
    // The vertices with the smallest and largest coordinates at the time when the shell was found: smallest x, largest
    // x, smallest y, ...
    struct Shell {
        std::array<std::uint32_t, 6> extremes{};
    };

    // Both functions require a mesh that check_mesh accepts.
    static MeshShells of_surface(const MeshView& mesh);
    // Declares the mesh solid. If it is not closed or not consistently oriented, the Error names the first edge with a
    // defect by its two vertices and a triangle.
    static Result<MeshShells> of_solid(const MeshView& mesh);

    bool is_solid() const { return is_solid_; }
    std::span<const Shell> shells() const { return shells_; } // in the order of their first triangles
    std::size_t triangle_count() const { return triangle_count_; }
    std::size_t vertex_count() const { return vertex_count_; } // the largest index in use plus 1

    // Whether all vertices that had equal positions when the shells were found also have equal positions in `mesh`. If
    // so, the mesh still has these shells, unless other vertices have moved to equal positions. Requires the same
    // triangles. Costs one comparison per duplicate vertex.
    bool are_still_joined(const MeshView& mesh) const;
    // Checks that a mesh is closed and consistently oriented after its vertices moved. Returns the same Error as
    // of_solid(). Requires the same triangles. Costs one comparison per duplicate vertex, and O(n log n) time if
    // duplicates have separated or if the mesh was not declared solid.
    Status check_closed(const MeshView& mesh) const;

  private:
    // `first_at`: for each vertex, the first vertex in use at its position.
    MeshShells(const MeshView& mesh, const std::vector<std::uint32_t>& first_at);

    std::vector<Shell> shells_;
    // Pairs of a vertex and the first vertex at the same position.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> duplicates_;
    std::size_t triangle_count_ = 0, vertex_count_ = 0;
    bool is_solid_ = false;
};

} // namespace boxwood
