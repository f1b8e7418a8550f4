#include "engine/draw/camera.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/vec4.hpp>

namespace boxwood::draw {

namespace {
constexpr float kRadiansPerPixel = 0.006f;
constexpr float kLookRadiansPerPixel = 0.003f;
constexpr float kZoomPerStep = 0.15f; // change of the logarithm of the distance
constexpr float kNearPerDistance = 0.01f;
constexpr float kFarPerDistance = 200.0f;
// The visible depth on each side of the target, as a multiple of the camera's distance.
constexpr float kOrthographicDepth = 50.0f;
constexpr float kFocusMargin = 1.15f;
// These limits keep the near and far planes within the float range.
constexpr float kMinDistance = 1e-6f, kMaxDistance = 1e9f;

glm::vec3 backward_w(const Camera& camera) {
    return {std::cos(camera.pitch) * std::sin(camera.yaw), std::sin(camera.pitch),
            std::cos(camera.pitch) * std::cos(camera.yaw)};
}

float clamp_distance(float distance) {
    return std::clamp(distance, kMinDistance, kMaxDistance);
}

void rotate(Camera& io_camera, glm::vec2 radians) {
    io_camera.yaw = std::remainder(io_camera.yaw - radians.x, glm::two_pi<float>());
    io_camera.pitch = std::clamp(io_camera.pitch + radians.y, -glm::half_pi<float>(), glm::half_pi<float>());
}
} // namespace

glm::vec3 Camera::eye_w() const {
    return target_w + distance * backward_w(*this);
}

glm::vec3 Camera::right_w() const {
    return {std::cos(yaw), 0.0f, -std::sin(yaw)};
}

glm::vec3 Camera::up_w() const {
    return {-std::sin(pitch) * std::sin(yaw), std::cos(pitch), -std::sin(pitch) * std::cos(yaw)};
}

glm::mat4 Camera::view_from_world() const {
    const glm::vec3 right = right_w(), up = up_w(), back = backward_w(*this), eye = eye_w();
    return {glm::vec4(right.x, up.x, back.x, 0.0f), glm::vec4(right.y, up.y, back.y, 0.0f),
            glm::vec4(right.z, up.z, back.z, 0.0f),
            glm::vec4(-glm::dot(right, eye), -glm::dot(up, eye), -glm::dot(back, eye), 1.0f)};
}

float Camera::near_plane() const {
    return kNearPerDistance * distance;
}

float Camera::min_clip_w() const {
    return is_orthographic ? 0.0f : near_plane();
}

glm::mat4 Camera::clip_from_view(float aspect) const {
    if (is_orthographic) {
        const float half_height = std::tan(0.5f * fov_y) * distance;
        const float reach = kOrthographicDepth * distance;
        return glm::orthoRH_NO(-half_height * aspect, half_height * aspect, -half_height, half_height,
                               distance - reach, distance + reach);
    }
    return glm::perspectiveRH_NO(fov_y, aspect, near_plane(), kFarPerDistance * distance);
}

glm::mat4 Camera::clip_from_world(float aspect) const {
    return clip_from_view(aspect) * view_from_world();
}

std::optional<glm::vec3> ndc_from_world(const Camera& camera, glm::vec3 point_w, float aspect) {
    const glm::vec4 clip = camera.clip_from_world(aspect) * glm::vec4(point_w, 1.0f);
    if (clip.w <= camera.min_clip_w()) return std::nullopt;
    return glm::vec3(clip) / clip.w;
}

void orbit(Camera& io_camera, glm::vec2 delta) {
    rotate(io_camera, kRadiansPerPixel * delta);
}

void pan(Camera& io_camera, glm::vec2 delta, float view_height) {
    const float length_per_pixel =
        2.0f * std::tan(0.5f * io_camera.fov_y) * io_camera.distance / std::max(view_height, 1.0f);
    io_camera.target_w += length_per_pixel * (delta.y * io_camera.up_w() - delta.x * io_camera.right_w());
}

void zoom_to_cursor(Camera& io_camera, float wheel_steps, glm::vec2 cursor_ndc, float aspect) {
    const float distance = clamp_distance(io_camera.distance * std::exp(-kZoomPerStep * wheel_steps));
    const float shrink = distance / io_camera.distance;
    // Scales eye and target about the point where the cursor's ray meets the plane through the target; this point keeps
    // its pixel.
    const float half_height = std::tan(0.5f * io_camera.fov_y) * io_camera.distance;
    const glm::vec3 offset_w = cursor_ndc.x * aspect * half_height * io_camera.right_w() +
                               cursor_ndc.y * half_height * io_camera.up_w();
    io_camera.target_w += (1.0f - shrink) * offset_w;
    io_camera.distance = distance;
}

void focus(Camera& io_camera, glm::vec3 center_w, float radius) {
    io_camera.target_w = center_w;
    if (!(radius > 0.0f)) return;
    io_camera.distance = clamp_distance(kFocusMargin * radius / std::sin(0.5f * io_camera.fov_y));
}

void look_along(Camera& io_camera, AxisView view) {
    constexpr float kTolerance = 1e-3f; // radians
    float yaw = view == AxisView::right ? glm::half_pi<float>() : 0.0f;
    float pitch = view == AxisView::top ? glm::half_pi<float>() : 0.0f;
    const bool is_already_there =
        std::abs(std::remainder(io_camera.yaw - yaw, glm::two_pi<float>())) < kTolerance &&
        std::abs(io_camera.pitch - pitch) < kTolerance;
    if (is_already_there && view == AxisView::top)
        pitch = -pitch;
    else if (is_already_there)
        yaw = std::remainder(yaw + glm::pi<float>(), glm::two_pi<float>());
    io_camera.yaw = yaw;
    io_camera.pitch = pitch;
}

Camera widened(const Camera& camera, float aspect) {
    Camera wide = camera;
    if (aspect > 0.0f && aspect < 1.0f) wide.fov_y = 2.0f * std::atan(std::tan(0.5f * camera.fov_y) / aspect);
    return wide;
}

void look(Camera& io_camera, glm::vec2 delta) {
    const glm::vec3 eye_w = io_camera.eye_w();
    rotate(io_camera, kLookRadiansPerPixel * delta);
    io_camera.target_w = eye_w - io_camera.distance * backward_w(io_camera);
}

void fly(Camera& io_camera, glm::vec3 right_up_forward) {
    io_camera.target_w += right_up_forward.x * io_camera.right_w() + right_up_forward.y * io_camera.up_w() -
                          right_up_forward.z * backward_w(io_camera);
}

Ray ray_through(const Camera& camera, glm::vec2 cursor_ndc, float aspect) {
    const float half_height = std::tan(0.5f * camera.fov_y);
    if (camera.is_orthographic) { // the ray starts at the near plane
        const glm::vec3 on_plane_w =
            camera.target_w + cursor_ndc.x * aspect * half_height * camera.distance * camera.right_w() +
            cursor_ndc.y * half_height * camera.distance * camera.up_w();
        const glm::vec3 back_w = backward_w(camera);
        return {on_plane_w + kOrthographicDepth * camera.distance * back_w, -back_w};
    }
    const glm::vec3 direction_w = cursor_ndc.x * aspect * half_height * camera.right_w() +
                                  cursor_ndc.y * half_height * camera.up_w() - backward_w(camera);
    return {camera.eye_w(), glm::normalize(direction_w)};
}

} // namespace boxwood::draw
