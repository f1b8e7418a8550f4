#include "app/labs/walkthrough/input/walk_controls.hpp"

#include "engine/walk/walker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr double kRadiansPerPoint = 0.0025; // per point of mouse motion, at mouse speed 1
constexpr double kReachPerNotch = 0.045;    // meters
constexpr double kScalePerNotch = 0.06;     // change of the scale's logarithm
constexpr double kCurlFramesPerNotch = 3.0;
constexpr double kReachPerFrame = 0.5 / 60.0; // meters, at full speed
// Rotation of the wrist by keys and of the head by the stick, in radians.
constexpr double kTurnPerFrame = 0.03;
constexpr double kSnapDegrees = 30.0;   // rotation per push of the stick with reduced motion
constexpr float kPressed = 0.5f;        // deflection of the stick that counts as a push
constexpr float kClickSlack = 5.0f;     // points
constexpr double kOpeningFrames = 30.0; // number of frames in which the hand opens after a release
// Removes at most `limit`, in either direction, from `io_rest` and returns the removed amount.
double take(double& io_rest, double limit) {
    const double taken = std::clamp(io_rest, -limit, limit);
    io_rest -= taken;
    return taken;
}

struct HeldKey {
    std::string_view action;
    void (*apply)(WalkInput& io_input);
};
constexpr std::array kHeldKeys{
    HeldKey{"go.forward", [](WalkInput& i) { i.forward += 1.0; }},
    HeldKey{"go.back", [](WalkInput& i) { i.forward -= 1.0; }},
    HeldKey{"go.left", [](WalkInput& i) { i.right -= 1.0; }},
    HeldKey{"go.right", [](WalkInput& i) { i.right += 1.0; }},
    HeldKey{"go.crouch", [](WalkInput& i) { i.is_crouching = true; }},
    HeldKey{"hand.close", [](WalkInput& i) { i.curl.fill(1.0); }},
    HeldKey{"hand.open", [](WalkInput& i) { i.curl.fill(-1.0); }},
    HeldKey{"hand.further", [](WalkInput& i) { i.reach += 1.0; }},
    HeldKey{"hand.nearer", [](WalkInput& i) { i.reach -= 1.0; }},
    HeldKey{"hand.up", [](WalkInput& i) { i.raise += 1.0; }},
    HeldKey{"hand.down", [](WalkInput& i) { i.raise -= 1.0; }},
    HeldKey{"hand.left", [](WalkInput& i) { i.wrist.y += kTurnPerFrame; }},
    HeldKey{"hand.right", [](WalkInput& i) { i.wrist.y -= kTurnPerFrame; }},
    HeldKey{"hand.tip", [](WalkInput& i) { i.wrist.x += kTurnPerFrame; }},
    HeldKey{"hand.dip", [](WalkInput& i) { i.wrist.x -= kTurnPerFrame; }},
    HeldKey{"hand.roll-left", [](WalkInput& i) { i.wrist.z += kTurnPerFrame; }},
    HeldKey{"hand.roll-right", [](WalkInput& i) { i.wrist.z -= kTurnPerFrame; }},
    HeldKey{"finger.thumb", [](WalkInput& i) { i.curl[0] = 1.0; }},
    HeldKey{"finger.index", [](WalkInput& i) { i.curl[1] = 1.0; }},
    HeldKey{"finger.middle", [](WalkInput& i) { i.curl[2] = 1.0; }},
    HeldKey{"finger.ring", [](WalkInput& i) { i.curl[3] = 1.0; }},
    HeldKey{"finger.little", [](WalkInput& i) { i.curl[4] = 1.0; }},
};

} // namespace

void WalkControls::add_axis_setting(SettingTable& io_table) {
    io_table.add(choice({"scale-axis", "Keys", "Axes along which the keys = and - scale the held object (X)"},
                        {{"all", "All"}, {"x"}, {"y"}, {"z"}}, 0, member(grow_axis_))
                     .segmented());
}

void WalkControls::add_mouse_setting(SettingTable& io_table) {
    io_table.add(number(
        {"mouse-speed", "Mouse", "Rotation of the view per motion of the mouse, relative to the default"},
        {.low = 0.1,
         .high = 10,
         .reset = decimal_of(WalkControls().mouse_speed_),
         .unit = "×",
         .decimals = 1,
         .is_logarithmic = true},
        member(mouse_speed_)));
}

void WalkControls::take_held(const LabInput& input) {
    window_ = input.is_playing ? Window::playing : Window::paused;
    held_ = {};
    for (const std::string& action : input.held) {
        for (const HeldKey& key : kHeldKeys)
            if (key.action == action) key.apply(held_);
        if (action == "held.bigger") held_.scale += grow_axes();
        if (action == "held.smaller") held_.scale -= grow_axes();
    }
}

glm::dvec3 WalkControls::grow_axes() const {
    glm::dvec3 axes(grow_axis_ == GrowAxis::all ? 1.0 : 0.0);
    if (grow_axis_ != GrowAxis::all) axes[static_cast<int>(grow_axis_) - 1] = 1.0;
    return axes;
}

