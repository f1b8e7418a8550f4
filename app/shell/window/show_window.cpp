#include "app/shell/window/show_window.hpp"

#include "app/shell/show_common.hpp"
#include "app/shell/window/opening/open_lab_meanwhile.hpp"
#include "app/shell/window/viewer.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace boxwood {

int show_window(const LaunchTarget& target, const ViewerOptions& options) {
    if (Status status = check_display(); !status) return fail(status.error());
    Result<std::unique_ptr<WindowSurface>> surface = open_surface(options, false);
    if (!surface) return fail(surface.error());
    FrameHeartbeat heartbeat;
    if (Status status = heartbeat.open(options.heartbeat_file); !status) return fail(status.error());
    const std::filesystem::path path = Preferences::default_path();
    std::string problem;
    Preferences preferences = Preferences::load(path, problem);
    if (!problem.empty())
        problem +=
            "; the window starts with its defaults and replaces the file; " + Preferences::keep_copy(path);
    for (const std::string& name : preferences.drop_refused())
        problem += (problem.empty() ? "Ignored stored settings whose values are invalid: " : ", ") + name;
    ViewerOptions with_stored = options;
    // A recording starts from the options of the command line only.
    if (options.record.empty() && !options.replay)
        with_stored.stored_settings = preferences.values_of(target.lab->name);
    (*surface)->apply(preferences);
    std::optional<Result<std::unique_ptr<Lab>>> lab =
        open_lab_meanwhile(target, with_stored, **surface, heartbeat);
    if (!lab) return 0;
    if (!*lab) return fail(lab->error());
    const bool is_plain = target.scene.empty() && target.own_file.empty() && !target.workload &&
                          target.meshes.empty() && options.settings.empty() && options.record.empty() &&
                          !options.replay && !options.is_paused && !options.frames;
    Viewer show(options, **surface, heartbeat, std::move(preferences));
    if (Status status = show.enter(*target.lab, std::move(**lab), is_plain); !status)
        return fail(status.error());
    if (!problem.empty()) show.say_error(problem);
    if (Status status = show.begin_recording(); !status) return fail(status.error());
    show.take_files(target);
    return show.run_until_closed();
}

int show_offscreen(std::unique_ptr<Lab> lab, const LaunchTarget& target, const ViewerOptions& options,
                   Progress& io_progress) {
    const std::uint64_t frames = headless_frame_count(*lab, options);
    Result<std::unique_ptr<WindowSurface>> surface = open_surface(options, true);
    if (!surface) return fail(surface.error());
    FrameHeartbeat heartbeat;
    if (Status status = heartbeat.open(options.heartbeat_file); !status) return fail(status.error());
    Viewer show(options, **surface, heartbeat, Preferences());
    if (Status status = show.enter(*target.lab, std::move(lab), false); !status) return fail(status.error());
    if (Status status = show.begin_recording(); !status) return fail(status.error());
    return show.run_offscreen(frames, io_progress);
}

} // namespace boxwood
