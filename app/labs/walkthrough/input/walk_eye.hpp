// What: places the camera of the walkthrough at the eyes of the walker or outside. At the eyes, the height is smoothed
//       when the walker steps up or down, unless motion is reduced.
// Units: meters, degrees.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "engine/draw/camera.hpp"
#include "engine/walk/walk.hpp"

#include <functional>

namespace boxwood {

class WalkEye {
  public:
    // Call it for a new walk. The height starts without smoothing.
    void begin(const Walk& walk) { height_ = static_cast<float>(walk.walker().eye_w().y); }
    void place(const Walk& walk, draw::Camera& out_camera); // does nothing in the outside view
    bool is_outside() const { return is_outside_; }
    bool has_reduced_motion() const { return has_reduced_motion_; }
    void toggle_outside() { is_outside_ = !is_outside_; }
    void look_from_outside(const Walk& walk, draw::Camera& out_camera) const; // from over the right shoulder

    // The smoothed world height of the eye, for keyframes.
    float height() const { return height_; }
    void restore(float height) { height_ = height; }

    // `toggle` must change between the eyes and the outside view, with all effects on the lab.
    void add_view_settings(SettingTable& io_table, const std::function<void()>& toggle);
    void add_motion_setting(SettingTable& io_table);

  private:
    bool is_outside_ = false, has_reduced_motion_ = false;
    float field_of_view_ = 60.0f;
    float height_ = 0.0f; // smoothed world height of the eye
};

} // namespace boxwood
