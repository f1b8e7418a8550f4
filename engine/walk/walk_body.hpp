// What: the properties of a body in a walk beyond its shape and pose: whether it can be lifted, its mass, and its
//     hinge.
// Units: metres, kilograms, radians, seconds.
#pragma once

#include "collision/core/ids.hpp"

#include <optional>
#include <string>

#include <glm/vec3.hpp>

namespace boxwood {

// A hinge fixed in the world, as of a swing on its beam: the body only turns about its axis.
struct WalkHinge {
    glm::dvec3 point_w{0.0}, axis_w{1.0, 0.0, 0.0}; // the axis a unit vector
    double lower = -1.0, upper = 1.0;               // relative to the start position
    std::uint32_t joint = kNone;    // of a compound: the joint that turns; else the whole body turns
    double period = 0.0;            // seconds of a small swing; 0: computed from its mass and suspension
    double angle = 0.0, rate = 0.0; // at the start
};

struct WalkBody {
    std::string name;
    bool is_movable = false; // it can be lifted, pushed, scaled and dropped; otherwise it is fixed
    double kilograms = 0.5;
    std::optional<WalkHinge> hinge; // it swings; then it cannot be lifted
};

struct WalkStart {
    glm::dvec3 feet_w{0.0};
    double yaw = 0.0, pitch = 0.0;
};

} // namespace boxwood
