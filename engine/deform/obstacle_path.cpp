#include "engine/deform/obstacle_path.hpp"

#include <cmath>
#include <numbers>

#include <glm/gtc/quaternion.hpp>

namespace boxwood {

Pose ObstaclePath::at(const Pose& world_from_obstacle, double time) const {
    if (rise == 0.0 && turns == 0.0) return world_from_obstacle;
    const double phase = 2.0 * std::numbers::pi * (time - std::floor(time));
    const Pose rotation = make_pose(
        {glm::angleAxis(turns * phase, glm::dvec3(0.0, 1.0, 0.0)), glm::dvec3(0.0), glm::dvec3(1.0)});
    Pose pose = world_from_obstacle;
    pose.linear = world_from_obstacle.linear * rotation.linear;
    pose.origin.y += rise * std::sin(phase);
    return pose;
}

} // namespace boxwood
