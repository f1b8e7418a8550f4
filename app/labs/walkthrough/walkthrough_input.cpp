// User input of the walkthrough: held keys, mouse, wheel and gamepad, combined into one WalkInput per frame.
#include "app/labs/walkthrough/walkthrough.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr double kRadiansPerPoint = 0.0025; // per point of mouse motion, at mouse speed 1
constexpr double kReachPerNotch = 0.045;    // metres
constexpr double kScalePerNotch = 0.06;     // of the logarithm
constexpr double kCurlFramesPerNotch = 3.0;
constexpr double kReachPerFrame = 0.5 / 60.0; // metres, at full speed
constexpr double kTurnPerFrame = 0.03;        // radians, of the wrist by keys and of the head by the stick
constexpr double kSnapDegrees = 30.0;         // turn by the stick with reduced motion
constexpr float kPressed = 0.5f;
constexpr float kClickSlack = 5.0f;     // points
constexpr double kOpeningFrames = 30.0; // after an instant release

// Takes at most `most` from `left`, which is reduced by it.
double take(double& io_left, double most) {
    const double now = std::clamp(io_left, -most, most);
    io_left -= now;
    return now;
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

void WalkthroughLab::input(const LabInput& input) {
    is_live_ = true;
    is_playing_ = input.is_playing;
    held_input_ = {};
    take_held(input.held);
    take_gamepad(input.frame.gamepad);
    if (has_mouse_ || (!is_spectator_ && !input.is_mouse_on_interface)) take_events(input.frame);
    const bool points = !is_spectator_ && (has_mouse_ || (free_ray_ && !input.is_mouse_on_interface));
    aim_ = points && !taking_
               ? find_aim(has_mouse_ ? draw::ray_through(camera, {0.0f, 0.0f}, 1.0f) : *free_ray_)
               : Aim{};
}

void WalkthroughLab::take_held(std::span<const std::string> held) {
    for (const std::string& action : held) {
        for (const HeldKey& key : kHeldKeys)
            if (key.action == action) key.apply(held_input_);
        if (action == "held.bigger") held_input_.scale += grow_axes();
        if (action == "held.smaller") held_input_.scale -= grow_axes();
    }
}

glm::dvec3 WalkthroughLab::grow_axes() const {
    glm::dvec3 axes(grow_axis_ == GrowAxis::all ? 1.0 : 0.0);
    if (grow_axis_ != GrowAxis::all) axes[static_cast<int>(grow_axis_) - 1] = 1.0;
    return axes;
}

// The mouse is captured: it looks around, or turns the hand while its right button is down.
void WalkthroughLab::take_events(const platform::InputFrame& frame) {
    for (const platform::InputEvent& event : frame.events) {
        if (const auto* focus = std::get_if<platform::FocusEvent>(&event); focus && !focus->gained)
            has_mouse_ = false;
        if (const auto* wheel = std::get_if<platform::WheelEvent>(&event)) turn_wheel(*wheel);
        if (!has_mouse_) continue; // other events arrive in mouse()
        if (const auto* button = std::get_if<platform::MouseButtonEvent>(&event)) {
            if (button->button == platform::MouseButton::right) turns_hand_ = button->pressed;
            if (button->button == platform::MouseButton::left && button->pressed) use_hand();
        }
        if (const auto* move = std::get_if<platform::MouseMoveEvent>(&event))
            turn_by({move->delta.x, move->delta.y}, turns_hand_);
    }
}

void WalkthroughLab::toggle_grip() {
    pending_.shuts = !pending_.shuts;
    pending_.drops = !pending_.shuts;
    pending_.curl = 0.0;
}

void WalkthroughLab::turn_by(glm::dvec2 points, bool turns_hand) {
    const glm::dvec2 angle = kRadiansPerPoint * static_cast<double>(options_.mouse_speed) * points;
    if (turns_hand) {
        pending_.wrist += glm::dvec3(-angle.y, -angle.x, 0.0);
    } else {
        pending_.turn_right += angle.x;
        pending_.look_up -= angle.y;
    }
}

void WalkthroughLab::turn_wheel(const platform::WheelEvent& wheel) {
    const auto notches = static_cast<double>(wheel.notches.y);
    if (wheel.modifiers.ctrl)
        pending_.scale += kScalePerNotch * notches;
    else if (wheel.modifiers.shift)
        pending_.curl += kCurlFramesPerNotch * notches;
    else
        pending_.reach += kReachPerNotch * notches;
}

// Sticks walk and look, triggers close thumb and fingers, shoulders turn the hand, the D-pad scales and reaches.
void WalkthroughLab::take_gamepad(const platform::Gamepad& pad) {
    if (!pad.is_connected) return;
    WalkInput& i = held_input_;
    i.right += static_cast<double>(pad.left_stick.x);
    i.forward -= static_cast<double>(pad.left_stick.y);
    if (options_.has_reduced_motion) {
        const auto snaps = [&](float now, float before) {
            return std::fabs(now) > kPressed && std::fabs(before) <= kPressed;
        };
        if (snaps(pad.right_stick.x, pad_before_.right_stick.x))
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
    if (pad.x && !pad_before_.x) act("held.axis");
    if (pad.y && !pad_before_.y) act("walk.spectator");
    pad_before_ = pad;
}

// Held input, and the share of pending motions that fits one frame.
WalkInput WalkthroughLab::take_input() {
    if (const std::optional<WalkInput> by_itself = take_by_itself()) return *by_itself;
    WalkInput input = held_input_;
    input.turn_right += std::exchange(pending_.turn_right, 0.0);
    input.look_up += std::exchange(pending_.look_up, 0.0);
    input.wrist += std::exchange(pending_.wrist, glm::dvec3(0.0));
    input.reach += take(pending_.reach, kReachPerFrame) / kReachPerFrame;
    const double growth = kGrowth * kFrameSeconds;
    input.scale += grow_axes() * (take(pending_.scale, growth) / growth);
    if (const double curl = take(pending_.curl, 1.0); curl != 0.0) input.curl.fill(curl);
    const bool is_still =
        std::all_of(input.curl.begin(), input.curl.end(), [](double c) { return c == 0.0; });
    if (pending_.shuts && is_still && walk_.held() == kNone) input.curl.fill(1.0);
    input.lets_go = std::exchange(pending_.drops, false);
    if (input.lets_go) pending_.curl = -kOpeningFrames;
    return input;
}

// --- the free mouse ---------------------------------------------------------------------------------------

// A click in the view captures the mouse; dragging looks around without capture.
bool WalkthroughLab::mouse(const ViewMouse& mouse) {
    if (is_spectator_) return false;
    free_ray_ = mouse.ray_w;
    if (mouse.gesture == MouseGesture::press) {
        drag_ = mouse.position;
        return mouse.button != platform::MouseButton::middle;
    }
    if (mouse.gesture == MouseGesture::drag)
        turn_by(glm::dvec2(mouse.delta), mouse.button == platform::MouseButton::right);
    if (mouse.gesture == MouseGesture::release && mouse.button == platform::MouseButton::left &&
        glm::distance(drag_, mouse.position) < kClickSlack) {
        has_mouse_ = true;
        aim_ = find_aim(mouse.ray_w); // the mouse may not have moved before the click
        if (can_take(aim_)) use_hand();
    }
    return true;
}

bool WalkthroughLab::act(std::string_view action) {
    if (question_ && (action == "go.look" || action == "select.none")) {
        answer(action == "go.look");
        return true;
    }
    if (action == "go.look")
        has_mouse_ = !has_mouse_ && !is_spectator_;
    else if (action == "select.none") {
        has_mouse_ = false;
        taking_.reset();
    } else if (action == "hand.take")
        use_hand();
    else if (action == "walk.structure")
        structure_ = static_cast<Structure>((static_cast<int>(structure_) + 1) % 5);
    else if (action == "hand.drop") {
        pending_.shuts = false;
        pending_.drops = true;
    } else if (action == "held.axis")
        grow_axis_ = static_cast<GrowAxis>((static_cast<int>(grow_axis_) + 1) % 4);
    else if (action == "walk.spectator") {
        is_spectator_ = !is_spectator_;
        has_mouse_ = false;
        if (is_spectator_) look_from_outside();
    } else if (action == "walk.detection")
        walk_.detects = !walk_.detects;
    else if (action == "walk.tips")
        show_.tips = !show_.tips;
    else if (action == "show.triangles")
        show_.triangles = !show_.triangles;
    else if (action == "walk.sound")
        options_.has_sound = !options_.has_sound;
    else if (action == "walk.record")
        toggle_record();
    else
        return false;
    return true;
}

std::string WalkthroughLab::why_unavailable(std::string_view action) const {
    const bool is_motion = action.starts_with("go.") || action.starts_with("hand.") ||
                           action.starts_with("finger.") || action.starts_with("held.");
    if (action == "play.speed") return "The walkthrough runs in real time.";
    if (action == "play.seed") return "Nothing in the walkthrough is random.";
    const bool moves_camera = action == "view.focus" || action == "view.front" || action == "view.right" ||
                              action == "view.top" || action == "view.orthographic" ||
                              action == "view.camera-next";
    if (moves_camera && !is_spectator_)
        return "The view is what the eyes see: O looks from outside, where the camera moves freely.";
    if (action == "show.triangles" && walk_.touches().empty())
        return "Nothing is touched. Touched triangles are shown when the hand touches something.";
    if (action == "go.look" && is_spectator_)
        return "From outside the mouse moves the camera: O looks by the eyes.";
    if (action.starts_with("held.") && walk_.held() == kNone)
        return "Nothing is held: shut the hand (E) on something loose.";
    if (action == "walk.structure" && structure_subjects().empty())
        return "Nothing is touched, held or pointed at. Its convex parts are shown when something is.";
    if (action == "hand.take" && is_playing_ && !(player_ && !player_->is_done()) && walk_.held() == kNone &&
        !taking_ && !pending_.shuts && !can_take(aim_))
        return aim_.body == kNone ? "Nothing is pointed at: point at something loose, such as a cup."
                                  : "The " + walk_.body(aim_.body).name + " cannot be taken from here.";
    if (is_motion && action != "go.look" && action != "held.axis") {
        if (!is_playing_) return "The walk is paused: Space goes on.";
        if (player_ && !player_->is_done()) return "A script walks until its end.";
    }
    return Lab::why_unavailable(action);
}

} // namespace boxwood
