#include "engine/deform/shells_if_closed.hpp"

#include <utility>

namespace boxwood {

ShellsIfClosed::ShellsIfClosed(const MeshView& mesh) {
    Result<MeshShells> solid = MeshShells::of_solid(mesh);
    if (solid) {
        solid_ = std::move(*solid);
    } else {
        why_surface_ = solid.error().message;
        surface_ = MeshShells::of_surface(mesh);
    }
}

void ShellsIfClosed::follow(const MeshView& mesh) {
    if (solid_) {
        is_torn_ = !solid_->are_still_joined(mesh);
        why_surface_ = is_torn_ ? "it is torn" : "";
        if (!is_torn_) return;
    }
    // Does not join separated shells again when their vertices return, because more and smaller shells give the same
    // answers.
    if (!surface_ || !surface_->are_still_joined(mesh)) surface_ = MeshShells::of_surface(mesh);
}

} // namespace boxwood
