// What: what the walk must know of a body beyond its shape and place: whether it can be lifted, how heavy it is, what it
//       hangs on.
// Units: metres, kilograms, radians, seconds.
#pragma once

#include "collision/core/ids.hpp"

#include <optional>
#include <string>

#include <glm/vec3.hpp>

namespace boxwood {

// What hangs on an axis that is fixed in the world, as a swing on its beam: it turns about that axis and nothing else.
struct WalkHinge {
    glm::dvec3 point_w{0.0}, axis_w{1.0, 0.0, 0.0}; // the axis a unit vector
    double lower = -1.0, upper = 1.0;               // from where it is at the start
    std::uint32_t joint = kNone;    // of a body of parts: the joint that turns; else the whole body does
    double period = 0.0;            // seconds of a small swing; 0: by its mass and the way it hangs
    double angle = 0.0, rate = 0.0; // at the start
};

struct WalkBody {
    std::string name;
    bool is_movable = false; // it can be lifted, pushed, scaled and dropped; otherwise it stands for ever
    double kilograms = 0.5;
    std::optional<WalkHinge> hinge; // it swings; then it cannot be lifted
};

struct WalkStart {
    glm::dvec3 feet_w{0.0};
    double yaw = 0.0, pitch = 0.0;
};

} // namespace boxwood
