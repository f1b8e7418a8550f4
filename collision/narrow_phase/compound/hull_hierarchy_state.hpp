// What: the joint positions of one body with a hull hierarchy, and the resulting frames and hulls.
// Frame: the body frame is the frame of the root.
// Units: positions are radians for revolute joints and lengths for prismatic joints.
// Invariants: after update_frames() the frames match the positions; after update() the hulls match them too. A new
//     position has no effect on frames and hulls before the next of these calls. A hull is stale (has_hull() is false)
//     if a joint below it has moved since the last update(), unless the hull's node, or a node between it and the
//     joint's node, is a whole_range node.
// Degenerate input: set_position() returns an Error for an unknown joint, and for a position that is not finite or
//     outside the limits. The state is then unchanged.
// Cost: if no joint has moved, update_frames() and update() compute nothing. Otherwise they recompute the frames of all
//     nodes, 30 ns each. update() also recomputes the hulls of the nodes above a moved joint, up to but excluding the
//     first whole_range node, a few 10 us each. update() allocates memory; update_frames() does not.
// Oracle: tests/parts/hull_hierarchy_test.cpp.
#pragma once

#include "collision/geometry/polytope/extremal_vertices.hpp"
#include "collision/narrow_phase/compound/hull_hierarchy.hpp"

#include <memory>

namespace boxwood {

class HullHierarchyState {
  public:
    // All joints start at rest. `tree` must be a result of make_hull_hierarchy that was not moved from, and it must
    // outlive the state.
    explicit HullHierarchyState(const HullHierarchy& tree);
    HullHierarchyState(const HullHierarchyState& other);
    HullHierarchyState& operator=(const HullHierarchyState& other);
    HullHierarchyState(HullHierarchyState&&) noexcept = default;
    HullHierarchyState& operator=(HullHierarchyState&&) noexcept = default;
    ~HullHierarchyState();

    const HullHierarchy& tree() const { return *tree_; }
    std::span<const double> positions() const { return positions_; } // index = joint
    Status set_position(std::uint32_t joint, double position);
    // Sets a position that is valid by construction; an unknown joint or an invalid position aborts.
    void set_valid_position(std::uint32_t joint, double position);

    // Recomputes the frames.
    void update_frames();
    // Recomputes frames and stale hulls; returns the number of hulls recomputed.
    std::size_t update();

    const Pose& body_from_node(std::uint32_t node) const { return body_from_node_[node]; }
    std::span<const Pose> body_from_nodes() const { return body_from_node_; }
    const Pose& body_from_part(std::uint32_t part) const {
        return body_from_node_[tree_->node_of_part()[part]];
    }
    // False if the hull is stale; always true for parts.
    bool has_hull(std::uint32_t node) const { return !is_stale_[node]; }
    const ErrorBoundedHull& hull(std::uint32_t node) const {
        return recomputed_hulls_[node] ? *recomputed_hulls_[node] : tree_->hulls()[node];
    }

    // Returns the bounds of all parts in world space, found by hill climbing from the vertices that the previous call
    // found. The bounds are tight except for a margin for rounding: they contain every vertex even if the poses are
    // combined in another order. Requires a call of update_frames() after the last change of a position.
    CoordinateBounds climb_parts(const Pose& world_from_body, ClimbCounters& io_counters);

  private:
    void mark_stale_above(std::uint32_t node);
    void make_hull_of(std::uint32_t node);

    const HullHierarchy* tree_;
    std::vector<double> positions_;
    std::vector<Pose> body_from_node_, parent_from_node_;
    std::vector<std::unique_ptr<ErrorBoundedHull>> recomputed_hulls_; // null if the hull of tree() is valid
    std::vector<bool> is_stale_;
    std::vector<ExtremalVertices> extremal_; // index = part
    bool are_frames_stale_ = false;          // a position has changed since update_frames()
    std::vector<glm::dvec3> points_;         // scratch
};

// Appends the vertices of the hull of a node, in the frame of the node's parent.
void append_posed(const Polytope& hull, const Pose& parent_from_node, std::vector<glm::dvec3>& io_points_p);

} // namespace boxwood
