#include "collision/world/deformation.hpp"

#include "collision/core/check.hpp"
#include "collision/geometry/mesh_checks.hpp"

#include <string>
#include <utility>

namespace boxwood {

DeformingSurface::DeformingSurface(std::shared_ptr<Shape> rest, const DeformableDesc& desc)
    : desc_(desc)
    , rest_(std::move(rest))
    , shape_(rest_->copy_for_deformation())
    , update_(desc.update ? desc.update->clone() : nullptr) {
    if (desc_.finds_self_contacts) places_ = find_places(rest_->mesh().positions);
}

Status DeformingSurface::set_next(std::span<const glm::vec3> positions) {
    const MeshView now = shape_->mesh();
    if (positions.size() != now.positions.size())
        return Error{std::to_string(positions.size()) + " vertices instead of " +
                     std::to_string(now.positions.size())};
    if (Status status = check_mesh({positions, now.triangles}); !status) return status;
    next_.assign(positions.begin(), positions.end());
    has_next_ = true;
    return ok();
}

HierarchyChange DeformingSurface::take_next() {
    if (!has_next_) return {};
    has_next_ = false;
    HierarchyChange change;
    shape_->exchange_positions(next_, [&](AnyHierarchy& io_hierarchy, const MeshView& mesh) {
        if (update_)
            change = update_->update(io_hierarchy, mesh, next_);
        else
            change.volumes = require_ok(io_hierarchy.refit(mesh)); // set_next() has checked the vertices
    });
    if (const Status status = shape_->recheck_solid(); !status) {
        change.is_torn = true;
        tear_ = status.error().message;
    }
    return change;
}

void DeformingSurface::find_self_contacts() {
    if (desc_.finds_self_contacts)
        require_ok(
            boxwood::find_self_contacts(shape_->mesh(), *shape_->hierarchy(), places_, self_contacts_));
}

} // namespace boxwood
