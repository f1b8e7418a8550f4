#include "engine/walk/taking.hpp"

#include "engine/walk/steering.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kArm = 0.55, kLongestArm = 0.85; // meters; horizontal distance from the feet to the body
constexpr double kHandPitch = 0.0; // horizontal, so that the little finger does not touch the table
constexpr double kAside = 0.14, kOver = 0.06;   // offsets from the body before the hand goes around it
constexpr double kLowestGrip = 0.045;           // above the bottom of the body's box: room for palm and thumb
constexpr double kPalmRoom = 0.008;             // grip target to the right of the center: room for the palm
constexpr double kReached = 0.02,
                 kAround = 0.012;               // distances at which the grip center has reached its target
constexpr double kWidest = 0.13;                // width that the open hand can go around
constexpr double kLift = 0.2;
constexpr double kProgress = 0.01; // meters in kPatience frames; less progress means stuck
constexpr std::uint64_t kPatience = 24, kOpenFrames = 20, kCloseFrames = 90, kLiftFrames = 50,
                        kMaxFramesOfStage = 240;

// The target of the grip center: the center of the body, or higher if the center is too low for the hand.
glm::dvec3 grip_target(const Aabb& box_w) {
    glm::dvec3 target_w(box_w.center());
    target_w.y = std::max(target_w.y, static_cast<double>(box_w.lower.y) + kLowestGrip);
    return target_w;
}

} // namespace

std::string_view Taking::activity() const {
    switch (stage_) {
    case Stage::walk:
        return "walking to";
    case Stage::approach:
    case Stage::surround:
        return "reaching for";
    case Stage::close:
        return "closing the hand on";
    case Stage::lift:
        return "lifting";
    case Stage::done:
        break;
    }
    return "";
}

void Taking::enter(Stage stage) {
    stage_ = stage;
    frames_of_stage_ = frames_stuck_ = 0;
    smallest_distance_ = std::numeric_limits<double>::infinity();
}

void Taking::fail(std::string_view reason) {
    failure_ = reason;
    enter(Stage::done);
}

bool Taking::detect_stuck(double distance) {
    if (distance < smallest_distance_ - kProgress) {
        smallest_distance_ = distance;
        frames_stuck_ = 0;
    }
    return ++frames_stuck_ > kPatience;
}

WalkInput Taking::next(const Walk& walk, const Simulation& simulation) {
    WalkInput input;
    if (is_done()) return input;
    if (frames_ == 0) smallest_distance_ = std::numeric_limits<double>::infinity();
    ++frames_of_stage_;
    if (++frames_ > kMaxFrames || frames_of_stage_ > kMaxFramesOfStage || !simulation.world.is_live(body_)) {
        fail("it could not be reached in time");
        return input;
    }
    const Aabb& box_w = simulation.world.boxes()[body_];
    const Walker& walker = walk.walker();
    const glm::dvec3 right_w = walker.world_from_look(false) * glm::dvec3(1.0, 0.0, 0.0);
    const glm::dvec3 target_w = grip_target(box_w) + kPalmRoom * right_w;
    // Horizontal, because a hand that cannot go lower has nevertheless reached its target.
    const auto level_distance = [&](const glm::dvec3& point_w) {
        const glm::dvec3 offset_w = point_w - walk.hand().grip_center_w();
        return std::hypot(offset_w.x, offset_w.z);
    };
    if (stage_ != Stage::lift) steer_view(target_w, walk, input);
    switch (stage_) {
    case Stage::walk: {
        const glm::dvec2 feet(walker.feet_w().x, walker.feet_w().z), there(target_w.x, target_w.z);
        const double distance = glm::distance(feet, there);
        if (distance > kArm) steer_feet(there + (kArm - 0.02) * (feet - there) / distance, walk, input);
        const bool is_facing = std::abs(input.turn_right) < 0.01 && std::abs(input.look_up) < 0.01;
        if (distance <= kArm && is_facing) enter(Stage::approach);
        if (stage_ != Stage::walk || !detect_stuck(distance)) break;
        if (distance <= kLongestArm)
            enter(Stage::approach);
        else
            fail("the path to it is blocked");
        break;
    }
    case Stage::approach: {
        const glm::dvec3 approach_w = target_w + kAside * right_w + glm::dvec3(0.0, kOver, 0.0);
        steer_wrist(kHandPitch, walk, input);
        steer_grip(approach_w, walk, input);
        input.curl.fill(-1.0);
        const double distance = level_distance(approach_w);
        if ((distance < kReached && frames_of_stage_ > kOpenFrames) || detect_stuck(distance))
            enter(Stage::surround);
        break;
    }
    case Stage::surround: {
        steer_wrist(kHandPitch, walk, input);
        steer_grip(target_w, walk, input);
        const double distance = level_distance(target_w);
        if (distance < kAround || detect_stuck(distance)) enter(Stage::close);
        break;
    }
    case Stage::close:
        if (walk.held() == body_) {
            lifted_w_ = walk.hand().grip_center_w() + glm::dvec3(0.0, kLift, 0.0);
            enter(Stage::lift);
            break;
        }
        input.curl.fill(1.0);
        if (frames_of_stage_ <= kCloseFrames) break;
        fail(std::min(box_w.half().x, box_w.half().z) > 0.5f * static_cast<float>(kWidest)
                 ? "it is too wide for the hand"
                 : "the hand does not fit around it");
        break;
    case Stage::lift:
        steer_grip(lifted_w_, walk, input);
        if (walk.held() != body_)
            fail("it slipped out of the hand");
        else if (frames_of_stage_ > kLiftFrames || walk.hand().grip_center_w().y > lifted_w_.y - kReached)
            enter(Stage::done);
        break;
    case Stage::done:
        break;
    }
    return input;
}

} // namespace boxwood
