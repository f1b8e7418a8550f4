// What: decides when the window needs a new frame, and measures how long frames take. Frames are drawn continuously
//       while something moves or the user acts; otherwise only after a change.
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

    // Restarts all timers.
    void restart();
    // Returns the seconds since the start of the last frame.
    double begin_frame(const platform::InputFrame& input);
    void skip_frame(); // excludes the time since the last frame from the measured frame times

    // True if nothing moves, so that the window can wait for input.
    bool is_idle() const;
    // True while background work runs or input is pending, so that the picture is not final.
    bool is_busy() const;
    // True if the frame would equal the last one, so that it need not be drawn. Call it once per frame.
    bool detect_still_frame(const platform::InputFrame& input, bool holds_keys);

    double frames_per_second() const; // smoothed
    std::uint64_t frame_count() const { return frame_count_; }

  private:
    const WindowSurface& surface_;
    const OpenLabs& labs_;
    const FileOpener& opener_;
    const Stepper& stepper_;
    const Messages& messages_;
    double last_frame_at_ = 0.0, last_input_at_ = 0.0, last_change_at_ = 0.0;
    double seconds_per_frame_ = 0.0;
    std::uint64_t frame_count_ = 0;
    platform::Gamepad last_gamepad_;
};

} // namespace boxwood
