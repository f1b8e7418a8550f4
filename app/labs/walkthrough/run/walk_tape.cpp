#include "app/labs/walkthrough/run/walk_tape.hpp"

#include "engine/import/text_file.hpp"

#include <cmath>
#include <utility>

namespace boxwood {
namespace {

constexpr std::uint64_t kMaxScriptBytes = std::uint64_t{1} << 30; // a recording has up to 400 bytes per frame

// Calls visit(number) for each field of an input, in the order of the numbers of a recorded run.
template <class Input, class Visit>
void for_each_number(Input& input, const Visit& visit) {
    visit(input.right), visit(input.forward), visit(input.turn_right), visit(input.look_up);
    visit(input.is_crouching), visit(input.reach), visit(input.raise), visit(input.aside);
    for (int axis = 0; axis < 3; ++axis) visit(input.wrist[axis]);
    for (auto& finger : input.curl) visit(finger);
    for (int axis = 0; axis < 3; ++axis) visit(input.scale[axis]);
    visit(input.lets_go);
}

// None: the numbers are not a valid input.
std::optional<WalkInput> input_from(std::span<const double> numbers) {
    constexpr std::size_t kCount = 15 + kFingers;
    if (numbers.size() != kCount) return std::nullopt;
    WalkInput input;
    std::size_t next = 0;
    bool is_valid = true;
    for_each_number(input, [&]<class Number>(Number& out) {
        const double number = numbers[next++];
        is_valid = is_valid && std::isfinite(number);
        out = static_cast<Number>(number);
    });
    return is_valid ? std::optional(input) : std::nullopt;
}

} // namespace

void WalkTape::rewind() {
    replaced_.reset();
    if (std::optional<OpenedScript> next = std::exchange(waiting_, std::nullopt)) {
        script_path_ = std::move(next->path);
        player_.emplace(std::move(next->script));
    } else if (player_) {
        player_ = WalkPlayer(WalkScript(player_->script()));
    }
}

void WalkTape::keep_current_script() {
    waiting_.reset();
    if (std::optional<Replaced> before = std::exchange(replaced_, std::nullopt)) {
        script_path_ = std::move(before->path);
        player_ = std::move(before->player);
    }
}

void WalkTape::put_script(const std::optional<OpenedScript>& script) {
    waiting_.reset();
    if (!replaced_) replaced_ = Replaced{script_path_, player_};
    player_.reset();
    if (!script) return;
    script_path_ = script->path;
    player_.emplace(script->script);
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
    waiting_ = OpenedScript{path, std::move(*script)};
    return ok();
}

std::string WalkTape::take_recording() {
    const Recording recording = *std::exchange(recording_, std::nullopt);
    WalkRecorder recorder;
    recorder.begin(recording.scene_choice, recording.start);
    for (const WalkInput& input : inputs_) recorder.add(input);
    return recorder.text();
}

std::vector<double> WalkTape::numbers_of(std::uint64_t frame) const {
    std::vector<double> numbers;
    if (frame >= inputs_.size() || input(frame) == WalkInput{}) return numbers;
    for_each_number(input(frame), [&](auto number) { numbers.push_back(static_cast<double>(number)); });
    return numbers;
}

Status WalkTape::repeat(std::span<const StepInput> inputs, std::uint64_t end) {
    std::map<std::uint64_t, WalkInput> repeated;
    for (const StepInput& one : inputs) {
        const std::optional<WalkInput> input = input_from(one.numbers);
        if (!input)
            return Error{"the recorded input of frame " + std::to_string(one.frame) +
                         " is not a valid walk input"};
        repeated[one.frame] = *input;
    }
    repeated_ = std::move(repeated);
    repeated_end_ = end;
    return ok();
}

std::optional<WalkInput> WalkTape::repeated(std::uint64_t frame) const {
    if (frame >= repeated_end_) return std::nullopt;
    const auto found = repeated_.find(frame);
    return found == repeated_.end() ? WalkInput{} : found->second;
}

void WalkTape::note(std::uint64_t frame, const WalkInput& input, bool is_kept) {
    if (!is_kept && !is_recording()) return;
    inputs_.resize(static_cast<std::size_t>(frame));
    inputs_.push_back(input);
}

} // namespace boxwood
