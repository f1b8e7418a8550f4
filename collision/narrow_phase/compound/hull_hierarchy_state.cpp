#include "collision/narrow_phase/compound/hull_hierarchy_state.hpp"

#include "collision/narrow_phase/compound/error_bounded_hull.hpp"

#include <algorithm>
#include <string>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {

void append_posed(const Polytope& hull, const Pose& parent_from_node, std::vector<glm::dvec3>& io_points_p) {
    for (const glm::vec3& p : hull.positions()) io_points_p.push_back(parent_from_node * p);
}

HullHierarchyState::HullHierarchyState(const HullHierarchy& tree)
    : tree_(&tree)
    , body_from_node_(tree.nodes().size())
    , parent_from_node_(tree.nodes().size())
    , recomputed_hulls_(tree.nodes().size())
    , is_stale_(tree.nodes().size(), false)
    , extremal_(tree.part_count())
    , are_frames_stale_(true) {
    BOXWOOD_REQUIRE(!tree.nodes().empty());
    for (const Joint& joint : tree.joints()) positions_.push_back(rest_position(joint));
    update_frames();
}

HullHierarchyState::HullHierarchyState(const HullHierarchyState& other)
    : tree_(other.tree_)
    , positions_(other.positions_)
    , body_from_node_(other.body_from_node_)
    , parent_from_node_(other.parent_from_node_)
    , recomputed_hulls_(other.recomputed_hulls_.size())
    , is_stale_(other.is_stale_)
    , extremal_(other.extremal_)
    , are_frames_stale_(other.are_frames_stale_) {
    for (std::size_t i = 0; i < recomputed_hulls_.size(); ++i)
        if (other.recomputed_hulls_[i])
            recomputed_hulls_[i] = std::make_unique<ErrorBoundedHull>(*other.recomputed_hulls_[i]);
}

HullHierarchyState& HullHierarchyState::operator=(const HullHierarchyState& other) {
    return *this = HullHierarchyState(other);
}

HullHierarchyState::~HullHierarchyState() = default;

Status HullHierarchyState::set_position(std::uint32_t joint, double position) {
    if (joint >= positions_.size())
        return Error{"joint " + std::to_string(joint) + ": no such joint (there are " +
                     std::to_string(positions_.size()) + ")"};
    if (!check_position(tree_->joints()[joint], position, ""))
        return check_position(tree_->joints()[joint], position, "joint " + std::to_string(joint));
    set_valid_position(joint, position);
    return ok();
}

void HullHierarchyState::set_valid_position(std::uint32_t joint, double position) {
    BOXWOOD_REQUIRE(joint < positions_.size());
    BOXWOOD_REQUIRE(check_position(tree_->joints()[joint], position, ""));
    if (positions_[joint] == position) return;
    positions_[joint] = position;
    are_frames_stale_ = true;
    mark_stale_above(tree_->node_of_joint()[joint]);
}

// A hull depends only on the joints below its node, since it is in the frame of the node. Hulls above a whole_range
// hull are built from that hull, which does not change.
void HullHierarchyState::mark_stale_above(std::uint32_t node) {
    for (std::uint32_t above = tree_->nodes()[node].parent; above != kNone;
         above = tree_->nodes()[above].parent) {
        if (tree_->nodes()[above].mode == HullMode::whole_range) return;
        is_stale_[above] = true;
    }
}

void HullHierarchyState::update_frames() {
    if (!are_frames_stale_) return;
    are_frames_stale_ = false;
    for (std::uint32_t n = 0; n < tree_->nodes().size(); ++n) {
        const HullHierarchy::Node& node = tree_->nodes()[n];
        parent_from_node_[n] = node.parent_from_node;
        if (node.joint != kNone)
            parent_from_node_[n] =
                pose_at(tree_->joints()[node.joint], positions_[node.joint]) * node.parent_from_node;
        body_from_node_[n] =
            node.parent == kNone ? Pose{} : body_from_node_[node.parent] * parent_from_node_[n];
    }
}

void HullHierarchyState::make_hull_of(std::uint32_t node) {
    points_.clear();
    double error_bound = 0.0;
    for (const std::uint32_t child : tree_->children(node)) {
        append_posed(hull(child).polytope, parent_from_node_[child], points_);
        error_bound = std::max(error_bound, hull(child).error_bound);
    }
    ErrorBoundedHull new_hull = make_error_bounded_hull(points_, error_bound, tree_->hull_function());
    if (recomputed_hulls_[node])
        *recomputed_hulls_[node] = std::move(new_hull);
    else
        recomputed_hulls_[node] = std::make_unique<ErrorBoundedHull>(std::move(new_hull));
}

CoordinateBounds HullHierarchyState::climb_parts(const Pose& world_from_body, ClimbCounters& io_counters) {
    // Far above the rounding of a chain of poses, but far below the rounding of float.
    constexpr double kRounding = 0x1p-40;
    CoordinateBounds bounds;
    for (std::uint32_t part = 0; part < extremal_.size(); ++part) {
        const CoordinateBounds own = climb_bounds(tree_->part(part), world_from_body * body_from_part(part),
                                                  extremal_[part], io_counters);
        bounds.lower = part == 0 ? own.lower : glm::min(bounds.lower, own.lower);
        bounds.upper = part == 0 ? own.upper : glm::max(bounds.upper, own.upper);
    }
    const double extent = glm::length(tree_->center()) + tree_->reach();
    const glm::dvec3 rounding = kRounding * (glm::abs(world_from_body.origin) + extent);
    return {bounds.lower - rounding, bounds.upper + rounding};
}

std::size_t HullHierarchyState::update() {
    update_frames();
    std::size_t count = 0;
    for (std::uint32_t n = static_cast<std::uint32_t>(is_stale_.size()); n-- > 0;) {
        if (!is_stale_[n]) continue;
        is_stale_[n] = false;
        make_hull_of(n);
        ++count;
    }
    return count;
}

} // namespace boxwood
