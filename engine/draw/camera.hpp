// What: the orbit camera and its projections, for drawing and picking.
// Frame: world is right-handed, y up. Units: angles in radians, lengths as in the scene.
#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace boxwood::draw {

struct Camera {
    glm::vec3 target_w{0.0f};
    float distance = 5.0f;
    float yaw = 0.6f;
    float pitch = 0.35f;
    float fov_y = 0.7f;
    // Parallel projection: the plane through the target has the same scale as in perspective, and points behind the eye
    // are drawn, too.
    bool is_orthographic = false;

    glm::vec3 eye_w() const;
    glm::vec3 right_w() const;
    glm::vec3 up_w() const;
    glm::mat4 view_from_world() const;
    glm::mat4 clip_from_view(float aspect) const; // near and far planes scale with the distance
    glm::mat4 clip_from_world(float aspect) const;
    float near_plane() const; // distance of the near plane in perspective
    float min_clip_w() const; // a point is visible only if its clip coordinate w exceeds this value
};

// Projects a point: x and y are in [-1, 1] inside the view, y up; z is the depth. In perspective, returns none for a
// point that is not beyond the near plane. In a parallel projection, every point has a result.
std::optional<glm::vec3> ndc_from_world(const Camera& camera, glm::vec3 point_w, float aspect);

// Mouse gestures. `delta` is in pixels, x to the right, y down; `view_height` is in pixels.
void orbit(Camera& io_camera, glm::vec2 delta);
void pan(Camera& io_camera, glm::vec2 delta, float view_height);
void zoom_to_cursor(Camera& io_camera, float wheel_steps, glm::vec2 cursor_ndc, float aspect);
// Moves the camera so that a sphere fills the view; the view direction does not change. If the radius is not > 0, the
// distance does not change either.
void focus(Camera& io_camera, glm::vec3 center_w, float radius);
// If the view is taller than wide, returns the camera with a horizontal field of view equal to its former vertical one.
// Otherwise returns the camera unchanged.
Camera widened(const Camera& camera, float aspect);
// Looks along a world axis: from the front (+z), the right (+x) or above (+y). Target and distance do not change. If
// the camera already looks from this side, it then looks from the opposite side.
enum class AxisView { front, right, top };
void look_along(Camera& io_camera, AxisView view);
// First-person control: look() rotates the camera about the eye; fly() translates eye and target.
void look(Camera& io_camera, glm::vec2 delta);
void fly(Camera& io_camera, glm::vec3 right_up_forward);

struct Ray {
    glm::vec3 origin_w{0.0f};
    glm::vec3 direction_w{0.0f, 0.0f, -1.0f}; // unit
};
// In perspective, the ray starts at the eye. In a parallel projection, it starts at the near plane.
Ray ray_through(const Camera& camera, glm::vec2 cursor_ndc, float aspect);

} // namespace boxwood::draw
