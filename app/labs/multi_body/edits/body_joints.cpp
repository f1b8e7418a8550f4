#include "app/labs/multi_body/edits/body_joints.hpp"

#include <glm/trigonometric.hpp>

namespace boxwood {

const HullHierarchyState* parts_of_body(const CollisionWorld& world, std::optional<BodyId> id) {
    return id && world.is_live(*id) ? world.bodies()[*id].parts.get() : nullptr;
}

double display_factor(const Joint& joint) {
    return joint.kind == JointKind::revolute ? glm::degrees(1.0) : 1.0;
}

std::string joint_positions_json(const HullHierarchyState* parts) {
    if (parts == nullptr) return "null";
    std::string list;
    for (std::size_t joint = 0; joint < parts->positions().size(); ++joint)
        list += (joint == 0 ? "" : ", ") +
                std::to_string(display_factor(parts->tree().joints()[joint]) * parts->positions()[joint]);
    return "[" + list + "]";
}

} // namespace boxwood
