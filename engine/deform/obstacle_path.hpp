// What: moves the rigid mesh during the deformation: up and down, and in rotation about its own y axis.
// Frame: world. Units: lengths of the scene, revolutions, and time in periods.
// Invariants: if all values are zero, the pose is bitwise unchanged. After each period, the pose is the start pose
//             again.
#pragma once

#include "collision/core/pose.hpp"

namespace boxwood {

struct ObstaclePath {
    double rise = 0.0;  // amplitude of the vertical motion about the start position
    double turns = 0.0; // revolutions per period; integers make the rotation continuous between periods

    Pose at(const Pose& world_from_obstacle, double time) const;
};

} // namespace boxwood
