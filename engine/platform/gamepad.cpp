#include "engine/platform/gamepad.hpp"

#include <SDL.h>

#include <algorithm>
#include <cmath>

namespace boxwood::platform {
namespace {

constexpr float kDeadZone = 0.15f; // as a fraction of the full deflection
constexpr float kMaxRaw = 32767.0f;
constexpr int kSearchInterval = 60; // reads between searches for a newly connected controller

struct ControllerCloser {
    void operator()(SDL_GameController* controller) const { SDL_GameControllerClose(controller); }
};

} // namespace

float stick_value(int raw) {
    const float value = std::clamp(static_cast<float>(raw) / kMaxRaw, -1.0f, 1.0f);
    if (std::fabs(value) <= kDeadZone) return 0.0f;
    return std::copysign((std::fabs(value) - kDeadZone) / (1.0f - kDeadZone), value);
}

struct GamepadReader::State {
    bool is_started = false, was_start_tried = false;
    int reads = 0;
    std::unique_ptr<SDL_GameController, ControllerCloser> controller;

    ~State() {
        controller.reset();
        if (is_started) SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    }
    void start() {
        was_start_tried = true;
        is_started = SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0; // if it fails, there are no controllers
    }
    void find() {
        if (controller && !SDL_GameControllerGetAttached(controller.get())) controller.reset();
        if (controller || reads++ % kSearchInterval != 0) return;
        for (int i = 0; i < SDL_NumJoysticks() && !controller; ++i)
            if (SDL_IsGameController(i)) controller.reset(SDL_GameControllerOpen(i));
    }
};

GamepadReader::GamepadReader()
    : state_(std::make_unique<State>()) {}
GamepadReader::~GamepadReader() = default;

Gamepad GamepadReader::read() {
    if (!state_->was_start_tried) state_->start();
    if (!state_->is_started) return {};
    state_->find();
    SDL_GameController* controller = state_->controller.get();
    if (controller == nullptr) return {};
    const auto axis = [&](SDL_GameControllerAxis which) {
        return stick_value(SDL_GameControllerGetAxis(controller, which));
    };
    const auto button = [&](SDL_GameControllerButton which) {
        return SDL_GameControllerGetButton(controller, which) != 0;
    };
    Gamepad pad;
    pad.is_connected = true;
    pad.left_stick = {axis(SDL_CONTROLLER_AXIS_LEFTX), axis(SDL_CONTROLLER_AXIS_LEFTY)};
    pad.right_stick = {axis(SDL_CONTROLLER_AXIS_RIGHTX), axis(SDL_CONTROLLER_AXIS_RIGHTY)};
    pad.left_trigger = axis(SDL_CONTROLLER_AXIS_TRIGGERLEFT);
    pad.right_trigger = axis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT);
    pad.a = button(SDL_CONTROLLER_BUTTON_A);
    pad.b = button(SDL_CONTROLLER_BUTTON_B);
    pad.x = button(SDL_CONTROLLER_BUTTON_X);
    pad.y = button(SDL_CONTROLLER_BUTTON_Y);
    pad.left_shoulder = button(SDL_CONTROLLER_BUTTON_LEFTSHOULDER);
    pad.right_shoulder = button(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER);
    pad.up = button(SDL_CONTROLLER_BUTTON_DPAD_UP);
    pad.down = button(SDL_CONTROLLER_BUTTON_DPAD_DOWN);
    pad.left = button(SDL_CONTROLLER_BUTTON_DPAD_LEFT);
    pad.right = button(SDL_CONTROLLER_BUTTON_DPAD_RIGHT);
    pad.left_stick_pressed = button(SDL_CONTROLLER_BUTTON_LEFTSTICK);
    pad.right_stick_pressed = button(SDL_CONTROLLER_BUTTON_RIGHTSTICK);
    return pad;
}

} // namespace boxwood::platform
