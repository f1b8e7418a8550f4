#include "app/labs/multi_body/view/walk_camera.hpp"

#include <utility>

namespace boxwood {

void WalkCamera::follow(draw::Camera& io_camera, const Focus& pair) {
    if (!before_) before_ = io_camera;
    if (is_framed_ && io_camera.distance != framed_distance_) {
        io_camera.target_w = pair.center_w;
        return;
    }
    draw::focus(io_camera, pair.center_w, pair.radius);
    framed_distance_ = io_camera.distance;
    is_framed_ = true;
}

void WalkCamera::leave(draw::Camera& io_camera) {
    if (!before_) return;
    io_camera = *std::exchange(before_, std::nullopt);
    is_framed_ = false;
}

} // namespace boxwood
