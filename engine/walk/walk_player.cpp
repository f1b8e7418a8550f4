#include "engine/walk/walk_script.hpp"

#include <algorithm>
#include <cmath>

#include <glm/exponential.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

constexpr double kEase = 0.12;     // fraction of the remaining way per frame
constexpr double kMaxTurn = 0.035; // radians per frame
constexpr double kSteering = 18.0; // reach speed per metre of remaining way
constexpr double kMaxReachSpeed = 1.0;

glm::dvec3 level(const glm::dvec3& v) {
    return {v.x, 0.0, v.z};
}

void go(const glm::dvec3& numbers, const Walk& walk, WalkInput& io_input) {
    const glm::dvec3 way_w = level(glm::dvec3(numbers.x, 0.0, numbers.y) - walk.walker().feet_w());
    const double length = glm::length(way_w), step = kWalkSpeed * kFrameSeconds;
    if (length < 1e-3) return;
    const glm::dvec3 way = glm::conjugate(walk.walker().world_from_look(false)) * way_w;
    const double speed = std::min(1.0, std::max(kEase * length, 1e-3) / step) / length;
    io_input.right = speed * way.x;
    io_input.forward = -speed * way.z;
}

void face(const glm::dvec3& target_w, const Walk& walk, WalkInput& io_input) {
    const glm::dvec3 way =
        glm::conjugate(walk.walker().world_from_look(false)) * (target_w - walk.walker().eye_w());
    const double right = std::atan2(way.x, -way.z), up = std::atan2(way.y, std::hypot(way.x, way.z));
    io_input.turn_right = std::clamp(kEase * right, -kMaxTurn, kMaxTurn);
    io_input.look_up = std::clamp(kEase * (up - walk.walker().pitch()), -kMaxTurn, kMaxTurn);
}

void reach(const glm::dvec3& target_w, const Walk& walk, WalkInput& io_input) {
    glm::dvec3 way = kSteering * (glm::conjugate(walk.walker().world_from_look()) *
                                  (target_w - walk.hand().grip_center_w()));
    if (const double speed = glm::length(way); speed > kMaxReachSpeed) way *= kMaxReachSpeed / speed;
    io_input.aside = way.x;
    io_input.raise = way.y;
    io_input.reach = -way.z;
}

void do_act(const WalkAct& act, const WalkSegment& segment, const Walk& walk, WalkInput& io_input) {
    const auto frames = static_cast<double>(segment.frames);
    switch (act.verb) {
    case WalkVerb::wait:
        return;
    case WalkVerb::go:
        return go(act.numbers, walk, io_input);
    case WalkVerb::face:
        return face(act.numbers, walk, io_input);
    case WalkVerb::reach:
        return reach(act.numbers, walk, io_input);
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
    for (const WalkAct& act : segment.acts) do_act(act, segment, walk, input);
    if (++frame_ >= segment.frames) {
        frame_ = 0;
        ++segment_;
    }
    return input;
}

} // namespace boxwood
