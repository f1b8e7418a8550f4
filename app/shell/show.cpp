#include "app/shell/show.hpp"

#include "app/jobs/interrupt.hpp"
#include "app/jobs/progress.hpp"
#include "app/labs/lab_registry.hpp"
#include "app/shell/files/launch_target.hpp"
#include "app/shell/files/mesh_loader.hpp"
#include "app/shell/files/output_file.hpp"
#include "app/shell/files/recording.hpp"
#include "app/shell/files/report.hpp"
#include "app/shell/hint.hpp"
#include "app/shell/preferences.hpp"
#include "app/shell/show_common.hpp"
#include "app/shell/window/show_window.hpp"
#include "engine/import/text_file.hpp"
#include "engine/platform/system.hpp"

#include <algorithm>
#include <cstdio>

namespace boxwood {

Status check_files(const ViewerOptions& options) {
    std::vector<std::filesystem::path> inputs = options.files,
                                       outputs{options.screenshot, options.report, options.heartbeat_file,
                                               options.record},
                                       logs;
    inputs.emplace_back(options.target);
    for (const auto& [name, value] : options.settings) {
        const auto opens_with = [&name](const LabEntry& lab) { return lab.own_files.setting == name; };
        if (name == "scene" || std::ranges::any_of(all_labs(), opens_with)) inputs.emplace_back(value);
        if (name != "log") continue;
        outputs.emplace_back(value);
        logs.emplace_back(value);
    }
    if (Status status = check_outputs(outputs, inputs); !status) return status;
    if (!options.screenshot.empty() && options.screenshot.extension() != ".png")
        return Error{options.screenshot.string() + ": pictures are PNG files, named .png"};
    if (!options.screenshot.empty())
        if (Status status = check_writable(options.screenshot); !status) return status;
    for (const std::filesystem::path& log : logs)
        if (Status status = check_writable(log); !status) return status;
    if (!options.record.empty() && options.record.extension() != ".mcap")
        return Error{shown(options.record) + ": recordings are MCAP files, named .mcap"};
    for (const std::filesystem::path& path : {options.record, options.report})
        if (!path.empty())
            if (Status status = check_writable(path); !status) return status;
    return ok();
}

namespace {

// Runs the same steps as a window, without drawing. Ctrl-C ends the run early. If the report path is empty, the log
// stays empty.
FrameLog run_undrawn(Lab& io_lab, std::uint64_t frames, const std::filesystem::path& report,
                     RunRecording& io_recording, Progress& io_progress) {
    FrameLog log;
    io_progress.begin("frame", frames);
    for (std::uint64_t i = 0; i < frames; ++i) {
        if (is_interrupted()) break;
        io_progress.set_done(i);
        io_lab.frames().step(now_milliseconds);
        io_lab.oracle().judge();
        io_recording.record_frame(io_lab.frames());
        const Simulation& simulation = io_lab.frames().simulation();
        if (!report.empty())
            log.push({simulation.frame, simulation.output.times, simulation.output.counters,
                      simulation.fast_bodies},
                     report);
    }
    return log;
}

// Returns the exit status.
Result<int> run_headless(const LaunchTarget& target, const ViewerOptions& options, Progress& io_progress) {
    Result<std::unique_ptr<Lab>> lab = prepare_lab(target, options, io_progress);
    if (!lab) return lab.error();
    if (!options.screenshot.empty()) return show_offscreen(std::move(*lab), target, options, io_progress);

    (*lab)->frames().begin_unseen_run();
    RunRecording recording;
    if (Status status = recording.begin(options, std::string(target.lab->name), (*lab)->frames()); !status)
        return status.error();
    const std::uint64_t frames = headless_frame_count(**lab, options);
    watch_interrupts();
    const FrameLog log = run_undrawn(**lab, frames, options.report, recording, io_progress);
    (*lab)->settle();
    (*lab)->oracle().finish_judging();
    io_progress.end();
    const RunReport report = make_report_of(**lab, options, target.lab->name);
    if (options.report != "-") print_state(report);
    if (!options.report.empty())
        if (const Status status = write_report(options.report, report, log); !status) return status.error();
    const bool is_recorded = recording.finish((*lab)->frames());
    for (const std::string& note : (*lab)->take_notes()) return Error{note}; // an error during the run
    if (!is_interrupted()) return std::max(exit_status_of(**lab), is_recorded ? 0 : 1);
    std::fprintf(stderr, "boxwood: interrupted after %llu of %llu frames%s; the same command begins again\n",
                 static_cast<unsigned long long>(report.frames), static_cast<unsigned long long>(frames),
                 options.report.empty() ? "" : "; the report covers these frames");
    return kInterruptedStatus;
}

// Returns the path if a single file is opened and no lab is named; otherwise an empty path.
std::filesystem::path single_file_of(const ViewerOptions& options) {
    if (options.target.empty()) return options.files.size() == 1 ? options.files.front() : "";
    return options.files.empty() && find_lab(options.target) == nullptr ? options.target : "";
}

} // namespace

Result<std::unique_ptr<Lab>> prepare_lab(const LaunchTarget& target, const ViewerOptions& options,
                                         Progress& io_progress) {
    io_progress.begin("opening " + one_line(options.target.empty() ? target.lab->name : options.target, 80));
    Result<std::unique_ptr<Lab>> lab = open_lab(target, options);
    if (!lab) return lab;
    if (!target.meshes.empty()) {
        io_progress.begin("reading meshes");
        LoadedMeshes loaded = load_meshes(target.meshes);
        if (!loaded.errors.empty()) return loaded.errors.front();
        print_hint(loaded.hint);
        if (Status status = (*lab)->take_meshes(std::move(loaded.meshes)); !status) return status.error();
    }
    io_progress.begin("building");
    (*lab)->settle();
    for (const std::string& note : (*lab)->take_notes()) return Error{note};
    if (Status status = (*lab)->check_settings(); !status) return status.error();
    return lab;
}

int fail(const Error& error) {
    std::fprintf(stderr, "boxwood: %s\n", error.message.c_str());
    return 2;
}

void print_state(const RunReport& report) {
    std::printf("frames %llu\nstate_hash %s\n", static_cast<unsigned long long>(report.frames),
                hex64(report.state_hash).c_str());
    if (report.total_fast_bodies > 0)
        std::printf("may_have_passed_through_others %llu\n",
                    static_cast<unsigned long long>(report.total_fast_bodies));
    if (report.total_stopped_bodies > 0)
        std::printf("stopped_at_the_limit %llu\n",
                    static_cast<unsigned long long>(report.total_stopped_bodies));
}

double now_milliseconds() {
    return 1000.0 * platform::now_seconds();
}

std::uint64_t headless_frame_count(const Lab& lab, const ViewerOptions& options) {
    return options.frames.value_or(lab.presentation().length.value_or(kHeadlessFrames));
}

RunReport make_report_of(Lab& lab, const ViewerOptions& options, std::string_view lab_name) {
    RunReport report;
    const Presentation presentation = lab.presentation();
    report.scene = presentation.scene;
    report.lab = lab_name;
    report.seed = presentation.seed.value_or(options.seed.value_or(kDefaultSeed));
    report.total_fast_bodies = lab.frames().simulation().total_fast_bodies;
    report.total_stopped_bodies = lab.frames().simulation().total_stopped_bodies;
    report.frames = lab.frames().simulation().frame;
    report.state_hash = lab.frames().hash_state();
    report.screenshot = options.screenshot.string();
    report.lab_state.push_back({"verified", verified_json(lab.oracle().tally())});
    report.lab_state.push_back({"settings", values_json(lab.settings())});
    for (const ReportField& fact : lab.report_fields()) report.lab_state.push_back({fact.name, fact.json});
    return report;
}

int exit_status_of(const Lab& lab) {
    const std::optional<OracleTally> tally = lab.oracle().tally();
    if (!tally || tally->wrong == 0) return 0;
    std::fprintf(stderr, "boxwood: the oracle found %llu wrong results in %llu frames; the first in %s\n",
                 static_cast<unsigned long long>(tally->wrong),
                 static_cast<unsigned long long>(tally->frames), tally->first_wrong.c_str());
    return 1;
}

int show(const ViewerOptions& requested) {
    ViewerOptions options = requested;
    if (!options.headless && options.target.empty() && options.files.empty()) {
        std::string ignored; // the window reports the problem
        const std::string last =
            Preferences::load(Preferences::default_path(), ignored).find("interface.lab");
        if (find_lab(last) != nullptr) options.target = last;
    }
    if (const std::filesystem::path file = single_file_of(options);
        file.extension() == ".mcap" && is_recording_file(file)) {
        if (options.frames || options.seed || !options.settings.empty() || !options.record.empty())
            return fail({shown(file) +
                         ": is a recorded run, which has its own settings, seed and length; it takes "
                         "no --set, --seed, --frames or --record"});
        return replay({.file = file, .frame = std::nullopt, .show = options});
    }
    Result<LaunchTarget> target = find_launch_target(options);
    if (!target) return fail(target.error());
    if (Status status = check_files(options); !status) return fail(status.error());
    if (!options.headless) return show_window(*target, options);
    Progress progress;
    const Result<int> status = run_headless(*target, options, progress);
    progress.end();
    return status ? *status : fail(status.error());
}

} // namespace boxwood
