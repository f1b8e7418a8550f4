#include "app/commands/commands.hpp"
#include "app/commands/given_name.hpp"
#include "app/commands/seed.hpp"
#include "app/shell/show.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>
#include <tuple>

namespace boxwood {
namespace {

constexpr int kSmallestSide = 320, kLargestSide = 8192; // pixels

std::string parse_size(const std::string& text, ShowOptions& io_options) {
    int width = 0, height = 0;
    char rest = 0;
    const bool is_read = std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) == 2;
    const auto fits = [](int side) { return side >= kSmallestSide && side <= kLargestSide; };
    if (!is_read || !fits(width) || !fits(height))
        return "'" + text + "' is not a size such as 1600x1000, from 320 to 8192 pixels a side";
    io_options.width = width;
    io_options.height = height;
    return "";
}

std::string parse_setting(const std::string& text, ShowOptions& io_options) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) return "'" + text + "' is not name=value";
    io_options.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    return "";
}

} // namespace

void add_run_command(CLI::App& app, Verb& out_verb) {
    const auto options = std::make_shared<ShowOptions>();
    CLI::App* run = app.add_subcommand("run", "Run a lab, a workload or a scene, in the window or headless");
    run->add_option("target", options->target, "Lab, workload (see boxwood list) or scene file")
        ->required()
        ->check(given_name());
    run->add_option("files", options->files, "Meshes that take part");
    CLI::Option* headless =
        run->add_flag("--headless", options->headless, "Without a window; pictures are drawn offscreen");
    run->add_option("--frames", options->frames, "Stop after this many frames (headless default 300)")
        ->check(CLI::Range(std::uint64_t{0}, kMostFrames));
    run->add_option("--seed", options->seed,
                    "Seed of everything random (default 1995); a scene file has its own")
        ->check(a_seed());
    run->add_flag("--paused", options->is_paused, "Start paused")->excludes(headless);
    run->add_option_function<std::string>(
           "--size",
           [options](const std::string& text) {
               if (std::string why = parse_size(text, *options); !why.empty())
                   throw CLI::ValidationError("--size", why);
           },
           "Size of the window or picture in pixels")
        ->type_name("WxH");
    run->add_option_function<std::vector<std::string>>(
           "--set",
           [options](const std::vector<std::string>& texts) {
               for (const std::string& text : texts)
                   if (std::string why = parse_setting(text, *options); !why.empty())
                       throw CLI::ValidationError("--set", why);
           },
           "A setting of the lab, such as bodies=1000; may be repeated")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    run->add_option_function<int>(
           "--threads",
           [options](int count) { options->settings.emplace_back("threads", std::to_string(count)); },
           "Threads of the collision stages, short for --set threads=N; the results are the same with any "
           "number")
        ->check(CLI::Range(1, 16))
        ->type_name("N");
    run->add_option_function<std::string>(
           "--visit", [options](const std::string& visit) { options->settings.emplace_back("visit", visit); },
           "Pair lab: stop the query at its Nth visit, short for --set visit=N")
        ->type_name("N");
    run->add_option_function<std::vector<std::string>>(
           "--beside",
           [options](const std::vector<std::string>& texts) {
               for (const std::string& text : texts) options->settings.emplace_back("beside", text);
           },
           "Pair lab: another hierarchy in a view beside, short for --set beside=...; up to three; parts "
           "that are "
           "left out are as of the first")
        ->type_name("VOLUME/BUILDER/KIND/LEAF_SIZE/TEST")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    for (const auto& [option, setting, about] :
         {std::tuple{"--script", "script",
                     "Walkthrough: play a walk; headless it runs as long as the walk is"},
          std::tuple{"--log", "log",
                     "Walkthrough: write what was touched, lifted and dropped, frame by frame"}})
        run->add_option_function<std::string>(
               option,
               [options, name = std::string(setting)](const std::string& file) {
                   options->settings.emplace_back(name, file);
               },
               about)
            ->check(given_name())
            ->type_name("FILE");
    run->add_option("--screenshot", options->screenshot, "Write the last frame as a PNG")
        ->check(given_name())
        ->type_name("FILE.png");
    run->add_option("--report", options->report, "Write times, counters and the state hash as JSON")
        ->check(given_name())
        ->type_name("FILE.json");
    run->add_option(
           "--pulse", options->pulse,
           "Overwrite this file after each frame of the window with its number and 1 while work is under "
           "way beside it, 0 else: for scripts that drive the window")
        ->check(given_name())
        ->type_name("FILE")
        ->excludes(headless);
    run->callback([options, &out_verb] { out_verb = [options] { return show(*options); }; });
}

} // namespace boxwood
