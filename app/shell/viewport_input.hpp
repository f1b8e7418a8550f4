// What: handles the mouse over the views of the viewport. A press goes to the lab first; if the lab does not use it,
//       the drag moves the camera: left drag orbits, right or middle drag pans. A press without a drag is passed to
//       the lab as a click; a right click that the lab does not use opens the menu of the view. Alt+left always orbits,
//       and the wheel always zooms to the cursor.
#pragma once

#include "app/labs/parts/lab_viewport.hpp"
#include "engine/platform/input_frame.hpp"
#include "engine/ui/layout.hpp"

#include <optional>
#include <span>

namespace boxwood {

class ViewportInput {
  public:
    // `views`: the rectangles of the viewport's views. `pixels_per_point` scales event positions to layout pixels.
    // `is_blocked`: the mouse is over the interface, so only a gesture that began in a view has an effect.
    void handle(const platform::InputFrame& input, std::span<const ui::Rect> views, float pixels_per_point,
                bool is_blocked, LabViewport& io_viewport);
    bool is_dragging() const { return held_.has_value(); }
    // Returns and clears the request of a double click to focus the camera.
    bool take_focus_request() { return std::exchange(wants_camera_focus_, false); }
    // Returns and clears the request of a right click, which the lab did not use, to open the menu of the view.
    bool take_menu_request() { return std::exchange(wants_menu_, false); }

  private:
    struct Held {
        const LabViewport* viewport = nullptr; // where the gesture began
        platform::MouseButton button = platform::MouseButton::left;
        glm::vec2 pressed_at{0.0f}, last{0.0f};
        std::size_t view = 0;
        bool has_moved = false;
        bool belongs_to_lab = false; // consumed by the lab
    };
    struct Views {
        std::span<const ui::Rect> rects;
        float pixels_per_point;
        bool is_blocked;
    };
    struct Cursor;
    Cursor find_cursor(platform::PointF point, const Views& views) const;
    void on_move(const platform::MouseMoveEvent& event, const Views& views, LabViewport& io_viewport);
    void on_button(const platform::MouseButtonEvent& event, const Views& views, LabViewport& io_viewport);
    void on_wheel(const platform::WheelEvent& event, const Views& views, LabViewport& io_viewport);

    std::optional<Held> held_;
    bool wants_camera_focus_ = false, wants_menu_ = false;
};

// Returns the camera, widened to the aspect ratio of one of `count` views; unchanged for one view.
draw::Camera camera_in_view(const draw::Camera& camera, const ui::Rect& view, std::size_t count);

} // namespace boxwood
