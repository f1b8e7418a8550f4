// What: the mouse over the viewport: offers each gesture to the lab first, and moves the camera with the rest.
// Left drag orbits, right or middle drag pans, the wheel zooms to the cursor, Alt+left always orbits.
#pragma once

#include "app/labs/lab.hpp"
#include "engine/platform/input_frame.hpp"
#include "engine/ui/layout.hpp"

#include <optional>

namespace boxwood {

class ViewportInput {
  public:
    // `pixels_per_point` brings event positions to the layout's pixels; with `is_blocked` (the interface has the
    // mouse) only a gesture that began in the viewport goes on.
    void handle(const platform::InputFrame& input, const ui::Rect& viewport, float pixels_per_point,
                bool is_blocked, Lab& io_lab);
    bool is_dragging() const { return held_.has_value(); }
    // True once after a double click, which asks for the focus.
    bool take_focus_request() { return std::exchange(wants_focus_, false); }

  private:
    struct Held {
        platform::MouseButton button = platform::MouseButton::left;
        glm::vec2 pressed_at{0.0f}, last{0.0f};
        bool has_moved = false;
        bool is_labs = false; // the lab took it
    };
    struct View {
        ui::Rect rect;
        float pixels_per_point;
        bool is_blocked;
    };
    void on_move(const platform::MouseMoveEvent& event, const View& view, Lab& io_lab);
    void on_button(const platform::MouseButtonEvent& event, const View& view, Lab& io_lab);
    void on_wheel(const platform::WheelEvent& event, const View& view, Lab& io_lab);

    std::optional<Held> held_;
    bool wants_focus_ = false;
};

} // namespace boxwood
