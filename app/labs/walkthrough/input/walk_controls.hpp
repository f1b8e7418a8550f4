// What: combines the user's input in the walkthrough (held keys, captured mouse, wheel and gamepad) into one WalkInput
//       per frame.
// Invariants: wheel notches and buttons start motions that take several frames. `pending_` contains the rest of these
//             motions.
#pragma once

#include "app/labs/parts/lab_viewport.hpp"
#include "app/labs/settings/settings.hpp"
#include "engine/platform/input_frame.hpp"
#include "engine/walk/walk_input.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <glm/vec2.hpp>

namespace boxwood {

class WalkControls {
  public:
    void begin() { pending_ = {}; } // for a new walk
    void add_axis_setting(SettingTable& io_table);
    void add_mouse_setting(SettingTable& io_table);

    // The next three functions take the window's input of this frame. Call them in this order.
    void take_held(const LabInput& input);
    // True: the user changes between the eyes and the outside view. With `snaps`, the right stick rotates the
    // view to the left and right in steps.
    bool take_gamepad(const platform::Gamepad& pad, bool snaps);
    // The captured mouse rotates the view; while its right button is down, it rotates the hand. Its left button calls
    // `use_hand`. The wheel also works without capture. The capture ends when the window loses the focus.
    void take_events(const platform::InputFrame& frame, const std::function<void()>& use_hand);
    // False: the run has no window and therefore no user input.
    bool has_window() const { return window_ != Window::none; }
    bool is_paused() const { return window_ == Window::paused; }
    bool is_still() const { return held_ == WalkInput{}; } // no held input moves walker or hand

    bool has_mouse() const { return has_mouse_; }
    void capture_mouse(bool captures) { has_mouse_ = captures; }
    // Dragging the free mouse over the view rotates the view, or with the right button the hand. True: the user clicked
    // with the left button.
    bool take_free_mouse(const ViewMouse& mouse);
    // The ray below the free mouse; none: the mouse has not been over the view.
    const std::optional<draw::Ray>& free_ray() const { return free_ray_; }

    void toggle_grip();
    bool is_closing() const { return pending_.closes; }
    void let_go(); // releases the object and opens the hand
    void drop() { pending_.drops = true; }
    void next_axis() { grow_axis_ = static_cast<GrowAxis>((static_cast<int>(grow_axis_) + 1) % 4); }

    // The held input plus the part of the pending motions that fits into one frame. `is_holding` is true while the hand
    // holds an object.
    WalkInput next(bool is_holding);

  private:
    enum class GrowAxis : std::uint8_t { all, x, y, z };
    enum class Window : std::uint8_t { none, paused, playing };
    struct Pending {
        double reach = 0.0;    // meters
        double scale = 0.0;    // logarithm of the scale
        double curl = 0.0;     // frames of closing; negative: frames of opening
        glm::dvec3 wrist{0.0}; // radians
        double turn_right = 0.0, look_up = 0.0;
        bool closes = false; // the hand closes until the button is pressed again
        bool drops = false;
    };

    void turn_by(glm::dvec2 points, bool turns_hand);
    void turn_wheel(const platform::WheelEvent& wheel);
    glm::dvec3 grow_axes() const;

    Window window_ = Window::none;
    WalkInput held_; // input of the keys and gamepad controls that are down
    Pending pending_;
    platform::Gamepad pad_before_;
    GrowAxis grow_axis_ = GrowAxis::all;
    bool has_mouse_ = false, turns_hand_ = false;
    float mouse_speed_ = 1.0f;   // a factor
    glm::vec2 pressed_at_{0.0f}; // pixels; where the free mouse was pressed
    std::optional<draw::Ray> free_ray_;
};

} // namespace boxwood
