#include "collision/world/shape.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

Aabb bounds_of(std::span<const glm::vec3> positions) {
    Aabb bounds;
    for (const glm::vec3& p : positions) bounds = merge(bounds, Aabb{p, p});
    return bounds;
}

} // namespace

std::shared_ptr<Shape> make_shape(Polytope polytope) {
    auto shape = std::make_shared<Shape>();
    shape->polytope_ = std::move(polytope);
    shape->bounds_ = bounds_of(shape->polytope_->positions());
    shape->center_ = shape->polytope_->centroid();
    shape->radius_ = shape->polytope_->radius();
    return shape;
}

Result<std::shared_ptr<Shape>> make_shape(const MeshView& mesh, const HierarchyConfig& config) {
    auto shape = std::make_shared<Shape>();
    shape->positions_.assign(mesh.positions.begin(), mesh.positions.end());
    shape->triangles_.assign(mesh.triangles.begin(), mesh.triangles.end());
    shape->bounds_ = bounds_of(shape->positions_);
    shape->center_ = glm::dvec3(shape->bounds_.center());
    for (const glm::vec3& p : shape->positions_)
        shape->radius_ = std::max(shape->radius_, glm::distance(glm::dvec3(p), shape->center_));
    Result<AnyHierarchy> hierarchy = build_any_hierarchy(config, shape->mesh());
    if (!hierarchy) return hierarchy.error();
    shape->hierarchy_ = std::move(*hierarchy);
    return shape;
}

void Shape::build_hierarchy() {
    if (hierarchy_) return;
    Result<AnyHierarchy> hierarchy = build_any_hierarchy({}, mesh());
    BOXWOOD_ASSERT(hierarchy); // the default names are known
    hierarchy_ = std::move(*hierarchy);
}

void Shape::build_support_table() {
    if (!support_table_) support_table_.emplace(*polytope_);
}

} // namespace boxwood
