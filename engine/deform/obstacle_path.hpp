// What: how the rigid mesh moves while the other deforms: up and down, and about its own vertical axis.
// Frame: world. Units: lengths as in the scene; turns; time in periods.
// Invariants: a path of zeros is standing still, bit for bit; after a period it is where it was.
#pragma once

#include "collision/core/pose.hpp"

namespace boxwood {

struct ObstaclePath {
    double rise = 0.0;  // to both sides of where it starts
    double turns = 0.0; // per period, whole ones to come back

    Pose at(const Pose& world_from_obstacle, double time) const;
};

} // namespace boxwood
