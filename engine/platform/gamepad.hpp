// What: the first connected game controller, read once a frame; it may be connected and removed at any time.
// Invariants: sticks near their middle read 0, so that a worn stick does not drift.
#pragma once

#include "engine/platform/input_frame.hpp"

#include <memory>

namespace boxwood::platform {

class GamepadReader {
  public:
    GamepadReader();
    ~GamepadReader();
    Gamepad read(); // starts the subsystem at the first call; call after SDL's events were polled

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// Maps SDL's -32768 to 32767 to -1 to 1, with a dead zone in the middle.
float stick_value(int raw);

} // namespace boxwood::platform
