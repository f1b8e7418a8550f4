// Random articulated objects for tests, and an oracle for the positions of their points.
#pragma once

#include "collision/narrow_phase/compound/hull_hierarchy_state.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/generate/random_polytope.hpp"
#include "engine/meshes/hull.hpp"

#include <vector>

#include <glm/gtc/quaternion.hpp>

namespace boxwood::test {

inline Pose random_rigid(Random& io_random, double half) {
    return make_pose({io_random.rotation(), io_random.in_box(glm::dvec3(half)), glm::dvec3(1.0)});
}

inline Polytope random_part(Random& io_random, double radius) {
    RandomPolytopeParams params;
    params.faces = static_cast<std::uint32_t>(8 + 2 * io_random.below(8));
    params.seed = io_random.bits();
    params.radius = radius;
    return std::move(*make_random_polytope(params));
}

// Adds at most depth + 1 levels of nodes below `parent`. Each node has a joint with probability 0.7.
inline void grow(std::vector<HullNode>& io_nodes, Random& io_random, std::uint32_t parent, int depth,
                 HullMode mode) {
    const auto count = 2 + io_random.below(2);
    for (std::uint64_t child = 0; child < count; ++child) {
        HullNode node;
        node.parent = parent;
        node.parent_from_node = random_rigid(io_random, 0.8 * (depth + 1));
        node.mode = io_random.uniform() < 0.25 ? HullMode::whole_range : mode;
        if (io_random.uniform() < 0.7) {
            const double lower = io_random.uniform(-2.0, 1.0);
            node.joint = Joint{io_random.in_box(glm::dvec3(1.0)), io_random.unit_vector() * 3.0, lower,
                               lower + io_random.uniform(0.0, 2.5),
                               io_random.uniform() < 0.3 ? JointKind::prismatic : JointKind::revolute};
        }
        const auto index = static_cast<std::uint32_t>(io_nodes.size());
        const bool is_leaf = depth == 0 || io_random.uniform() < 0.3;
        if (is_leaf) node.polytope = random_part(io_random, 0.5);
        io_nodes.push_back(std::move(node));
        if (!is_leaf) grow(io_nodes, io_random, index, depth - 1, mode);
    }
}

inline std::vector<HullNode> random_nodes(Random& io_random, int depth, HullMode mode) {
    std::vector<HullNode> nodes(1);
    nodes[0].mode = mode;
    grow(nodes, io_random, 0, depth, mode);
    return nodes;
}

// Transforms a point from the frame of a node to the frame of an ancestor, one parent at a time. Rotates by Rodrigues'
// formula instead of the library's rotations.
inline glm::dvec3 place_in_ancestor(const HullHierarchyState& state, std::uint32_t node,
                                    std::uint32_t ancestor, glm::dvec3 p) {
    const HullHierarchy& tree = state.tree();
    for (std::uint32_t n = node; n != ancestor; n = tree.nodes()[n].parent) {
        const Pose& pose = tree.nodes()[n].parent_from_node;
        p = pose.linear[0] * p.x + pose.linear[1] * p.y + pose.linear[2] * p.z + pose.origin;
        if (tree.nodes()[n].joint == kNone) continue;
        const Joint& joint = tree.joints()[tree.nodes()[n].joint];
        const double angle = state.positions()[tree.nodes()[n].joint];
        if (joint.kind == JointKind::prismatic) {
            p += angle * joint.axis_p;
            continue;
        }
        // The component along the axis stays. The rest (arm - along) turns toward cross(axis, arm).
        const glm::dvec3 arm = p - joint.point_p, along = glm::dot(arm, joint.axis_p) * joint.axis_p;
        p = joint.point_p + along + std::cos(angle) * (arm - along) +
            std::sin(angle) * glm::cross(joint.axis_p, arm);
    }
    return p;
}

inline void turn_at_random(HullHierarchyState& io_state, Random& io_random) {
    for (std::uint32_t joint = 0; joint < io_state.positions().size(); ++joint) {
        const Joint& limits = io_state.tree().joints()[joint];
        // A limit of the joint with probability 1/2, otherwise a uniform position between the limits.
        const std::uint64_t choice = io_random.below(4);
        const double position = choice == 0   ? limits.lower
                                : choice == 1 ? limits.upper
                                              : io_random.uniform(limits.lower, limits.upper);
        io_state.set_valid_position(joint, position);
    }
}

} // namespace boxwood::test
