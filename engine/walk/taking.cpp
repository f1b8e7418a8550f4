#include "engine/walk/taking.hpp"

#include "engine/walk/steering.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kArm = 0.55, kLongestArm = 0.85; // from the feet to the body, level
constexpr double kHandPitch = 0.0;                // level, so that the little finger stays off the table
constexpr double kAside = 0.14, kOver = 0.06;     // next to the body, before the hand goes around it
constexpr double kLowestGrip = 0.045;             // above what the body stands on: room for palm and thumb
constexpr double kPalmRoom = 0.008;               // to the right of the body's middle
constexpr double kNear = 0.02, kAround = 0.012;   // of the grip to its place
constexpr double kWidest = 0.13;                  // of what the open hand goes around
constexpr double kLift = 0.2;
constexpr double kProgress = 0.01; // metres per kPatience frames: less is stuck
constexpr std::uint64_t kPatience = 24, kOpenFrames = 20, kShutFrames = 90, kLiftFrames = 50,
                        kMaxFramesOfStage = 240;

// Where the grip goes: the middle of the body, if not too low for the hand.
glm::dvec3 grip_place(const Aabb& box_w) {
    glm::dvec3 place_w(box_w.center());
    place_w.y = std::max(place_w.y, static_cast<double>(box_w.lower.y) + kLowestGrip);
    return place_w;
}

} // namespace

std::string_view Taking::doing() const {
    switch (stage_) {
    case Stage::come:
        return "walking to";
    case Stage::approach:
    case Stage::around:
        return "reaching for";
    case Stage::shut:
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
    least_ = std::numeric_limits<double>::infinity();
}

void Taking::fail(std::string_view why) {
    failure_ = why;
    enter(Stage::done);
}

bool Taking::is_stuck(double distance) {
    if (distance < least_ - kProgress) {
        least_ = distance;
        frames_stuck_ = 0;
    }
    return ++frames_stuck_ > kPatience;
}

WalkInput Taking::next(const Walk& walk, const Simulation& simulation) {
    WalkInput input;
    if (is_done()) return input;
    if (frames_ == 0) least_ = std::numeric_limits<double>::infinity();
    ++frames_of_stage_;
    if (++frames_ > kMaxFrames || frames_of_stage_ > kMaxFramesOfStage || !simulation.world.is_live(body_)) {
        fail("it is not within reach");
        return input;
    }
    const Aabb& box_w = simulation.world.boxes()[body_];
    const Walker& walker = walk.walker();
    const glm::dvec3 right_w = walker.world_from_look(false) * glm::dvec3(1.0, 0.0, 0.0);
    const glm::dvec3 place_w = grip_place(box_w) + kPalmRoom * right_w;
    // Level: a hand that cannot go lower is there nevertheless.
    const auto away = [&](const glm::dvec3& point_w) {
        const glm::dvec3 way_w = point_w - walk.hand().grip_center_w();
        return std::hypot(way_w.x, way_w.z);
    };
    if (stage_ != Stage::lift) steer_view(place_w, walk, input);
    switch (stage_) {
    case Stage::come: {
        const glm::dvec2 feet(walker.feet_w().x, walker.feet_w().z), there(place_w.x, place_w.z);
        const double distance = glm::distance(feet, there);
        if (distance > kArm) steer_feet(there + (kArm - 0.02) * (feet - there) / distance, walk, input);
        const bool is_facing = std::abs(input.turn_right) < 0.01 && std::abs(input.look_up) < 0.01;
        if (distance <= kArm && is_facing) enter(Stage::approach);
        if (stage_ != Stage::come || !is_stuck(distance)) break;
        if (distance <= kLongestArm)
            enter(Stage::approach);
        else
            fail("the way to it is blocked");
        break;
    }
    case Stage::approach: {
        const glm::dvec3 beside_w = place_w + kAside * right_w + glm::dvec3(0.0, kOver, 0.0);
        steer_wrist(kHandPitch, walk, input);
        steer_grip(beside_w, walk, input);
        input.curl.fill(-1.0);
        const double distance = away(beside_w);
        if ((distance < kNear && frames_of_stage_ > kOpenFrames) || is_stuck(distance)) enter(Stage::around);
        break;
    }
    case Stage::around: {
        steer_wrist(kHandPitch, walk, input);
        steer_grip(place_w, walk, input);
        const double distance = away(place_w);
        if (distance < kAround || is_stuck(distance)) enter(Stage::shut);
        break;
    }
    case Stage::shut:
        if (walk.held() == body_) {
            lifted_w_ = walk.hand().grip_center_w() + glm::dvec3(0.0, kLift, 0.0);
            enter(Stage::lift);
            break;
        }
        input.curl.fill(1.0);
        if (frames_of_stage_ <= kShutFrames) break;
        fail(std::min(box_w.half().x, box_w.half().z) > 0.5f * static_cast<float>(kWidest)
                 ? "it is too wide for the hand"
                 : "the hand does not get around it");
        break;
    case Stage::lift:
        steer_grip(lifted_w_, walk, input);
        if (walk.held() != body_)
            fail("it slipped");
        else if (frames_of_stage_ > kLiftFrames || walk.hand().grip_center_w().y > lifted_w_.y - kNear)
            enter(Stage::done);
        break;
    case Stage::done:
        break;
    }
    return input;
}

} // namespace boxwood