void WalkControls::take_events(const platform::InputFrame& frame, const std::function<void()>& use_hand) {
    for (const platform::InputEvent& event : frame.events) {
        if (const auto* focus = std::get_if<platform::FocusEvent>(&event); focus && !focus->gained)
            has_mouse_ = false;
        if (const auto* wheel = std::get_if<platform::WheelEvent>(&event)) turn_wheel(*wheel);
        if (!has_mouse_) continue; // other events arrive in take_free_mouse()
        if (const auto* button = std::get_if<platform::MouseButtonEvent>(&event)) {
            if (button->button == platform::MouseButton::right) turns_hand_ = button->pressed;
            if (button->button == platform::MouseButton::left && button->pressed) use_hand();
        }
        if (const auto* move = std::get_if<platform::MouseMoveEvent>(&event))
            turn_by({move->delta.x, move->delta.y}, turns_hand_);
    }
}

void WalkControls::toggle_grip() {
    pending_.closes = !pending_.closes;
    pending_.drops = !pending_.closes;
    pending_.curl = 0.0;
}

void WalkControls::let_go() {
    pending_.closes = false;
    pending_.drops = true;
}

void WalkControls::turn_by(glm::dvec2 points, bool turns_hand) {
    const glm::dvec2 angle = kRadiansPerPoint * static_cast<double>(mouse_speed_) * points;
    if (turns_hand) {
        pending_.wrist += glm::dvec3(-angle.y, -angle.x, 0.0);
    } else {
        pending_.turn_right += angle.x;
        pending_.look_up -= angle.y;
    }
}

void WalkControls::turn_wheel(const platform::WheelEvent& wheel) {
    const auto notches = static_cast<double>(wheel.notches.y);
    if (wheel.modifiers.ctrl)
        pending_.scale += kScalePerNotch * notches;
    else if (wheel.modifiers.shift)
        pending_.curl += kCurlFramesPerNotch * notches;
    else
        pending_.reach += kReachPerNotch * notches;
}

// The left stick walks and, pressed, crouches; the right stick looks. The left trigger closes the thumb, and the right
// trigger the other fingers; A closes or opens the hand, B opens it. Shoulder buttons rotate the wrist. The D-pad
// reaches and scales; X selects the axes to scale. Returns true if Y changes the view.
bool WalkControls::take_gamepad(const platform::Gamepad& pad, bool snaps) {
    if (!pad.is_connected) return false;
    WalkInput& i = held_;
    i.right += static_cast<double>(pad.left_stick.x);
    i.forward -= static_cast<double>(pad.left_stick.y);
    if (snaps) {
        const auto is_pressed = [&](float now, float before) {
            return std::fabs(now) > kPressed && std::fabs(before) <= kPressed;
        };
        if (is_pressed(pad.right_stick.x, pad_before_.right_stick.x))
            pending_.turn_right +=
                std::copysign(glm::radians(kSnapDegrees), static_cast<double>(pad.right_stick.x));
    } else {
        i.turn_right += kTurnPerFrame * static_cast<double>(pad.right_stick.x);
    }
    i.look_up -= kTurnPerFrame * static_cast<double>(pad.right_stick.y);
    if (pad.left_trigger > 0.0f) i.curl[0] = static_cast<double>(pad.left_trigger);
    if (pad.right_trigger > 0.0f)
        std::fill(i.curl.begin() + 1, i.curl.end(), static_cast<double>(pad.right_trigger));
    if (pad.b) i.curl.fill(-1.0);
    if (pad.a && !pad_before_.a) toggle_grip();
    i.is_crouching = i.is_crouching || pad.left_stick_pressed;
    i.wrist.z += kTurnPerFrame * ((pad.left_shoulder ? 1.0 : 0.0) - (pad.right_shoulder ? 1.0 : 0.0));
    i.reach += (pad.up ? 1.0 : 0.0) - (pad.down ? 1.0 : 0.0);
    i.scale += grow_axes() * ((pad.right ? 1.0 : 0.0) - (pad.left ? 1.0 : 0.0));
    if (pad.x && !pad_before_.x) next_axis();
    const bool changes_view = pad.y && !pad_before_.y;
    pad_before_ = pad;
    return changes_view;
}

WalkInput WalkControls::next(bool is_holding) {
    WalkInput input = held_;
    input.turn_right += std::exchange(pending_.turn_right, 0.0);
    input.look_up += std::exchange(pending_.look_up, 0.0);
    input.wrist += std::exchange(pending_.wrist, glm::dvec3(0.0));
    input.reach += take(pending_.reach, kReachPerFrame) / kReachPerFrame;
    const double growth = kGrowth * kFrameSeconds;
    input.scale += grow_axes() * (take(pending_.scale, growth) / growth);
    if (const double curl = take(pending_.curl, 1.0); curl != 0.0) input.curl.fill(curl);
    const bool is_still =
        std::all_of(input.curl.begin(), input.curl.end(), [](double c) { return c == 0.0; });
    if (pending_.closes && is_still && !is_holding) input.curl.fill(1.0);
    input.lets_go = std::exchange(pending_.drops, false);
    if (input.lets_go) pending_.curl = -kOpeningFrames;
    return input;
}

bool WalkControls::take_free_mouse(const ViewMouse& mouse) {
    free_ray_ = mouse.ray_w;
    if (mouse.gesture == MouseGesture::press) pressed_at_ = mouse.position;
    if (mouse.gesture == MouseGesture::drag)
        turn_by(glm::dvec2(mouse.delta / mouse.pixels_per_point),
                mouse.button == platform::MouseButton::right);
    return mouse.gesture == MouseGesture::release && mouse.button == platform::MouseButton::left &&
           glm::distance(pressed_at_, mouse.position) < kClickSlack * mouse.pixels_per_point;
}

} // namespace boxwood
