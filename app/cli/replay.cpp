#include "app/cli/commands.hpp"
#include "app/cli/options/picture_size.hpp"
#include "app/shell/show.hpp"

#include <memory>

namespace boxwood {

void add_replay_command(Command& line) {
    const auto options = std::make_shared<ReplayOptions>();
    Command replay = line.add_command(
        "replay", "Repeat a recorded run and compare; exit status 0: equal, 1: different, 2: not readable");
    replay.option("file", &options->file, "Recording written by boxwood run ... --record FILE.mcap")
        .required()
        .not_empty();
    replay.flag("--headless", &options->show.headless, "Run without a window; pictures are drawn offscreen");
    replay.flag("--verify", &options->verifies_only, "Only compare, without window and picture");
    replay.option("--frame", &options->frame, "Show this frame (default: the last)")
        .within(std::uint64_t{0}, kMaxFrames);
    replay
        .text_option(
            "--size", [options](const std::string& text) { return parse_picture_size(text, options->show); },
            "Size of the window or picture in pixels")
        .value_name("WxH");
    replay.option("--screenshot", &options->show.screenshot, "Write the frame as a PNG; with --headless")
        .not_empty()
        .value_name("FILE.png");
    replay.option("--report", &options->show.report, "Write counters and the state hash as JSON")
        .not_empty()
        .value_name("FILE.json");
    replay.option("--heartbeat-file", &options->show.heartbeat_file, "Like boxwood run --heartbeat-file")
        .not_empty()
        .value_name("FILE");
    replay.set_action([options] { return boxwood::replay(*options); });
}

} // namespace boxwood
