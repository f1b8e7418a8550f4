// What: a show in a window: the objects that a frame needs, the frame loop, and the files written at the end: picture,
//       report and preferences.
// Invariants: `surface` outlives the show.
#pragma once

#include "app/jobs/progress.hpp"
#include "app/shell/files/launch_target.hpp"
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

class Viewer {
  public:
    // `preferences`: stored by the previous window.
    Viewer(const ViewerOptions& options, WindowSurface& surface, FrameHeartbeat& heartbeat,
           Preferences preferences);

    // Shows the first lab. `shows_example`: the lab shows its example scene, because the command line requests no
    // other.
    Status enter(const LabEntry& entry, std::unique_ptr<Lab> lab, bool shows_example);
    void say_error(std::string text) { messages_.error(std::move(text)); }
    Status begin_recording() { return stepper_.recording().begin(options_); }
    // Loads the meshes of `target` and adds its files to the recent files. If the options have no file and no target,
    // opens the start screen.
    void take_files(const LaunchTarget& target);

    // Both run functions return the exit status.
    int run_until_closed();
    // Runs all frames, but draws only the last ones.
    int run_offscreen(std::uint64_t frames, Progress& io_progress);

  private:
    void keep_settings();
    int finish();
    RunReport make_report();

    const ViewerOptions& options_;
    WindowSurface& surface_;
    FrameHeartbeat& heartbeat_;
    Preferences preferences_;
    Messages messages_;
    OpenLabs labs_;
    Stepper stepper_;
    FileOpener opener_;
    SceneViews views_;
    FramePace pace_;
    WindowFrame frame_;
};

} // namespace boxwood
