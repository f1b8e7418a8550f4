// What: the body of the walking user: an upright rounded column with an eye that looks in a direction.
// Frame: world, y up. Units: meters, seconds, radians; yaw 0 looks along -z and increases to the left, like the
//     camera's.
// Invariants: slide() limits its motion, so it never penetrates anything except bodies that moved into it. It climbs
//     steps up to kStepHeight, stands on ground with a slope of up to 45 degrees, and falls otherwise.
// Cost: tens of closest-feature queries per frame.
// Oracle: tests/engine/walk/walker_test.cpp.
#pragma once

#include "engine/walk/dynamics/slide.hpp"
#include "engine/walk/walk_input.hpp"

#include <memory>

namespace boxwood {

inline constexpr double kFrameSeconds = 1.0 / 60.0; // of the world, per step
inline constexpr double kGravity = 9.81;            // meters per second squared
inline constexpr double kStepHeight = 0.22;
inline constexpr double kWalkerHeight = 1.72, kCrouchedHeight = 1.1, kWalkerRadius = 0.22;
inline constexpr double kWalkSpeed = 1.5; // meters per second

class Walker {
  public:
    Walker();

    void place(const glm::dvec3& feet_w, double yaw, double pitch = 0.0);
    // If `is_detection_on` is false, passes through everything at constant height.
    void step(const CollisionWorld& world, const WalkInput& input, const std::vector<bool>& skips,
              bool is_detection_on, ClearanceScratch& io_scratch, std::vector<Obstacle>& io_obstacles);

    const glm::dvec3& feet_w() const { return feet_w_; }
    double yaw() const { return yaw_; }
    double pitch() const { return pitch_; }
    bool is_crouching() const { return is_crouching_; }
    bool is_on_ground() const { return is_on_ground_; }
    glm::dvec3 eye_w() const;
    // The rotation from the eye's frame (x right, y up, z backward) to the world. If `pitched` is false, only the yaw.
    glm::dquat world_from_look(bool pitched = true) const;
    Piece piece() const { return piece_at(feet_w_); }
    const std::shared_ptr<Shape>& shape() const { return is_crouching_ ? crouched_ : standing_; }

  private:
    struct StepContext; // the parameters of step()
    Piece piece_at(const glm::dvec3& feet_w) const;
    void look(const WalkInput& input);
    void crouch(const StepContext& context, bool wants_to);
    void move_level(const StepContext& context, const glm::dvec3& motion_w);
    bool try_step_up(const StepContext& context, const glm::dvec3& motion_w, double level_progress);
    void fall(const StepContext& context);
    glm::dvec3 slide_from(const StepContext& context, const glm::dvec3& feet_w, const glm::dvec3& motion_w,
                          bool slides) const;

    std::shared_ptr<Shape> standing_, crouched_;
    glm::dvec3 feet_w_{0.0};
    double yaw_ = 0.0, pitch_ = 0.0;
    double eye_height_ = 0.0;
    double fall_speed_ = 0.0; // meters per second
    bool is_crouching_ = false, is_on_ground_ = false;
};

} // namespace boxwood
