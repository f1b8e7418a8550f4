// What: the first game controller that is plugged in, read once a frame; it may come and go.
// Invariants: sticks near their middle read 0, so that a worn one does not walk off by itself.
#pragma once

#include "engine/platform/input_frame.hpp"

#include <memory>

namespace boxwood::platform {

class GamepadReader {
  public:
    GamepadReader();
    ~GamepadReader();
    Gamepad read(); // starts the subsystem at the first call; after SDL's events were polled

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// From SDL's -32768 to 32767 to -1 to 1, flat in the middle.
float stick_value(int raw);

} // namespace boxwood::platform
