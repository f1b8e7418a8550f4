// What: user input of the walkthrough: held keys, the captured mouse, wheel and gamepad, combined into one WalkInput per
//       frame.
// Invariants: wheel notches and buttons start motions that take several frames; what is left of them waits here.
#pragma once

#include "app/labs/lab.hpp"
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
    void begin() { pending_ = {}; } // a new walk
    void add_axis_setting(SettingTable& io_table);
    void add_mouse_setting(SettingTable& io_table);

    // Input of this frame of a window, in this order.
    void take_held(const LabInput& input);
    // True: the view changes between the eyes and the outside. `snaps`: the stick turns in steps.
    bool take_gamepad(const platform::Gamepad& pad, bool snaps);
    // The captured mouse: it looks around, or turns the hand while its right button is down; the wheel also without.
    void take_events(const platform::InputFrame& frame, const std::function<void()>& use_hand);
    // Without a window, nobody gives input.
    bool has_window() const { return window_ != Window::none; }
    bool is_paused() const { return window_ == Window::paused; }
    bool is_still() const { return held_ == WalkInput{}; } // no key moves walker or hand

    bool has_mouse() const { return has_mouse_; }
    void capture_mouse(bool captures) { has_mouse_ = captures; }
    // The free mouse over the view looks around by dragging. True: it was clicked.
    bool take_free_mouse(const ViewMouse& mouse);
    // Below the free mouse; none: it was never there.
    const std::optional<draw::Ray>& free_ray() const { return free_ray_; }

    void toggle_grip();
    bool is_shutting() const { return pending_.shuts; }
    void let_go(); // and opens the hand
    void drop() { pending_.drops = true; }
    void next_axis() { grow_axis_ = static_cast<GrowAxis>((static_cast<int>(grow_axis_) + 1) % 4); }

    // Held input, and the share of pending motions that fits one frame. `holds`: the hand holds something.
    WalkInput next(bool holds);

  private:
    enum class GrowAxis : std::uint8_t { all, x, y, z };
    enum class Window : std::uint8_t { none, paused, playing };
    struct Pending {
        double reach = 0.0;    // metres
        double scale = 0.0;    // of the logarithm
        double curl = 0.0;     // frames, below 0: opens
        glm::dvec3 wrist{0.0}; // radians
        double turn_right = 0.0, look_up = 0.0;
        bool shuts = false; // until it is pressed again
        bool drops = false;
    };

    void turn_by(glm::dvec2 points, bool turns_hand);
    void turn_wheel(const platform::WheelEvent& wheel);
    glm::dvec3 grow_axes() const;

    Window window_ = Window::none;
    WalkInput held_; // of keys and gamepad, while they are held
    Pending pending_;
    platform::Gamepad pad_before_;
    GrowAxis grow_axis_ = GrowAxis::all;
    bool has_mouse_ = false, turns_hand_ = false;
    float mouse_speed_ = 1.0f;   // a factor
    glm::vec2 pressed_at_{0.0f}; // the free mouse
    std::optional<draw::Ray> free_ray_;
};

} // namespace boxwood
