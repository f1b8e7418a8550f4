// What: one object of a compound query: a hull hierarchy in its current state, or a single polytope as a hierarchy with
//     one leaf.
// Frame: the object's own.
#pragma once

#include "collision/narrow_phase/compound/hull_hierarchy_state.hpp"

namespace boxwood {

class CompoundSide {
  public:
    explicit CompoundSide(const HullHierarchyState& state)
        : state_(&state) {}
    explicit CompoundSide(const Polytope& polytope)
        : polytope_(&polytope) {}

    const HullHierarchyState* state() const { return state_; } // null for a single polytope
    std::span<const std::uint32_t> children(std::uint32_t node) const {
        return state_ ? state_->tree().children(node) : std::span<const std::uint32_t>{};
    }
    bool is_part(std::uint32_t node) const { return part(node) != kNone; }
    std::uint32_t part(std::uint32_t node) const { return state_ ? state_->tree().nodes()[node].part : 0; }
    bool has_hull(std::uint32_t node) const { return !state_ || state_->has_hull(node); }
    const Polytope& hull(std::uint32_t node) const {
        return state_ ? state_->hull(node).polytope : *polytope_;
    }
    double error_bound(std::uint32_t node) const {
        return state_ ? state_->hull(node).error_bound : polytope_->flatness() + polytope_->reflex();
    }
    Pose own_from_node(std::uint32_t node) const { return state_ ? state_->body_from_node(node) : Pose{}; }

  private:
    const HullHierarchyState* state_ = nullptr;
    const Polytope* polytope_ = nullptr;
};

} // namespace boxwood
