// What: reads the first connected game controller once per frame; it can be connected and removed at any time.
//       Without a controller, searches for one at every 60th read.
// Invariants: sticks near their centers read 0, so that a worn stick does not drift.
#pragma once

#include "engine/platform/input_frame.hpp"

#include <memory>

namespace boxwood::platform {

class GamepadReader {
  public:
    GamepadReader();
    ~GamepadReader();
    Gamepad read(); // call after polling SDL's events; the first call starts SDL's controller subsystem

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// Maps SDL's range, -32768 to 32767, to -1 to 1, with a dead zone of 15 % in the middle. The range outside the
// dead zone is scaled to start at 0.
float stick_value(int raw);

} // namespace boxwood::platform
