#include "collision/narrow_phase/compound/hull_hierarchy.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "collision/geometry/mesh_checks.hpp"
#include "collision/narrow_phase/compound/error_bounded_hull.hpp"
#include "collision/narrow_phase/compound/hull_hierarchy_state.hpp"
#include "collision/narrow_phase/contacts/contact.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

std::string name_of(std::size_t node) {
    return "node " + std::to_string(node);
}

Status check_node(const std::vector<HullNode>& nodes, std::size_t n) {
    const HullNode& node = nodes[n];
    const auto fail = [n](const char* reason) { return Error{name_of(n) + ": " + reason}; };
    if (n == 0 && node.parent != kNone) return fail("the first node is the root and must have no parent");
    if (n == 0 && node.joint) return fail("the root has no joint; move the body instead");
    if (n > 0 && node.parent >= n) return fail("its parent must precede it");
    if (n > 0 && nodes[node.parent].polytope)
        return fail("its parent has a polytope and is therefore a leaf");
    const glm::dvec3& o = node.parent_from_node.origin;
    if (!std::isfinite(o.x + o.y + o.z) || !is_rigid(node.parent_from_node))
        return fail("its pose is not finite, or not a rotation with a translation");
    if (node.polytope && node.polytope->positions().empty()) return fail("its polytope is empty");
    if (node.approximate_hull && node.approximate_hull->positions().empty())
        return fail("its approximate hull is empty");
    return ok();
}

// An upper bound on how far pose_at() moves the origin of the parent's frame. A rotation moves a point by at most twice
// its distance from the axis.
double reach_of(const Joint& joint) {
    return joint.kind == JointKind::revolute ? 2.0 * glm::length(joint.point_p)
                                             : std::max(std::fabs(joint.lower), std::fabs(joint.upper));
}

// Checks that, at every joint position, all parts below an inner node lie within kMaxCoordinate of its origin. This
// ensures that its hull is a valid polytope in its frame and that a world accepts the object with any body pose.
Status check_reach(const std::vector<HullNode>& nodes) {
    std::vector<double> reach(nodes.size(), 0.0); // of all parts below a node, from its origin
    for (std::size_t n = nodes.size(); n-- > 0;) {
        if (nodes[n].polytope)
            reach[n] = nodes[n].polytope->extent();
        else if (!(reach[n] <= kMaxCoordinate))
            return Error{name_of(n) + ": its parts reach " + number_text(reach[n], 3) +
                         " from its origin, more than 1e12"};
        if (n == 0) break;
        const double farthest = reach[n] + glm::length(nodes[n].parent_from_node.origin) +
                                (nodes[n].joint ? reach_of(*nodes[n].joint) : 0.0);
        reach[nodes[n].parent] = std::max(reach[nodes[n].parent], farthest);
    }
    return ok();
}

// check_node() accepts an error of 1e-9 in a rotation. The errors along a path add up, and so do those of the two
// objects of a query, which accepts 1e-9 in total. Therefore the rotation is replaced unless its error is far smaller.
void make_exact(Pose& io_pose) {
    constexpr double kExact = 1e-12;
    if (is_rigid(io_pose, kExact)) return;
    io_pose.linear = make_pose({glm::quat_cast(io_pose.linear), glm::dvec3(0.0), glm::dvec3(1.0)}).linear;
}

// Also makes the rotations of the nodes exact.
Status check_nodes(std::vector<HullNode>& io_nodes, HullFunction make_hull) {
    if (make_hull == nullptr) return Error{"a hull hierarchy needs a function that makes hulls"};
    if (io_nodes.empty()) return Error{"a hull hierarchy needs at least one node"};
    if (io_nodes.size() > kMaxTreeNodes)
        return Error{"a hull hierarchy has at most " + std::to_string(kMaxTreeNodes) + " nodes, not " +
                     std::to_string(io_nodes.size())};
    std::vector<bool> has_child(io_nodes.size(), false);
    for (std::size_t n = 0; n < io_nodes.size(); ++n) {
        if (Status status = check_node(io_nodes, n); !status) return status;
        make_exact(io_nodes[n].parent_from_node);
        if (io_nodes[n].joint)
            if (Status status = check_joint(*io_nodes[n].joint, name_of(n)); !status) return status;
        if (n > 0) has_child[io_nodes[n].parent] = true;
    }
    for (std::size_t n = 0; n < io_nodes.size(); ++n)
        if (!has_child[n] && !io_nodes[n].polytope)
            return Error{name_of(n) + ": has neither children nor a polytope"};
    return check_reach(io_nodes);
}

// The hull of an inner node over the full range of the joints below it, in the frame of the node. Requires the hulls of
// the nodes below.
ErrorBoundedHull make_range_hull(const HullHierarchy& tree, std::uint32_t node) {
    std::vector<glm::dvec3> points, posed;
    double error_bound = 0.0;
    for (const std::uint32_t child : tree.children(node)) {
        const HullHierarchy::Node& below = tree.nodes()[child];
        const bool has_range_hull =
            below.part != kNone || (below.mode == HullMode::whole_range && below.has_joint_below);
        const ErrorBoundedHull hull = has_range_hull ? tree.hulls()[child] : make_range_hull(tree, child);
        error_bound = std::max(error_bound, hull.error_bound);
        posed.clear();
        append_posed(hull.polytope, below.parent_from_node, posed);
        if (below.joint == kNone)
            points.insert(points.end(), posed.begin(), posed.end());
        else
            for (const glm::dvec3& p : posed) cover_path(tree.joints()[below.joint], p, points);
    }
    return make_error_bounded_hull(points, error_bound, tree.hull_function());
}

} // namespace

