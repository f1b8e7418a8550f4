// Uses the library as an outsider would: installed headers and boxwood::collision only.
#include "collision/core/pose.hpp"

#include <cstdio>

int main() {
    boxwood::Transform transform;
    transform.t = {1.0, 2.0, 3.0};
    if (!boxwood::check_transform(transform, "pose")) return 1;
    const boxwood::Pose world_from_a = boxwood::make_pose(transform);
    const glm::dvec3 back_a = boxwood::inverse(world_from_a) * (world_from_a * glm::dvec3(4.0, 5.0, 6.0));
    std::printf("%g %g %g\n", back_a.x, back_a.y, back_a.z);
    return back_a == glm::dvec3(4.0, 5.0, 6.0) ? 0 : 1;
}
