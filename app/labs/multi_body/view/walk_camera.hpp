// What: controls the camera while a walk is shown. The camera follows the pair and returns to its previous position
//       afterwards. If the user zooms, the camera keeps this distance until another pair is selected.
#pragma once

#include "app/labs/view.hpp"

#include <optional>

namespace boxwood {

class WalkCamera {
  public:
    void follow(draw::Camera& io_camera, const Focus& pair);
    void frame_again() { is_framed_ = false; } // for another pair
    void leave(draw::Camera& io_camera);

  private:
    bool is_framed_ = false;
    float framed_distance_ = 0.0f; // of the camera when it framed the pair
    std::optional<draw::Camera> before_; // the camera before the walk
};

} // namespace boxwood
