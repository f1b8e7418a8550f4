// What: describes the properties that a body has in a walk, in addition to its shape and pose: whether it can be
//     lifted, its mass, and its hinge.
// Units: meters, kilograms, radians, seconds.
#pragma once

#include "collision/core/ids.hpp"

#include <optional>
#include <string>

#include <glm/vec3.hpp>

namespace boxwood {

// A hinge that is fixed in the world, for example of a swing. The body only rotates about its axis.
struct WalkHinge {
    glm::dvec3 point_w{0.0}, axis_w{1.0, 0.0, 0.0}; // a point on the axis; the axis, a unit vector
    double lower = -1.0, upper = 1.0;               // limits of `angle`
    std::uint32_t joint = kNone; // of a compound: the joint that rotates; kNone: the complete body rotates
    double period = 0.0;         // of small oscillations, in seconds; 0: computed from mass and inertia
    // At the start. `angle` is the position of `joint`; without a joint, angle 0 is the pose of the body at the start.
    double angle = 0.0, rate = 0.0;
};

struct WalkBody {
    std::string name;
    bool is_movable = false; // can be lifted, pushed, scaled and dropped; false for meshes
    double kilograms = 0.5;
    std::optional<WalkHinge> hinge; // the body swings and cannot be lifted
};

struct WalkStart {
    glm::dvec3 feet_w{0.0};
    double yaw = 0.0, pitch = 0.0;
};

} // namespace boxwood
