#include "app/labs/walkthrough/run/walk_tape.hpp"

#include "engine/import/text_file.hpp"

namespace boxwood {
namespace {

constexpr std::uint64_t kMaxScriptBytes = std::uint64_t{1} << 30; // a recording has up to 400 bytes per frame

} // namespace

void WalkTape::rewind() {
    if (std::optional<WaitingScript> next = std::exchange(waiting_, std::nullopt)) {
        script_path_ = std::move(next->path);
        player_.emplace(std::move(next->script));
    } else if (player_) {
        player_ = WalkPlayer(WalkScript(player_->script()));
    }
}

WalkStart WalkTape::start(const WalkStart& of_scene) const {
    const WalkScript* script = next_script();
    const WalkStart start = script ? script->start.value_or(of_scene) : of_scene;
    return wants_recording_ ? rounded(start) : start;
}

void WalkTape::begin(const std::string& scene_choice, const WalkStart& start) {
    recording_.reset();
    if (std::exchange(wants_recording_, false)) recording_.emplace(Recording{scene_choice, start});
    inputs_.clear();
}

Status WalkTape::load_script(const std::string& path) {
    const Result<std::string> text = read_text_file(path, kMaxScriptBytes);
    if (!text) return text.error();
    Result<WalkScript> script = parse_walk_script(*text, shown(path));
    if (!script) return script.error();
    waiting_ = WaitingScript{path, std::move(*script)};
    return ok();
}

std::string WalkTape::take_recording() {
    const Recording recording = *std::exchange(recording_, std::nullopt);
    WalkRecorder recorder;
    recorder.begin(recording.scene_choice, recording.start);
    for (const WalkInput& input : inputs_) recorder.add(input);
    return recorder.text();
}

void WalkTape::note(std::uint64_t frame, const WalkInput& input, bool is_kept) {
    if (!is_kept && !is_recording()) return;
    inputs_.resize(static_cast<std::size_t>(frame));
    inputs_.push_back(input);
}

} // namespace boxwood
