#include "collision/world/shape.hpp"

#include "collision/geometry/mesh_checks.hpp"
#include "collision/narrow_phase/compound/hull_hierarchy_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

Aabb bounds_of(std::span<const glm::vec3> positions) {
    Aabb bounds;
    for (const glm::vec3& p : positions) bounds = merge(bounds, Aabb{p, p});
    return bounds;
}

} // namespace

std::shared_ptr<Shape> make_shape(Polytope polytope, const std::shared_ptr<PagePool>& pool) {
    BOXWOOD_REQUIRE(!polytope.positions().empty());
    if (pool) polytope.move_to(pool);
    auto shape = std::make_shared<Shape>(Shape::Key{});
    shape->polytope_ = std::move(polytope);
    shape->bounds_ = bounds_of(shape->polytope_->positions());
    shape->center_ = shape->polytope_->centroid();
    shape->radius_ = shape->polytope_->radius();
    return shape;
}

std::shared_ptr<Shape> make_shape(HullHierarchy parts) {
    BOXWOOD_REQUIRE(parts.part_count() > 0);
    auto shape = std::make_shared<Shape>(Shape::Key{});
    const HullHierarchyState rest(parts);
    for (std::uint32_t part = 0; part < parts.part_count(); ++part) {
        const Polytope& polytope = parts.part(part);
        const auto first = static_cast<std::uint32_t>(shape->positions_.size());
        shape->first_triangles_.push_back(static_cast<std::uint32_t>(shape->triangles_.size()));
        for (const glm::vec3& p : polytope.positions())
            shape->positions_.push_back(glm::vec3(rest.body_from_part(part) * p));
        for (const TriangleIndices& t : polytope.triangles())
            shape->triangles_.push_back({first + t[0], first + t[1], first + t[2]});
        shape->part_shapes_.push_back(make_shape(polytope));
    }
    shape->bounds_ = bounds_of(shape->positions_);
    shape->center_ = parts.center();
    shape->radius_ = parts.reach();
    shape->parts_ = std::move(parts);
    return shape;
}

std::shared_ptr<Shape> make_unchecked_shape(const MeshView& mesh, AnyHierarchy hierarchy) {
    auto shape = std::make_shared<Shape>(Shape::Key{});
    shape->positions_.assign(mesh.positions.begin(), mesh.positions.end());
    shape->triangles_.assign(mesh.triangles.begin(), mesh.triangles.end());
    shape->center_ = glm::dvec3(bounds_of(shape->positions_).center());
    shape->measure_bounds();
    shape->hierarchy_.build([&] { return std::move(hierarchy); });
    return shape;
}

namespace {

Status check_sound(const MeshView& mesh, const AnyHierarchy& hierarchy) {
    if (Status status = check_mesh(mesh); !status) return Error{"mesh: " + status.error().message};
    if (const std::optional<ValidationError> defect = hierarchy.validate(mesh))
        return Error{"hierarchy: " + defect->message};
    return ok();
}

} // namespace

Result<std::shared_ptr<Shape>> make_shape(const MeshView& mesh, AnyHierarchy hierarchy) {
    if (Status status = check_sound(mesh, hierarchy); !status) return status.error();
    return make_unchecked_shape(mesh, std::move(hierarchy));
}

Result<std::shared_ptr<Shape>> make_shape(const MeshView& mesh, const HierarchyConfig& config) {
    Result<AnyHierarchy> hierarchy = build_any_hierarchy(config, mesh);
    if (!hierarchy) return hierarchy.error();
    return make_unchecked_shape(mesh, std::move(*hierarchy));
}

void Shape::build_hierarchy() {
    for (const std::shared_ptr<Shape>& part : part_shapes_) part->build_hierarchy();
    if (parts_) return;
    hierarchy_.build([this] {
        Result<AnyHierarchy> hierarchy = build_any_hierarchy({}, mesh());
        BOXWOOD_REQUIRE(hierarchy); // the default names are known, and the mesh of a polytope is valid
        return std::move(*hierarchy);
    });
}

// Measures the bounds and the radius, but leaves the center unchanged.
void Shape::measure_bounds() {
    bounds_ = bounds_of(positions_);
    double farthest = 0.0; // squared
    for (const glm::vec3& p : positions_) {
        const glm::dvec3 d = glm::dvec3(p) - center_;
        farthest = std::max(farthest, glm::dot(d, d));
    }
    radius_ = std::sqrt(farthest);
}

std::shared_ptr<Shape> Shape::copy_for_deformation() const {
    BOXWOOD_REQUIRE(!polytope_ && !parts_);
    std::shared_ptr<Shape> copy = make_unchecked_shape(mesh(), *hierarchy());
    copy->is_deforming_ = true;
    copy->solid_shells_ = solid_shells_;
    return copy;
}

Status Shape::declare_solid() {
    if (is_solid()) return ok();
    Result<MeshShells> shells = MeshShells::of_solid(mesh());
    if (!shells) return shells.error();
    is_torn_ = false;
    solid_shells_ = std::make_shared<const MeshShells>(std::move(*shells));
    return ok();
}

void Shape::restore_solid(std::shared_ptr<const MeshShells> solid_shells, bool is_torn) {
    solid_shells_ = std::move(solid_shells);
    is_torn_ = is_torn;
    if (const MeshShells* known = shells_.get(); known != nullptr && !known->are_still_joined(mesh()))
        shells_.mutable_value() = MeshShells::of_surface(mesh());
}

Status Shape::recheck_solid() {
    if (const MeshShells* known = shells_.get(); known != nullptr && !known->are_still_joined(mesh()))
        shells_.mutable_value() = MeshShells::of_surface(mesh());
    if (!solid_shells_) return ok();
    const bool was_torn = std::exchange(is_torn_, !solid_shells_->are_still_joined(mesh()));
    if (!is_torn_ || was_torn) return ok();
    if (Status status = solid_shells_->check_closed(mesh()); !status) return status;
    return Error{"coincident vertices of the mesh have separated"};
}

void Shape::build_shells() {
    for (const std::shared_ptr<Shape>& part : part_shapes_) part->build_shells();
    if (parts_ || (solid_shells_ && !is_torn_)) return;
    shells_.build([this] {
        if (!polytope_) return MeshShells::of_surface(mesh());
        Result<MeshShells> shells = MeshShells::of_solid(mesh());
        BOXWOOD_REQUIRE(shells); // a polytope is closed
        return std::move(*shells);
    });
}

void Shape::build_support_table() {
    if (polytope_) support_table_.build([this] { return SupportTable(*polytope_); });
}

void Shape::build_hull() {
    if (!polytope_ && !parts_ && !is_deforming_) hull_.build([this] { return MeshHull(positions_); });
}

} // namespace boxwood
