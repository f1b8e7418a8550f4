// Repeats a recorded run and compares every frame, headless or in the window.
#include "app/shell/files/recording.hpp"
#include "app/shell/show_common.hpp"
#include "app/shell/window/show_window.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <cstdio>
#include <random>

namespace boxwood {
namespace {

namespace fs = std::filesystem;

// A new folder, removed with its contents by the destructor.
class TemporaryFolder {
  public:
    static Result<std::unique_ptr<TemporaryFolder>> make() {
        std::random_device random;
        std::error_code failed;
        const fs::path base = fs::temp_directory_path(failed);
        for (int attempt = 0; attempt < 16 && !failed; ++attempt) {
            const fs::path path =
                base / ("boxwood-replay-" + hex64(std::uint64_t{random()} << 32 | random()));
            if (fs::create_directory(path, failed))
                return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(path));
        }
        return Error{shown(base) + ": no folder can be created there for the files of the recording"};
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const fs::path& path() const { return path_; }

  private:
    explicit TemporaryFolder(fs::path path)
        : path_(std::move(path)) {}
    fs::path path_;
};

// Runs the lab up to frame `last` and returns the first difference from the recording; none: no frame differs. If the
// recording is of another build, the lab can end before frame `last`. Its steps then leave the frame number unchanged,
// which is a difference, too, except in the first step.
std::optional<ReplayDifference> run_again(const Recording& recording, std::uint64_t last, Lab& io_lab,
                                          Progress& io_progress) {
    io_progress.begin("frame", last);
    for (std::uint64_t steps = 0; io_lab.frames().simulation().frame < last; ++steps) {
        const std::uint64_t before = io_lab.frames().simulation().frame;
        io_lab.frames().step(now_milliseconds);
        io_progress.set_done(io_lab.frames().simulation().frame);
        if (const auto difference = compare_with(recording, io_lab.frames())) return difference;
        if (io_lab.frames().simulation().frame <= before && steps > 0)
            return ReplayDifference{.frame = before + 1};
    }
    return std::nullopt;
}

Result<int> replay_headless(const Recording& recording, const ReplayOptions& options, Progress& io_progress) {
    const Result<LaunchTarget> target = find_launch_target(recording.options);
    if (!target) return target.error();
    Result<std::unique_ptr<Lab>> lab = prepare_lab(*target, recording.options, io_progress);
    if (!lab) return lab.error();
    if (Status status = (*lab)->frames().repeat_inputs(recording.inputs, recording.last_frame()); !status)
        return status.error();
    if (options.verifies_only || options.show.screenshot.empty()) (*lab)->frames().begin_unseen_run();
    const std::uint64_t last = recording.last_frame(),
                        shown_frame = std::min(options.frame.value_or(last), last);
    const std::uint64_t end = options.verifies_only ? last : shown_frame;
    const std::optional<ReplayDifference> difference = run_again(recording, end, **lab, io_progress);
    (*lab)->settle();
    io_progress.end();
    if (difference) {
        std::fprintf(stderr, "boxwood: %s\n", describe(recording, *difference).c_str());
        if (const capture::StateRecord* state = recording.state_before(shown_frame);
            state && !options.verifies_only) {
            std::fprintf(stderr, "boxwood: showing the recorded keyframe of frame %llu instead\n",
                         static_cast<unsigned long long>(state->frame));
            (*lab)->frames().show_recorded(
                [&](Simulation& io_simulation) { show_state(*state, io_simulation); });
        }
    }
    const RunReport report = make_report_of(**lab, recording.options, target->lab->name);
    print_state(report);
    if (!options.verifies_only && !options.show.report.empty())
        if (const Status status = write_report(options.show.report, report, FrameLog()); !status)
            return status.error();
    if (!options.verifies_only && !options.show.screenshot.empty()) {
        ViewerOptions show = recording.options;
        show.headless = true;
        show.frames = 0;
        show.screenshot = options.show.screenshot;
        show.width = options.show.width;
        show.height = options.show.height;
        if (const int status = show_offscreen(std::move(*lab), *target, show, io_progress); status != 0)
            return status;
    }
    return difference ? 1 : 0;
}

// Checked before the replay, so that a long replay does not fail only when it writes its output.
Status check_replay_outputs(const ReplayOptions& options) {
    const ViewerOptions& show = options.show;
    if (!show.screenshot.empty() && (!show.headless || options.verifies_only))
        return Error{"--screenshot requires --headless, without --verify"};
    if (!show.report.empty() && options.verifies_only) return Error{"--report cannot be used with --verify"};
    ViewerOptions outputs = show;
    outputs.target.clear();
    outputs.files = {options.file};
    outputs.settings.clear();
    return check_files(outputs);
}

} // namespace

int replay(const ReplayOptions& options) {
    if (Status status = check_replay_outputs(options); !status) return fail(status.error());
    Result<std::unique_ptr<TemporaryFolder>> folder = TemporaryFolder::make();
    if (!folder) return fail(folder.error());
    Result<Recording> opened = open_recording(options.file, (*folder)->path());
    if (!opened) return fail(opened.error());
    const auto recording = std::make_shared<const Recording>(std::move(*opened));
    for (const std::string& problem : recording->problems)
        std::fprintf(stderr, "boxwood: %s\n", problem.c_str());
    if (!recording->is_finished)
        std::fprintf(stderr, "boxwood: %s: is truncated; it is complete up to frame %llu\n",
                     shown(options.file).c_str(), static_cast<unsigned long long>(recording->last_frame()));
    if (options.frame > recording->last_frame())
        std::fprintf(stderr, "boxwood: %s: has no frame %llu; its last frame %llu is shown\n",
                     shown(options.file).c_str(), static_cast<unsigned long long>(*options.frame),
                     static_cast<unsigned long long>(recording->last_frame()));
    if (const std::string why = recording->why_different(); !why.empty())
        std::fprintf(stderr, "boxwood: %s; the frames are compared anyway\n", why.c_str());

    if (!options.show.headless && !options.verifies_only) {
        ViewerOptions show = recording->options;
        show.width = options.show.width;
        show.height = options.show.height;
        show.report = options.show.report;
        show.heartbeat_file = options.show.heartbeat_file;
        show.is_paused = true;
        show.replay = recording;
        show.replay_frame = options.frame;
        const Result<LaunchTarget> target = find_launch_target(show);
        return target ? show_window(*target, show) : fail(target.error());
    }
    Progress progress;
    const Result<int> status = replay_headless(*recording, options, progress);
    progress.end();
    return status ? *status : fail(status.error());
}

} // namespace boxwood
