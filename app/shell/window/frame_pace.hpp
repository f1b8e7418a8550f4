// What: when the window needs a frame: all the time while something moves or the user acts, else when something has
//       changed; and how long frames take.
// Units: seconds.
#pragma once

#include "app/shell/window/opening/file_opener.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/stepper.hpp"
#include "app/shell/window/window_surface.hpp"
#include "engine/platform/input_frame.hpp"

#include <cstdint>

namespace boxwood {

class FramePace {
  public:
    FramePace(const WindowSurface& surface, const OpenLabs& labs, const FileOpener& opener,
              const Stepper& stepper, const Messages& messages);

    // Time begins now; what came before does not count.
    void restart();
    // At the start of a frame: the seconds since the last one.
    double begin_frame(const platform::InputFrame& input);
    void skip_frame(); // it is left out: timers do not count the time

    // True if nothing moves, so that the window may wait for input.
    bool is_idle() const;
    // True while background work runs, or input waits, whose result is not on screen yet.
    bool is_busy() const;
    // True if nothing in the frame can have changed since the last one, which stays on screen. Once per frame.
    bool is_still(const platform::InputFrame& input, bool holds_keys);

    double frames_per_second() const; // smoothed
    std::uint64_t frames() const { return frames_; }

  private:
    const WindowSurface& surface_;
    const OpenLabs& labs_;
    const FileOpener& opener_;
    const Stepper& stepper_;
    const Messages& messages_;
    double last_frame_at_ = 0.0, last_input_at_ = 0.0, last_result_at_ = 0.0;
    double seconds_per_frame_ = 0.0;
    std::uint64_t frames_ = 0;
    platform::Gamepad last_gamepad_;
};

} // namespace boxwood
