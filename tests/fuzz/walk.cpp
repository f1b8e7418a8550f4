// Walk scripts: an accepted script has finite numbers and at most 10 million frames. A recording of its inputs (at most
// 1000) reads back equal.
#include "engine/walk/walk_script.hpp"
#include "tests/fuzz/text_target.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace boxwood;
    using fuzz::require;
    const Result<WalkScript> script = parse_walk_script(fuzz::text_of(data, size), "a.walk");
    if (!script) {
        fuzz::check_message(script.error());
        return 0;
    }
    require(script->frames() >= 1 && script->frames() <= 10'000'000,
            "a walk with fewer or more frames than documented");
    WalkRecorder recorder;
    recorder.begin(script->scene, script->start.value_or(WalkStart{}));
    std::vector<WalkInput> inputs;
    for (const WalkSegment& segment : script->segments)
        for (const WalkAct& act : segment.acts) {
            require(std::isfinite(act.numbers.x + act.numbers.y + act.numbers.z),
                    "an act that is not finite");
            if (act.verb != WalkVerb::input || inputs.size() == 1000) continue;
            inputs.push_back(rounded(act.input));
            recorder.add(inputs.back());
        }
    if (inputs.empty()) return 0;
    const Result<WalkScript> again = parse_walk_script(recorder.text(), "recorded.walk");
    require(bool(again), [&] { return "what was recorded is refused: " + again.error().message; });
    require(again->scene == script->scene, "another scene is read back");
    require(again->frames() == inputs.size(), "another number of frames is read back");
    std::size_t frame = 0;
    for (const WalkSegment& segment : again->segments)
        for (std::uint64_t i = 0; i < segment.frames; ++i, ++frame)
            require(segment.acts.size() == 1 && segment.acts[0].input == inputs[frame],
                    "another input is read back");
    return 0;
}
