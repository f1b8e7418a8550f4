#include "engine/walk/steering.hpp"
#include "engine/walk/walk_script.hpp"

#include <glm/exponential.hpp>

namespace boxwood {
namespace {

void apply_act(const WalkAct& act, const WalkSegment& segment, const Walk& walk, WalkInput& io_input) {
    const auto frames = static_cast<double>(segment.frames);
    switch (act.verb) {
    case WalkVerb::wait:
        return;
    case WalkVerb::go:
        return steer_feet({act.numbers.x, act.numbers.y}, walk, io_input);
    case WalkVerb::face:
        return steer_view(act.numbers, walk, io_input);
    case WalkVerb::reach:
        return steer_grip(act.numbers, walk, io_input);
    case WalkVerb::turn:
        io_input.wrist = act.numbers / frames;
        return;
    case WalkVerb::close:
    case WalkVerb::open:
        for (std::size_t f = 0; f < kFingers; ++f)
            if (act.fingers[f] > 0.0) io_input.curl[f] = act.verb == WalkVerb::close ? 1.0 : -1.0;
        return;
    case WalkVerb::drop:
        io_input.lets_go = true;
        return;
    case WalkVerb::scale:
        io_input.scale = glm::log(act.numbers) / (kGrowth * kFrameSeconds * frames);
        return;
    case WalkVerb::crouch:
        io_input.is_crouching = true;
        return;
    case WalkVerb::input:
        io_input = act.input;
        return;
    }
}

} // namespace

WalkInput WalkPlayer::next(const Walk& walk) {
    WalkInput input;
    if (is_done()) return input;
    const WalkSegment& segment = script_.segments[segment_];
    for (const WalkAct& act : segment.acts) apply_act(act, segment, walk, input);
    if (++frame_ >= segment.frames) {
        frame_ = 0;
        ++segment_;
    }
    return input;
}

} // namespace boxwood
