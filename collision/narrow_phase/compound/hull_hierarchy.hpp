// What: a non-convex or articulated object as a hierarchy. Leaves ("parts") are convex polytopes; an inner node has the
//       convex hull of all parts below it; any node except the root may have a joint, which rotates it or slides it
//       relative to its parent.
// Frame: every node has its own; the root's is the body's. p_parent = pose_at(joint, position) * parent_from_node * p.
// Units: lengths as in the scene, angles in radians.
// Invariants: parents precede their children; every inner node has a child; poses are rigid. The parts below an inner
//             node lie within its error bound of its hull.
// Degenerate input: make_hull_hierarchy returns an Error that names the node: a scaled or non-finite pose, a joint on the
//                   root, a parent that does not precede it, an inner node without children, a leaf without polytope,
//                   an empty polytope, too many nodes, parts that at some joint positions may lie farther than
//                   kMaxCoordinate from an inner node's origin.
// Cost: one hull per inner node, and one more over the whole range of its joints.
// Source: [Cohen 1995] section 3 (hierarchies of convex parts); [Ponamgi 1995] section 5.
// Departs from the source: a hull has float vertices, so it carries a measured error bound instead of being taken as
//                          exact.
// Oracle: tests/parts/hull_hierarchy_test.cpp, every vertex of every part in random poses.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/compound/joint.hpp"

#include <optional>
#include <span>
#include <vector>

namespace boxwood {

// Convex hull function supplied by the caller; the library has none. Must be deterministic.
using HullFunction = Result<Polytope> (*)(std::span<const glm::vec3> points);

// How the hull of an inner node is updated when a joint below it moves.
enum class HullMode : std::uint8_t {
    recompute,  // computed from scratch: tight, at the cost of a hull per move
    whole_range // contains the parts at every position of every joint below: never recomputed, but loose
};

// Description of one node, as input.
struct HullTreeNode {
    std::uint32_t parent = kNone; // index of an earlier node; kNone for the first node only
    Pose parent_from_node;        // rigid; at position 0 of the joint
    std::optional<Joint> joint;
    std::optional<Polytope> polytope; // set for a leaf, not set for an inner node
    HullMode mode = HullMode::recompute;
    // Only for an inner node without joints below: replaces its hull; how far parts lie outside of it is measured.
    std::optional<Polytope> near_hull{};
    bool tests_children = true; // false: the children's parts are never tested against each other
};

// A hull, and how far the geometry that it bounds may lie outside of it.
struct ErrorBoundedHull {
    Polytope polytope;
    double error_bound = 0.0;
};

class HullHierarchy {
  public:
    struct Node {
        std::uint32_t parent = kNone;
        std::uint32_t first_child = 0, child_count = 0; // into children()
        std::uint32_t part = kNone;                     // of a leaf: its index among the leaves
        std::uint32_t joint = kNone;                    // its index among the joints
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

    // Per node: a leaf's polytope; otherwise the hull over the whole range or at the rest positions, depending on the
    // mode.
    std::span<const ErrorBoundedHull> hulls() const { return hulls_; }
    HullFunction hull_function() const { return hull_function_; }

    // The center of the object at rest, and the largest distance of any part from it at any joint positions; body
    // frame.
    const glm::dvec3& center() const { return center_; }
    double reach() const { return reach_; }
    double volume() const { return volume_; } // sum over the parts; overlaps count twice

    // Whether the parts of these two nodes are never tested against each other. Symmetric, and inherited by all
    // descendants.
    bool is_disabled(std::uint32_t x, std::uint32_t y) const;

  private:
    friend Result<HullHierarchy>
    make_hull_hierarchy(std::vector<HullTreeNode> nodes, HullFunction make_hull,
                        std::span<const std::pair<std::uint32_t, std::uint32_t>> disabled);
    void flatten(std::vector<HullTreeNode>& io_nodes);
    void make_hulls(std::vector<HullTreeNode>& io_nodes);
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

// `disabled`: pairs of nodes whose parts are never tested against each other in self-collision.
Result<HullHierarchy>
make_hull_hierarchy(std::vector<HullTreeNode> nodes, HullFunction make_hull,
                    std::span<const std::pair<std::uint32_t, std::uint32_t>> disabled = {});

} // namespace boxwood
