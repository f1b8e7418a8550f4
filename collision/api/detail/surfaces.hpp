// What: converts an operand of a query for the layer below: to a solid, or to surfaces with hierarchies. Internal: not
//       installed.
// Frame: poses are world_from_shape and world_from_surface.
#pragma once

#include "collision/api/detail/layer.hpp"
#include "collision/api/detail/round.hpp"
#include "collision/api/detail/shape_data.hpp"
#include "collision/narrow_phase/compound/compound_side.hpp"
#include "collision/query/mesh_query.hpp"

#include <cstdint>
#include <optional>

namespace boxwood::api::detail {

// Triangle i of a surface has the number first_triangle + i in the shape.
struct Surface {
    MeshView mesh;
    const AnyHierarchy* tree = nullptr;
    boxwood::Pose world_from_surface;
    std::uint32_t first_triangle = 0, part = 0;
    const MeshShells* shells = nullptr; // null unless requested

    MeshOperand operand() const { return {mesh, tree, &world_from_surface, shells}; }
};

class Operand {
  public:
    Operand(const ShapeData& data, const Pose& pose)
        : data_(data)
        , pose_(to_layer(pose))
        , is_rigid_(pose.is_rigid()) {
        if (data.kind == ShapeKind::mesh) state_.emplace(data);
        if (data.is_round()) round_ = place_round(data, pose);
    }

    bool is_solid() const { return data_.is_solid; }
    bool is_mesh() const { return data_.kind == ShapeKind::mesh; }
    bool has_rigid_convex_parts() const { return is_rigid_ && !is_mesh() && !is_round(); }
    bool is_round() const { return data_.is_round(); }
    const RoundAxis& round() const { return round_; } // requires a round shape
    double radius() const { return round_.radius; }   // 0 for other shapes
    // False for round shapes: their axis is a surface.
    bool has_solid_surface() const { return is_solid() && !is_round(); }
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
    // Builds the hierarchy if it does not exist yet. Also builds the shells if `with_shells` is set.
    Surface surface(std::uint32_t index, Slot slot, bool with_shells, Executor* executor) const {
        if (is_mesh())
            return {(*state_)->view(),
                    &(*state_)->tree(slot, executor),
                    pose_,
                    0,
                    0,
                    with_shells ? &(*state_)->shells() : nullptr};
        boxwood::Shape& solid = *data_.solid;
        solid.build_hierarchy();
        if (with_shells) solid.build_shells();
        if (!data_.at_rest)
            return {solid.mesh(), solid.hierarchy(), pose_, 0, 0, with_shells ? solid.shells() : nullptr};
        const boxwood::Shape& part = *solid.part_shape(index);
        return {part.mesh(),
                part.hierarchy(),
                world_from_part(index),
                solid.first_triangle_of_part(index),
                index,
                with_shells ? part.shells() : nullptr};
    }

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
    RoundAxis round_;
    std::optional<MeshReader> state_;
};

} // namespace boxwood::api::detail
