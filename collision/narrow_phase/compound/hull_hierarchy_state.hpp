// What: the joint positions of one body with a hull hierarchy, and the resulting frames and hulls.
// Frame: body = the root's frame.
// Units: radians of revolute joints, lengths of prismatic ones.
// Invariants: after place_nodes() frames match the positions, after update() hulls too; before, they match those of the
//             last call. A hull that a joint below has moved since update() is stale: has_hull() is false.
// Degenerate input: an unknown joint, a position that is not finite or outside the limits: an Error, and nothing
//                   changes.
// Cost: place_nodes() and update() are free without a change. A changed joint costs the frames of all nodes, 30 ns each;
//       in update() also one hull per node above it up to the first whole_range one, a few 10 us each. Only update()
//       allocates.
// Oracle: tests/parts/hull_hierarchy_test.cpp.
#pragma once

#include "collision/geometry/polytope/extremal_vertices.hpp"
#include "collision/narrow_phase/compound/hull_hierarchy.hpp"

#include <memory>

namespace boxwood {

class HullHierarchyState {
  public:
    // All joints at rest; the hierarchy must outlive the state. Requires a result of make_hull_hierarchy that was not moved
    // from.
    explicit HullHierarchyState(const HullHierarchy& tree);
    HullHierarchyState(const HullHierarchyState& other);
    HullHierarchyState& operator=(const HullHierarchyState& other);
    HullHierarchyState(HullHierarchyState&&) noexcept = default;
    HullHierarchyState& operator=(HullHierarchyState&&) noexcept = default;
    ~HullHierarchyState();

    const HullHierarchy& tree() const { return *tree_; }
    std::span<const double> positions() const { return positions_; } // index = joint
    Status set_position(std::uint32_t joint, double position);
    // The same for positions that are valid by construction: others end the process.
    void place_position(std::uint32_t joint, double position);

    // Recomputes the frames.
    void place_nodes();
    // Recomputes frames and stale hulls; returns the number of hulls recomputed.
    std::size_t update();

    const Pose& body_from_node(std::uint32_t node) const { return body_from_node_[node]; }
    std::span<const Pose> body_from_nodes() const { return body_from_node_; }
    const Pose& body_from_part(std::uint32_t part) const {
        return body_from_node_[tree_->node_of_part()[part]];
    }
    // Always true for parts.
    bool has_hull(std::uint32_t node) const { return !is_stale_[node]; }
    const ErrorBoundedHull& hull(std::uint32_t node) const {
        return own_[node] ? *own_[node] : tree_->hulls()[node];
    }

    // The tightest bounds of all parts, by hill climbing from the vertices that the last call found. They contain
    // every vertex in whatever order its poses are applied. Requires place_nodes().
    CoordinateBounds climb_parts(const Pose& world_from_body, ClimbCounters& io_counters);

  private:
    void mark_stale_above(std::uint32_t node);
    void make_hull_of(std::uint32_t node);

    const HullHierarchy* tree_;
    std::vector<double> positions_;
    std::vector<Pose> body_from_node_, parent_from_node_;
    std::vector<std::unique_ptr<ErrorBoundedHull>> own_; // null: the hull of the hierarchy is valid
    std::vector<bool> is_stale_;
    std::vector<ExtremalVertices> extremal_; // index = part
    bool is_changed_ = false;                // since place_nodes()
    std::vector<glm::dvec3> points_; // scratch
};

// Appends the vertices of `hull` in the frame of its node's parent.
void append_posed(const Polytope& hull, const Pose& parent_from_node, std::vector<glm::dvec3>& io_points_p);

} // namespace boxwood
