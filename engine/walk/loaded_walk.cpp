#include "engine/walk/loaded_walk.hpp"

#include "engine/walk/walker.hpp"

#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kEyeHeight = 1.61; // meters; the feet are placed this far below a view's eye

WalkHinge hinge_of(const Body& body, const JointMotion& motion) {
    const HullHierarchy& tree = body.parts->tree();
    const Joint& joint = tree.joints()[motion.joint];
    const std::uint32_t parent = tree.nodes()[tree.node_of_joint()[motion.joint]].parent;
    const Pose world_from_parent = body.world_from_body * body.parts->body_from_node(parent);
    WalkHinge hinge;
    hinge.point_w = world_from_parent * joint.point_p;
    hinge.axis_w = glm::normalize(world_from_parent.linear * joint.axis_p);
    hinge.lower = joint.lower;
    hinge.upper = joint.upper;
    hinge.joint = motion.joint;
    hinge.angle = body.parts->positions()[motion.joint];
    hinge.period = motion.period * kFrameSeconds;
    return hinge;
}

} // namespace

std::vector<WalkBody> walk_bodies_of(const LoadedScene& scene) {
    const CollisionWorld& world = scene.simulation.world;
    std::vector<WalkBody> bodies(world.bodies().size());
    for (std::size_t id = 0; id < scene.bodies.size(); ++id) {
        const SceneBody& body = scene.bodies[id];
        bodies[id].name = body.name.empty() ? "body " + std::to_string(id) : body.name;
        bodies[id].is_movable = !body.is_fixed;
        bodies[id].kilograms = body.mass;
    }
    for (const JointMotion& motion : scene.simulation.joint_motions) {
        const Body& body = world.bodies()[motion.body];
        if (body.parts->tree().joints()[motion.joint].kind == JointKind::revolute)
            bodies[motion.body].hinge = hinge_of(body, motion);
        else
            bodies[motion.body].is_movable = false; // prismatic joints do not move in a walk
    }
    return bodies;
}

WalkStart walk_start_of(const LoadedScene& scene) {
    WalkStart start;
    if (!scene.view) return start;
    const glm::dvec3 direction = scene.view->target_w - scene.view->eye_w;
    start.feet_w = scene.view->eye_w - glm::dvec3(0.0, kEyeHeight, 0.0);
    start.yaw = std::atan2(-direction.x, -direction.z);
    start.pitch = std::atan2(direction.y, std::hypot(direction.x, direction.z));
    return start;
}

} // namespace boxwood
