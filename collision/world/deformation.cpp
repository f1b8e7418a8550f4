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
    if (desc_.finds_self_contacts) representatives_ = find_representatives(rest_->mesh().positions);
}

Status DeformingSurface::set_next(std::span<const glm::vec3> positions) {
    const MeshView now = shape_->mesh();
    if (positions.size() != now.positions.size())
        return Error{std::to_string(positions.size()) + " positions were given, but the mesh has " +
                     std::to_string(now.positions.size()) + " vertices"};
    if (Status status = check_mesh({positions, now.triangles}); !status) return status;
    next_.assign(positions.begin(), positions.end());
    has_next_ = true;
    return ok();
}

HierarchyChange DeformingSurface::apply_next() {
    if (!has_next_) return {};
    has_next_ = false;
    HierarchyChange change;
    shape_->swap_positions(next_, [&](AnyHierarchy& io_hierarchy, const MeshView& mesh) {
        if (update_)
            change = update_->update(io_hierarchy, mesh, next_);
        else
            change.volumes = require_ok(io_hierarchy.refit(mesh)); // set_next() has checked the vertices
    });
    if (const Status status = shape_->recheck_solid(); !status) {
        change.is_torn = true;
        tear_reason_ = status.error().message;
    }
    return change;
}

DeformingSurface::State DeformingSurface::save() const {
    const std::span<const glm::vec3> positions = shape_->mesh().positions;
    return {{positions.begin(), positions.end()},
            next_,
            has_next_,
            shape_->is_torn_,
            shape_->solid_shells_,
            std::make_shared<const AnyHierarchy>(*shape_->hierarchy()),
            update_ ? update_->clone() : nullptr,
            tear_reason_,
            self_contacts_};
}

void DeformingSurface::restore(const State& state) {
    std::vector<glm::vec3> positions = state.positions;
    shape_->swap_positions(
        positions, [&](AnyHierarchy& io_hierarchy, const MeshView&) { io_hierarchy = *state.hierarchy; });
    shape_->restore_solid(state.solid_shells, state.is_torn);
    next_ = state.next;
    has_next_ = state.has_next;
    update_ = state.update ? state.update->clone() : nullptr;
    tear_reason_ = state.tear_reason;
    self_contacts_ = state.self_contacts;
}

void DeformingSurface::find_self_contacts() {
    if (desc_.finds_self_contacts)
        require_ok(boxwood::find_self_contacts(shape_->mesh(), *shape_->hierarchy(), representatives_,
                                               self_contacts_));
}

} // namespace boxwood
