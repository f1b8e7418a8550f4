// What: a non-convex or articulated object as a hierarchy. Leaves ("parts") are convex polytopes; an inner node has
//     the convex hull of all parts below it. Any node except the root can have a joint, which rotates or translates
//     the node relative to its parent.
// Frame: every node has its own frame; the root's frame is the body frame. p_parent = pose_at(joint, position) *
//     parent_from_node * p.
// Units: lengths as in the scene, angles in radians.
// Invariants: parents precede their children; every inner node has a child; poses are rigid. The parts below an inner
//     node extend beyond its hull by at most the error bound of that hull.
// Degenerate input: make_hull_hierarchy returns an Error that names the node at fault, if there is one. Errors are: a
//     pose that is scaled or not finite; a joint on the root; a joint that check_joint rejects; a parent that does not
//     precede its child; a parent with a polytope; a node with neither children nor a polytope; an empty polytope or
//     approximate hull; no nodes, or more than kMaxTreeNodes; no hull function; a disabled pair that is not of two
//     different nodes; and parts that can, at some joint positions, be farther than kMaxCoordinate from the origin of
//     an inner node.
// Cost: one hull per inner node; if there are joints, at most one more per inner node, over the full range of the
//     joints below it. 8 bytes per disabled pair of nodes.
// Source: [Cohen 1995] section 3 (hierarchies of convex parts); [Ponamgi 1995] section 5.
// Departs from the source: the vertices of a hull are rounded to float, so a hull is not exact and has a measured
//     error bound.
// Oracle: tests/parts/hull_hierarchy_test.cpp checks every vertex of every part in random poses.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/compound/joint.hpp"

#include <optional>
#include <span>
#include <vector>

namespace boxwood {

// Convex hull function supplied by the caller. It must be deterministic.
using HullFunction = Result<Polytope> (*)(std::span<const glm::vec3> points);

// How the hull of an inner node is updated when a joint below it moves.
enum class HullMode : std::uint8_t {
    recompute,  // computed from scratch: tight, but costs one hull computation per move
    whole_range // contains the parts at every position of every joint below: never recomputed, but loose
};

// Description of one node, as input.
struct HullNode {
    std::uint32_t parent = kNone; // index of an earlier node; kNone for the first node only
    Pose parent_from_node;        // rigid; the pose at position 0 of the joint
    std::optional<Joint> joint;
    std::optional<Polytope> polytope; // set for a leaf, not set for an inner node
    HullMode mode = HullMode::recompute;
    // Optional: replaces the hull of an inner node without joints below it; ignored for other nodes.
    // make_hull_hierarchy() measures the error bound of this hull.
    std::optional<Polytope> approximate_hull{};
    bool tests_children = true; // if false, parts of different children are never tested against each other
};

// A hull, and an upper bound on how far the bounded geometry extends beyond it.
struct ErrorBoundedHull {
    Polytope polytope;
    double error_bound = 0.0;
};

class HullHierarchy {
  public:
    struct Node {
        std::uint32_t parent = kNone;
        std::uint32_t first_child = 0, child_count = 0; // range in children_
        std::uint32_t part = kNone;                     // index among the leaves; kNone for an inner node
        std::uint32_t joint = kNone;                    // index among the joints; kNone without a joint
        Pose parent_from_node;
        HullMode mode = HullMode::recompute;
        bool has_joint_below = false;
    };

    std::span<const Node> nodes() const { return nodes_; }
    std::span<const std::uint32_t> children(std::uint32_t node) const {
        return std::span(children_).subspan(nodes_[node].first_child, nodes_[node].child_count);
    }
    std::span<const std::uint32_t> node_of_part() const { return node_of_part_; }
    std::span<const std::uint32_t> node_of_joint() const { return node_of_joint_; }
    std::span<const Joint> joints() const { return joints_; }
    const Polytope& part(std::uint32_t part) const { return hulls_[node_of_part_[part]].polytope; }
    std::size_t part_count() const { return node_of_part_.size(); }

    // One entry per node: the polytope of a leaf, or the hull of an inner node. Depending on the node's mode, the
    // hull covers the full range of the joints below or only their rest positions.
    std::span<const ErrorBoundedHull> hulls() const { return hulls_; }
    HullFunction hull_function() const { return hull_function_; }

    // center(): the centroid of the root's hull, in the body frame. reach(): an upper bound on the distance of all
    // points of all parts from center(), at all joint positions.
    const glm::dvec3& center() const { return center_; }
    double reach() const { return reach_; }
    double volume() const { return volume_; } // sum over the parts, whether or not they overlap

    // True if the parts of these two nodes are never tested against each other. Symmetric. If true for x and y, it is
    // also true for each pair of a node in the subtree of x and a node in the subtree of y.
    bool is_disabled(std::uint32_t x, std::uint32_t y) const;

  private:
    friend Result<HullHierarchy>
    make_hull_hierarchy(std::vector<HullNode> nodes, HullFunction make_hull,
                        std::span<const std::pair<std::uint32_t, std::uint32_t>> disabled);
    void flatten(std::vector<HullNode>& io_nodes);
    void make_hulls(std::vector<HullNode>& io_nodes);
    std::vector<std::uint32_t> list_subtree(std::uint32_t node) const; // the node and all nodes below it
    void disable(std::uint32_t x, std::uint32_t y);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> children_;
    std::vector<std::uint32_t> node_of_part_, node_of_joint_;
    std::vector<Joint> joints_;
    std::vector<ErrorBoundedHull> hulls_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> disabled_; // sorted, first < second
    HullFunction hull_function_ = nullptr;
    glm::dvec3 center_{0.0};
    double reach_ = 0.0;
    double volume_ = 0.0;
};

inline constexpr std::size_t kMaxTreeNodes = 4096;

// `disabled` contains pairs of nodes whose parts are never tested against each other in self-collision.
Result<HullHierarchy>
make_hull_hierarchy(std::vector<HullNode> nodes, HullFunction make_hull,
                    std::span<const std::pair<std::uint32_t, std::uint32_t>> disabled = {});

} // namespace boxwood
