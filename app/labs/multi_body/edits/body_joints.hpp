// What: gives the joint positions of a body in the units of the window: degrees, or world units for prismatic joints.
#pragma once

#include "collision/world/collision_world.hpp"

#include <optional>
#include <string>

namespace boxwood {

// Null if the body is not live or has no convex parts.
const HullHierarchyState* parts_of_body(const CollisionWorld& world, std::optional<BodyId> id);
// The displayed position of a joint divided by the library's position, which is in radians for revolute joints.
double display_factor(const Joint& joint);
// A JSON list; "null" without `parts`.
std::string joint_positions_json(const HullHierarchyState* parts);

} // namespace boxwood