void HullHierarchy::flatten(std::vector<HullNode>& io_nodes) {
    std::vector<std::vector<std::uint32_t>> children(io_nodes.size());
    for (std::uint32_t n = 1; n < io_nodes.size(); ++n) children[io_nodes[n].parent].push_back(n);
    for (std::uint32_t n = 0; n < io_nodes.size(); ++n) {
        HullNode& input = io_nodes[n];
        Node node{.parent = input.parent,
                  .first_child = static_cast<std::uint32_t>(children_.size()),
                  .child_count = static_cast<std::uint32_t>(children[n].size()),
                  .parent_from_node = input.parent_from_node,
                  .mode = input.mode};
        children_.insert(children_.end(), children[n].begin(), children[n].end());
        if (input.joint) {
            node.joint = static_cast<std::uint32_t>(joints_.size());
            joints_.push_back(*input.joint);
            node_of_joint_.push_back(n);
            for (std::uint32_t above = input.parent; above != kNone && !nodes_[above].has_joint_below;
                 above = nodes_[above].parent)
                nodes_[above].has_joint_below = true;
        }
        hulls_.emplace_back();
        if (input.polytope) {
            node.part = static_cast<std::uint32_t>(node_of_part_.size());
            node_of_part_.push_back(n);
            hulls_.back().polytope = std::move(*input.polytope);
            const Polytope& polytope = hulls_.back().polytope;
            // Parts count as touching at a positive distance. This bound covers the terms of touching_distance() in
            // contact.hpp that depend only on this part. The other terms depend on the pair of parts.
            hulls_.back().error_bound =
                polytope.flatness() + polytope.reflex() + 8.0 * kTouchingTolerance * polytope.extent();
            volume_ += hulls_.back().polytope.volume();
        }
        nodes_.push_back(std::move(node));
    }
}

void HullHierarchy::make_hulls(std::vector<HullNode>& io_nodes) {
    std::vector<glm::dvec3> points;
    for (std::uint32_t n = static_cast<std::uint32_t>(nodes_.size()); n-- > 0;) {
        if (nodes_[n].part != kNone) continue;
        if (nodes_[n].mode == HullMode::whole_range && nodes_[n].has_joint_below) {
            hulls_[n] = make_range_hull(*this, n);
            continue;
        }
        points.clear();
        double error_bound = 0.0;
        for (const std::uint32_t child : children(n)) {
            const Joint* joint = nodes_[child].joint == kNone ? nullptr : &joints_[nodes_[child].joint];
            const Pose at_rest =
                joint == nullptr ? nodes_[child].parent_from_node
                                 : pose_at(*joint, rest_position(*joint)) * nodes_[child].parent_from_node;
            append_posed(hulls_[child].polytope, at_rest, points);
            error_bound = std::max(error_bound, hulls_[child].error_bound);
        }
        hulls_[n] = io_nodes[n].approximate_hull && !nodes_[n].has_joint_below
                        ? measure_error_bound(std::move(*io_nodes[n].approximate_hull), points, error_bound)
                        : make_error_bounded_hull(points, error_bound, hull_function_);
    }
    // Without joints the range is a single position.
    const bool has_range = nodes_[0].has_joint_below && nodes_[0].mode != HullMode::whole_range;
    const ErrorBoundedHull range = has_range ? make_range_hull(*this, 0) : hulls_[0];
    center_ = hulls_[0].polytope.centroid();
    for (const glm::vec3& p : range.polytope.positions())
        reach_ = std::max(reach_, glm::distance(center_, glm::dvec3(p)) + range.error_bound);
}

std::vector<std::uint32_t> HullHierarchy::list_subtree(std::uint32_t node) const {
    std::vector<std::uint32_t> nodes{node};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto below = children(nodes[i]);
        nodes.insert(nodes.end(), below.begin(), below.end());
    }
    return nodes;
}

void HullHierarchy::disable(std::uint32_t x, std::uint32_t y) {
    const std::vector<std::uint32_t> from_y = list_subtree(y);
    for (const std::uint32_t a : list_subtree(x))
        for (const std::uint32_t b : from_y) disabled_.emplace_back(std::min(a, b), std::max(a, b));
}

bool HullHierarchy::is_disabled(std::uint32_t x, std::uint32_t y) const {
    return std::binary_search(disabled_.begin(), disabled_.end(), std::pair(std::min(x, y), std::max(x, y)));
}

Result<HullHierarchy> make_hull_hierarchy(std::vector<HullNode> nodes, HullFunction make_hull,
                                          std::span<const std::pair<std::uint32_t, std::uint32_t>> disabled) {
    if (Status status = check_nodes(nodes, make_hull); !status) return status.error();
    HullHierarchy tree;
    tree.hull_function_ = make_hull;
    tree.flatten(nodes);
    tree.make_hulls(nodes);
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        if (nodes[n].tests_children) continue;
        const auto children = tree.children(n);
        for (std::size_t i = 0; i < children.size(); ++i)
            for (std::size_t k = i + 1; k < children.size(); ++k) tree.disable(children[i], children[k]);
    }
    for (const auto& [x, y] : disabled) {
        if (x >= nodes.size() || y >= nodes.size() || x == y)
            return Error{"disabled pair " + std::to_string(x) + ", " + std::to_string(y) +
                         ": two different nodes of the tree are needed"};
        tree.disable(x, y);
    }
    std::sort(tree.disabled_.begin(), tree.disabled_.end());
    return tree;
}

} // namespace boxwood
