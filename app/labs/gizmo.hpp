// What: draws and drags the handles that move, rotate and scale a body with the mouse. Independent of any window.
// Frame: world axes for translation and rotation, the body's own axes for scaling.
// Units: world units.
#pragma once

#include "app/labs/view.hpp"
#include "collision/core/pose.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"

#include <optional>

namespace boxwood {

enum class GizmoMode : std::uint8_t { move, rotate, scale };

// The transform that the handles edit, and its pivot of rotation in the body's frame.
struct GizmoTarget {
    Transform transform;
    glm::dvec3 pivot_b{0.0};
    glm::dvec3 pivot_w() const { return transform.t + glm::normalize(transform.q) * (transform.s * pivot_b); }
};

class Gizmo {
  public:
    GizmoMode mode = GizmoMode::move;

    bool is_dragging() const { return drag_.has_value(); }
    // The handle under the mouse: 0 to 2 for an axis, 3 for the center. The center handle moves the body in the view
    // plane, or scales it uniformly; for rotation there is none.
    std::optional<int> handle_at(const draw::Ray& ray_w, const GizmoTarget& target,
                                 const draw::Camera& camera) const;
    void hover(const draw::Ray& ray_w, const GizmoTarget& target, const draw::Camera& camera);
    // True if a handle was grabbed; from then until release(), drag() returns the new transform.
    bool press(const draw::Ray& ray_w, const GizmoTarget& target, const draw::Camera& camera);
    Transform drag(const draw::Ray& ray_w) const;
    void release() { drag_.reset(); }

    void draw(draw::DrawList& out, const GizmoTarget& target, const draw::Camera& camera,
              const draw::Palette& palette) const;

  private:
    struct Drag {
        int handle = 0;
        GizmoTarget start;
        glm::dvec3 axis_w{0.0}; // direction of the handle's axis; for the center handle, the view direction
        glm::dvec3 grabbed_w{0.0}; // the point of the handle where the drag began
        // For uniform scaling: the direction up and to the right in the view, divided by the length of a handle. A
        // drag by the length of a handle in this direction changes the factor by 1.
        glm::dvec3 growth_w{0.0};
    };
    std::optional<glm::dvec3> point_on_handle(const draw::Ray& ray_w, const glm::dvec3& pivot_w,
                                              const glm::dvec3& axis_w, int handle) const;

    std::optional<Drag> drag_;
    std::optional<int> hovered_;
};

// The transform of `target`, rotated by `angle` radians about the axis through its pivot. `axis_w` is a unit vector.
Transform turned_about_pivot(const GizmoTarget& target, const glm::dvec3& axis_w, double angle);

} // namespace boxwood
