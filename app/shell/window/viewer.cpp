#include "app/shell/window/viewer.hpp"

#include "app/shell/show_common.hpp"
#include "app/shell/window/interface/window_facts.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace boxwood {
namespace {

constexpr double kIdleWait = 0.1; // seconds: refresh interval of a paused window
// Offscreen: number of last frames that are drawn; as many as the timeline shows.
constexpr std::uint64_t kFramesDrawn = 240;
constexpr int kPictureSamples = 4;

} // namespace

Viewer::Viewer(const ViewerOptions& options, WindowSurface& surface, FrameHeartbeat& heartbeat,
               Preferences preferences)
    : options_(options)
    , surface_(surface)
    , heartbeat_(heartbeat)
    , preferences_(std::move(preferences))
    , labs_(options, surface, preferences_, messages_)
    , stepper_(options, labs_, messages_)
    , opener_(labs_, stepper_, preferences_, messages_)
    , views_(surface, labs_)
    , pace_(surface, labs_, opener_, stepper_, messages_)
    , frame_(surface, labs_, stepper_, opener_, views_, pace_, preferences_, messages_) {}

Status Viewer::enter(const LabEntry& entry, std::unique_ptr<Lab> lab, bool shows_example) {
    return labs_.enter(entry, std::move(lab), shows_example);
}

void Viewer::take_files(const LaunchTarget& target) {
    if (!target.scene.empty()) preferences_.add_recent(target.scene);
    if (options_.target.empty() && options_.files.empty()) {
        frame_.welcome().open_start_screen();
        frame_.welcome().show_hints();
    }
    opener_.load(target.meshes);
}

int Viewer::run_until_closed() {
    pace_.restart(); // ignores the time that opening the lab took, and ensures a first frame before any click
    while (!frame_.is_quitting()) {
        const platform::InputFrame input =
            pace_.is_idle() ? surface_.window->wait(kIdleWait) : surface_.window->poll();
        if (pace_.detect_still_frame(input, frame_.holds_keys()))
            pace_.skip_frame();
        else
            frame_.run(input);
        heartbeat_.beat(pace_.is_busy());
        if (options_.frames && labs_.lab().frames().simulation().frame >= *options_.frames) break;
    }
    keep_settings();
    return finish();
}

int Viewer::run_offscreen(std::uint64_t frames, Progress& io_progress) {
    const std::uint64_t drawn = std::min(frames, kFramesDrawn);
    io_progress.begin("frame", frames);
    for (std::uint64_t i = 0; i < frames; ++i) {
        io_progress.set_done(i);
        if (i + drawn < frames)
            stepper_.take_step();
        else
            frame_.run(surface_.window->poll());
    }
    labs_.current().playback.is_playing = false;
    labs_.lab().settle();
    labs_.lab().oracle().finish_judging();
    surface_.renderer.set_samples(kPictureSamples);
    for (int settled = 0; settled < 3; ++settled)
        frame_.run(surface_.window->poll()); // the layout of the interface needs several frames
    io_progress.end();
    return finish();
}

// Stores the state when the window closes. A write error is reported on stderr and does not prevent the window from
// closing.
void Viewer::keep_settings() {
    const std::filesystem::path path = Preferences::default_path();
    if (path.empty()) return;
    surface_.keep(preferences_);
    labs_.keep(preferences_);
    if (Status status = preferences_.save(path); !status)
        std::fprintf(stderr, "boxwood: %s\n", status.error().message.c_str());
}

RunReport Viewer::make_report() {
    const OpenLab& open = labs_.current();
    RunReport report = make_report_of(*open.lab, options_, open.entry->name);
    report.seed = open.lab->presentation().seed.value_or(open.playback.seed);
    report.renderer = surface_.renderer.gpu().renderer;
    report.lab_state.push_back({"frames_drawn", std::to_string(pace_.frame_count())});
    report.lab_state.push_back({"uploaded_bytes", std::to_string(stepper_.uploaded_bytes())});
    add_timeline_facts(open, report);
    add_view_facts(surface_, open, views_, report);
    report.lab_state.push_back(
        {"interface_scale", ui::format_fixed(static_cast<double>(surface_.ui->scale()), 2)});
    report.lab_state.push_back({"errors", std::to_string(messages_.error_count())});
    report.lab_state.push_back({"last_message", json_string(messages_.last())});
    return report;
}

int Viewer::finish() {
    const RunReport report = make_report();
    Status status = ok();
    if (!options_.screenshot.empty()) {
        if (const std::string error =
                render::save_png(options_.screenshot.string(), surface_.renderer.read_pixels());
            !error.empty())
            status = Error{error};
    }
    if (status && !options_.report.empty())
        status = write_report(options_.report, report, labs_.current().log);
    if (options_.headless && options_.report != "-") print_state(report);
    const bool is_recorded = stepper_.recording().finish();
    if (status && options_.headless && !stepper_.rejection().empty()) status = Error{stepper_.rejection()};
    if (!status) return fail(status.error());
    if (stepper_.is_replay_different() || !is_recorded) return 1;
    return options_.headless ? exit_status_of(labs_.lab()) : 0;
}

} // namespace boxwood
