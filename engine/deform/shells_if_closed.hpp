// What: keeps the shells of a mesh with moving vertices. The mesh is a solid as long as it is closed, otherwise a
//             surface.
// Invariants: the mesh is solid under two conditions: at construction, it was closed and consistently oriented; and
//             vertices that coincided at construction still coincide. A torn mesh becomes solid again when its vertices
//             return.
// Cost: one computation of MeshShells, and another one in each frame in which the mesh tears further. All other frames
//       take one comparison per duplicate vertex.
// Oracle: tests/engine/deform/solid_meshes_test.cpp, with meshes at known positions.
#pragma once

#include "collision/geometry/mesh_shells.hpp"

#include <optional>
#include <string>

namespace boxwood {

class ShellsIfClosed {
  public:
    explicit ShellsIfClosed(const MeshView& mesh);

    void follow(const MeshView& mesh); // call after the vertices have moved; requires the same triangles
    const MeshShells& shells() const { return is_solid() ? *solid_ : *surface_; }
    bool is_solid() const { return solid_ && !is_torn_; }
    // The reason why the mesh is a surface; empty for a solid.
    const std::string& why_surface() const { return why_surface_; }

  private:
    std::optional<MeshShells> solid_, surface_;
    bool is_torn_ = false;
    std::string why_surface_;
};

} // namespace boxwood
