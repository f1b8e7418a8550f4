// What: the show in a window: its parts, the loop over its frames, and what remains of it: picture, report, preferences.
// Invariants: the parts know each other only as far as a frame needs; the surface outlives all of them.
#pragma once

#include "app/jobs/progress.hpp"
#include "app/shell/files/opening.hpp"
#include "app/shell/files/report.hpp"
#include "app/shell/frame_heartbeat.hpp"
#include "app/shell/window/frame_pace.hpp"
#include "app/shell/window/interface/scene_views.hpp"
#include "app/shell/window/opening/file_opener.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/stepper.hpp"
#include "app/shell/window/window_frame.hpp"
#include "app/shell/window/window_surface.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace boxwood {

class WindowShow {
  public:
    // `kept`: what the last window stored.
    WindowShow(const ShowOptions& options, WindowSurface& surface, FrameHeartbeat& pulse, Preferences kept);

    // First: the lab on screen. `shows_example`: nothing else was asked for.
    Status enter(const LabEntry& entry, std::unique_ptr<Lab> lab, bool shows_example);
    void say_error(std::string text) { messages_.error(std::move(text)); }
    Status begin_recording() { return stepper_.recording().begin(options_); }
    // Loads the meshes of the opening, and notes its files as recent. Without a file or a target: the start screen.
    void take_files(const Opening& opening);

    // Both return the exit status.
    int run_until_closed();
    // Runs every step; draws only the last ones.
    int run_offscreen(std::uint64_t frames, Progress& io_progress);

  private:
    void keep_settings();
    int finish();
    RunReport make_report();

    const ShowOptions& options_;
    WindowSurface& surface_;
    FrameHeartbeat& pulse_;
    Preferences kept_;
    Messages messages_;
    OpenLabs labs_;
    Stepper stepper_;
    FileOpener opener_;
    SceneViews views_;
    FramePace pace_;
    WindowFrame frame_;
};

} // namespace boxwood
