#include "engine/walk/steering.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

constexpr double kEase = 0.12;     // fraction of the remaining distance per frame
constexpr double kMaxTurn = 0.035; // radians per frame
constexpr double kSteering = 18.0; // reach speed per meter of remaining distance
constexpr double kMaxReachSpeed = 1.0;

glm::dvec3 level(const glm::dvec3& v) {
    return {v.x, 0.0, v.z};
}

} // namespace

void steer_feet(const glm::dvec2& target_w, const Walk& walk, WalkInput& io_input) {
    const glm::dvec3 offset_w = level(glm::dvec3(target_w.x, 0.0, target_w.y) - walk.walker().feet_w());
    const double length = glm::length(offset_w), step = kWalkSpeed * kFrameSeconds;
    if (length < 1e-3) return;
    const glm::dvec3 offset = glm::conjugate(walk.walker().world_from_look(false)) * offset_w;
    const double speed = std::min(1.0, std::max(kEase * length, 1e-3) / step) / length;
    io_input.right = speed * offset.x;
    io_input.forward = -speed * offset.z;
}

void steer_view(const glm::dvec3& point_w, const Walk& walk, WalkInput& io_input) {
    const glm::dvec3 offset =
        glm::conjugate(walk.walker().world_from_look(false)) * (point_w - walk.walker().eye_w());
    const double right = std::atan2(offset.x, -offset.z),
                 up = std::atan2(offset.y, std::hypot(offset.x, offset.z));
    io_input.turn_right = std::clamp(kEase * right, -kMaxTurn, kMaxTurn);
    io_input.look_up = std::clamp(kEase * (up - walk.walker().pitch()), -kMaxTurn, kMaxTurn);
}

void steer_grip(const glm::dvec3& point_w, const Walk& walk, WalkInput& io_input) {
    glm::dvec3 offset = kSteering * (glm::conjugate(walk.walker().world_from_look()) *
                                     (point_w - walk.hand().grip_center_w()));
    if (const double speed = glm::length(offset); speed > kMaxReachSpeed) offset *= kMaxReachSpeed / speed;
    io_input.aside = offset.x;
    io_input.raise = offset.y;
    io_input.reach = -offset.z;
}

void steer_wrist(double pitch, const Walk& walk, WalkInput& io_input) {
    const glm::dquat wanted = walk.walker().world_from_look(false) *
                              glm::dquat(std::cos(0.5 * pitch), std::sin(0.5 * pitch), 0.0, 0.0);
    // In the eye's frame, because the wrist rotates about the axes of this frame.
    const glm::dquat look = walk.walker().world_from_look();
    glm::dquat rotation = glm::conjugate(look) * (wanted * glm::conjugate(walk.hand().rotation())) * look;
    if (rotation.w < 0.0) rotation = -rotation;
    glm::dvec3 step = 2.0 * kEase * glm::dvec3(rotation.x, rotation.y, rotation.z);
    if (const double angle = glm::length(step); angle > kMaxTurn) step *= kMaxTurn / angle;
    io_input.wrist = step;
}

} // namespace boxwood
