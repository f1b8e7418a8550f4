// What: motion of the rigid mesh during the deformation: up and down, and about its own vertical axis.
// Frame: world. Units: lengths as in the scene; turns; time in periods.
// Invariants: a path of zeros leaves the pose bit-equal; after a period the pose is back at its start.
#pragma once

#include "collision/core/pose.hpp"

namespace boxwood {

struct ObstaclePath {
    double rise = 0.0;  // amplitude up and down from the start
    double turns = 0.0; // per period; integers return to the start

    Pose at(const Pose& world_from_obstacle, double time) const;
};

} // namespace boxwood
