#include "app/labs/walkthrough/input/walk_eye.hpp"

#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr float kEyeSmoothing = 0.25f; // fraction of the remaining height difference per frame
constexpr float kEyeDistance = 1.5f;   // from eye to camera target, which determines the near and far planes

} // namespace

// Smooths only the height of the camera; the height of the walker changes at once.
void WalkEye::place(const Walk& walk, draw::Camera& out_camera) {
    if (is_outside_) return;
    const Walker& walker = walk.walker();
    glm::vec3 eye_w(walker.eye_w());
    height_ += has_reduced_motion_ ? eye_w.y - height_ : kEyeSmoothing * (eye_w.y - height_);
    eye_w.y = height_;
    out_camera.fov_y = glm::radians(field_of_view_);
    out_camera.is_orthographic = false;
    out_camera.yaw = static_cast<float>(walker.yaw());
    out_camera.pitch = static_cast<float>(-walker.pitch());
    out_camera.distance = kEyeDistance;
    out_camera.target_w = glm::vec3(0.0f);
    out_camera.target_w = eye_w - out_camera.eye_w();
}

void WalkEye::look_from_outside(const Walk& walk, draw::Camera& out_camera) const {
    out_camera.target_w = glm::vec3(walk.hand().grip_center_w());
    out_camera.distance = 2.6f;
    out_camera.yaw = static_cast<float>(walk.walker().yaw()) + 0.7f;
    out_camera.pitch = 0.35f;
    out_camera.fov_y = 0.7f;
}

void WalkEye::add_view_settings(SettingTable& io_table, const std::function<void()>& toggle) {
    io_table.add(flag({"spectator", "From outside", "Orbit camera: drag orbits, the wheel zooms"}, false,
                      {[this] { return is_outside_ ? 1.0 : 0.0; },
                       [this, toggle](double v) {
                           if ((v != 0.0) != is_outside_) toggle();
                       }}));
    io_table.add(number(
        {"field-of-view", "Field of view", "Vertical field of view"},
        {.low = 30, .high = 110, .reset = decimal_of(WalkEye().field_of_view_), .unit = "°", .decimals = 0},
        member(field_of_view_)));
}

void WalkEye::add_motion_setting(SettingTable& io_table) {
    io_table.add(
        flag({"reduced-motion", "Reduced motion",
              "The height of the view is not smoothed on stairs, and the stick rotates the view by 30° at a "
              "time"},
             false, member(has_reduced_motion_)));
}

} // namespace boxwood
