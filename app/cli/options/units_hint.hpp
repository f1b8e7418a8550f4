// What: prints the hint about units (engine/meshes/units_hint.hpp) for the two meshes of a command.
#pragma once

#include "app/shell/hint.hpp"
#include "engine/import/text_file.hpp"
#include "engine/meshes/units_hint.hpp"

namespace boxwood {

struct HintedMesh {
    const std::filesystem::path& path;
    MeshView mesh;
    Pose world_from_mesh; // pose in the first query
};

inline void print_units_hint(const HintedMesh& a, const HintedMesh& b) {
    print_hint(units_hint(shown(a.path), scaled_diagonal(a.mesh, a.world_from_mesh), shown(b.path),
                          scaled_diagonal(b.mesh, b.world_from_mesh)));
}

} // namespace boxwood
