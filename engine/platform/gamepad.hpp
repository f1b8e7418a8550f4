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

// Maps SDL's range [-32768, 32767] to [-1, 1]. Results with a magnitude of at most 0.15 (the dead zone) become 0; the
// range outside the dead zone is scaled so that it begins at 0.
float stick_value(int raw);

} // namespace boxwood::platform
