#include "engine/walk/steering.hpp"

#include <algorithm>
#include <cmath>

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

} // namespace

void steer_feet(const glm::dvec2& place_w, const Walk& walk, WalkInput& io_input) {
    const glm::dvec3 way_w = level(glm::dvec3(place_w.x, 0.0, place_w.y) - walk.walker().feet_w());
    const double length = glm::length(way_w), step = kWalkSpeed * kFrameSeconds;
    if (length < 1e-3) return;
    const glm::dvec3 way = glm::conjugate(walk.walker().world_from_look(false)) * way_w;
    const double speed = std::min(1.0, std::max(kEase * length, 1e-3) / step) / length;
    io_input.right = speed * way.x;
    io_input.forward = -speed * way.z;
}

void steer_view(const glm::dvec3& point_w, const Walk& walk, WalkInput& io_input) {
    const glm::dvec3 way =
        glm::conjugate(walk.walker().world_from_look(false)) * (point_w - walk.walker().eye_w());
    const double right = std::atan2(way.x, -way.z), up = std::atan2(way.y, std::hypot(way.x, way.z));
    io_input.turn_right = std::clamp(kEase * right, -kMaxTurn, kMaxTurn);
    io_input.look_up = std::clamp(kEase * (up - walk.walker().pitch()), -kMaxTurn, kMaxTurn);
}

void steer_grip(const glm::dvec3& point_w, const Walk& walk, WalkInput& io_input) {
    glm::dvec3 way = kSteering * (glm::conjugate(walk.walker().world_from_look()) *
                                  (point_w - walk.hand().grip_center_w()));
    if (const double speed = glm::length(way); speed > kMaxReachSpeed) way *= kMaxReachSpeed / speed;
    io_input.aside = way.x;
    io_input.raise = way.y;
    io_input.reach = -way.z;
}

void steer_wrist(double pitch, const Walk& walk, WalkInput& io_input) {
    const glm::dquat wanted = walk.walker().world_from_look(false) *
                              glm::dquat(std::cos(0.5 * pitch), std::sin(0.5 * pitch), 0.0, 0.0);
    // In the eye's frame, about whose axes the wrist turns.
    const glm::dquat look = walk.walker().world_from_look();
    glm::dquat turn = glm::conjugate(look) * (wanted * glm::conjugate(walk.hand().rotation())) * look;
    if (turn.w < 0.0) turn = -turn;
    glm::dvec3 step = 2.0 * kEase * glm::dvec3(turn.x, turn.y, turn.z);
    if (const double angle = glm::length(step); angle > kMaxTurn) step *= kMaxTurn / angle;
    io_input.wrist = step;
}

} // namespace boxwood
