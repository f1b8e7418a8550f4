// What: the joints of a body as the window shows them: degrees, or world units for prismatic joints.
#pragma once

#include "collision/world/collision_world.hpp"

#include <optional>
#include <string>

namespace boxwood {

// Null: no live body, or one without convex parts.
const HullHierarchyState* parts_of_body(const CollisionWorld& world, std::optional<BodyId> id);
double shown_per_unit(const Joint& joint); // the library has radians
std::string joint_positions_json(const HullHierarchyState* parts);

} // namespace boxwood
