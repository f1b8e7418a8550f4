// What: an operand of a query as the layer below takes it: a solid, or surfaces with hierarchies. Internal: not installed.
// Frame: poses are world_from_shape and world_from_surface.
#pragma once

#include "collision/api/detail/layer.hpp"
#include "collision/api/detail/shape_data.hpp"
#include "collision/narrow_phase/compound/compound_side.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace boxwood::api::detail {

// Triangles of a surface are counted from first_triangle in the shape.
struct Surface {
    MeshView mesh;
    const AnyHierarchy* tree = nullptr;
    boxwood::Pose world_from_surface;
    std::uint32_t first_triangle = 0, part = 0;
};

class Operand {
  public:
    Operand(const ShapeData& data, const Pose& pose)
        : data_(data)
        , pose_(to_layer(pose))
        , is_rigid_(pose.is_rigid()) {
        if (data.kind == ShapeKind::mesh) state_.emplace(data);
    }

    bool is_mesh() const { return data_.kind == ShapeKind::mesh; }
    bool is_rigid_solid() const { return is_rigid_ && !is_mesh(); }
    const boxwood::Pose& pose() const { return pose_; }
    const Polytope* polytope() const {
        return data_.kind == ShapeKind::convex ? data_.solid->polytope() : nullptr;
    }
    CompoundSide side() const {
        return data_.at_rest ? CompoundSide(*data_.at_rest) : CompoundSide(*data_.solid->polytope());
    }
    Slot contact_slot() const { return detail::contact_slot(data_.preset.load(std::memory_order_relaxed)); }
    Slot distance_slot() const { return detail::distance_slot(data_.preset.load(std::memory_order_relaxed)); }

    std::uint32_t surface_count() const {
        return data_.at_rest ? static_cast<std::uint32_t>(data_.at_rest->tree().part_count()) : 1;
    }
    // Builds the hierarchy if need be.
    Surface surface(std::uint32_t index, Slot slot, Executor* executor) const {
        if (is_mesh()) return {(*state_)->view(), &(*state_)->tree(slot, executor), pose_, 0, 0};
        boxwood::Shape& solid = *data_.solid;
        solid.build_hierarchy();
        if (!data_.at_rest) return {solid.mesh(), solid.hierarchy(), pose_, 0, 0};
        const boxwood::Shape& part = *solid.part_shape(index);
        return {part.mesh(), part.hierarchy(), pose_ * data_.at_rest->body_from_part(index),
                solid.first_triangle_of_part(index), index};
    }

    // A vertex of a part of `other` that lies in a part of this one. Both must be solids whose surfaces do not intersect:
    // then each part of one lies wholly inside or outside of each part of the other.
    std::optional<glm::dvec3> point_of_part_inside(const Operand& other) const {
        for (std::uint32_t k = 0; k < other.surface_count(); ++k) {
            const glm::dvec3 vertex_w = other.world_from_part(k) * other.part(k).positions()[0];
            for (std::uint32_t i = 0; i < surface_count(); ++i) {
                const glm::dvec3 vertex_p = boxwood::inverse(world_from_part(i)) * vertex_w;
                const auto faces = part(i).faces();
                if (std::all_of(faces.begin(), faces.end(), [&](const Polytope::Face& face) {
                        return glm::dot(face.normal, vertex_p) <= face.offset;
                    }))
                    return vertex_w;
            }
        }
        return std::nullopt;
    }
    bool holds_a_part_of(const Operand& other) const { return point_of_part_inside(other).has_value(); }

    const Polytope& part(std::uint32_t index) const {
        return data_.at_rest ? data_.at_rest->tree().part(index) : *data_.solid->polytope();
    }
    boxwood::Pose world_from_part(std::uint32_t index) const {
        return data_.at_rest ? pose_ * data_.at_rest->body_from_part(index) : pose_;
    }

  private:
    const ShapeData& data_;
    boxwood::Pose pose_;
    bool is_rigid_ = true;
    std::optional<ReadMesh> state_;
};

} // namespace boxwood::api::detail
