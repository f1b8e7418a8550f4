// What: the shells of a mesh that is solid whenever it is closed, while its vertices move.
// Frame: the mesh's own.
// Invariants: solid while the first mesh was closed and consistently oriented, and vertices that coincided in it still do;
//             otherwise a surface. Going back to earlier vertices makes a torn mesh solid again.
// Cost: that of MeshShells once, and again in each frame that tears further; else one comparison per duplicate vertex.
// Oracle: tests/engine/deform/solid_meshes_test.cpp, by meshes whose places are known.
#pragma once

#include "collision/geometry/mesh_shells.hpp"

#include <optional>
#include <string>

namespace boxwood {

class ShellsIfClosed {
  public:
    explicit ShellsIfClosed(const MeshView& mesh);

    void follow(const MeshView& mesh); // after its vertices have moved; requires the same triangles
    const MeshShells& shells() const { return is_solid() ? *solid_ : *surface_; }
    bool is_solid() const { return solid_ && !is_torn_; }
    const std::string& why_surface() const { return why_surface_; } // empty for a solid

  private:
    std::optional<MeshShells> solid_, surface_;
    bool is_torn_ = false;
    std::string why_surface_;
};

} // namespace boxwood
