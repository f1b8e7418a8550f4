#include "app/cli/commands.hpp"
#include "app/cli/options/picture_size.hpp"
#include "app/shell/show.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>

namespace boxwood {
namespace {

constexpr int kMinSide = 320, kMaxSide = 8192; // pixels

bool read_side(std::string_view text, int& out_side) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out_side);
    return error == std::errc{} && end == text.data() + text.size();
}

Status parse_setting(const std::string& text, ViewerOptions& io_options) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) return Error{"--set: '" + text + "' is not name=value"};
    io_options.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    return ok();
}

} // namespace

Status parse_picture_size(const std::string& text, ViewerOptions& io_options) {
    int width = 0, height = 0;
    const std::size_t cross = std::min(text.find('x'), text.size());
    const bool is_read = read_side(std::string_view(text).substr(0, cross), width) &&
                         read_side(std::string_view(text).substr(std::min(cross + 1, text.size())), height);
    const auto fits = [](int side) { return side >= kMinSide && side <= kMaxSide; };
    if (!is_read || !fits(width) || !fits(height))
        return Error{"--size: '" + text +
                     "' is not a size such as 1600x1000; each side must have 320 to 8192 pixels"};
    io_options.width = width;
    io_options.height = height;
    return ok();
}

void add_run_command(Command& parent) {
    const auto options = std::make_shared<ViewerOptions>();
    Command run = parent.add_command("run", "Run a lab, a workload or a scene, in the window or headless");
    run.option("target", &options->target, "Lab, workload (see boxwood list) or scene file")
        .required()
        .not_empty();
    run.option("files", &options->files, "Meshes to add");
    const CommandOption headless =
        run.flag("--headless", &options->headless, "Run without a window; pictures are drawn offscreen");
    run.option("--frames", &options->frames, "Stop after this many frames (headless default 300)")
        .within(std::uint64_t{0}, kMaxFrames);
    run.option("--seed", &options->seed,
               "Seed of all random numbers (default 1995); a scene file has its own")
        .whole_number();
    run.flag("--paused", &options->is_paused, "Start paused").excludes(headless);
    run.text_option(
           "--size", [options](const std::string& text) { return parse_picture_size(text, *options); },
           "Size of the window or picture in pixels")
        .value_name("WxH");
    run.repeated_option(
           "--set", [options](const std::string& text) { return parse_setting(text, *options); },
           "A setting of the lab, such as bodies=1000; can be repeated")
        .value_name("NAME=VALUE");
    run.number_option(
           "--threads",
           [options](int count) { options->settings.emplace_back("threads", std::to_string(count)); },
           "Multi-body and deformation labs: number of threads, short for --set threads=N; it does not "
           "change the "
           "results")
        .within(1, 16)
        .value_name("N");
    // Returns the handler of an option whose value is stored as a setting of the lab.
    const auto take_setting = [options](const char* setting) {
        return [options, setting](const std::string& text) {
            options->settings.emplace_back(setting, text);
            return ok();
        };
    };
    run.text_option("--visit", take_setting("visit"),
                    "Pair lab: stop the query at its Nth visit, short for --set visit=N")
        .value_name("N");
    run.repeated_option("--compare-with", take_setting("compare-with"),
                        "Pair lab: another hierarchy in a second view, short for --set compare-with=...; can "
                        "be given up to three times; omitted parts are taken from the first hierarchy")
        .value_name("VOLUME/BUILDER/KIND/LEAF_SIZE/TEST");
    run.text_option("--script", take_setting("script"),
                    "Walkthrough: play a walk from a script; a headless run lasts as long as the walk")
        .not_empty()
        .value_name("FILE");
    run.text_option("--log", take_setting("log"),
                    "Walkthrough: write the objects that were touched, lifted and dropped in each frame")
        .not_empty()
        .value_name("FILE");
    run.option("--screenshot", &options->screenshot, "Write the last frame as a PNG")
        .not_empty()
        .value_name("FILE.png");
    run.option("--report", &options->report, "Write times, counters and the state hash as JSON")
        .not_empty()
        .value_name("FILE.json");
    run.option("--record", &options->record,
               "Record the run to a file, so that boxwood replay can repeat it and compare the results")
        .not_empty()
        .value_name("FILE.mcap");
    run.option(
           "--heartbeat-file", &options->heartbeat_file,
           "After each frame of the window, overwrite this file with the frame number and a flag: 1 while a "
           "background job runs, else 0; for scripts that control the window")
        .not_empty()
        .value_name("FILE")
        .excludes(headless);
    run.set_action([options] { return show(*options); });
}

} // namespace boxwood
