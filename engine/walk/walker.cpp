#include "engine/walk/walker.hpp"

#include "engine/meshes/hull.hpp"
#include "engine/walk/hand/stick_range.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace boxwood {
namespace {

constexpr double kEyesBelowTop = 0.11;
constexpr double kEyeSpeed = 2.5;    // meters per second, when crouching and standing up
constexpr double kSteepest = 0.7071; // minimum y of a ground normal on which the walker stands
constexpr double kMaxPitch = 1.5;    // radians
constexpr double kMaxFalling = 30.0; // meters per second
constexpr int kSides = 12;

// The rings are listed from the feet up. The bevel at the feet is less steep than the steepest ground on which the
// walker stands. A step is therefore climbed as soon as the feet are over its edge.
std::shared_ptr<Shape> make_column(double height) {
    const double r = kWalkerRadius;
    const std::array<glm::dvec2, 5> rings{glm::dvec2{0.85 * r, 0.0},
                                          {r, 0.12 * r},
                                          {r, height - 0.7 * r},
                                          {0.8 * r, height - 0.25 * r},
                                          {0.35 * r, height}};
    std::vector<glm::vec3> points;
    for (const glm::dvec2& ring : rings)
        for (int k = 0; k < kSides; ++k) {
            const double angle = glm::two_pi<double>() * k / kSides;
            points.emplace_back(ring.x * std::cos(angle), ring.y, ring.x * std::sin(angle));
        }
    Result<Polytope> column = make_hull(points);
    BOXWOOD_ASSERT(column);
    return make_shape(std::move(*column));
}

} // namespace

struct Walker::StepContext {
    const CollisionWorld& world;
    const std::vector<bool>& skips;
    bool is_detection_on;
    ClearanceScratch& scratch;
    std::vector<Obstacle>& obstacles;
};

Walker::Walker()
    : standing_(make_column(kWalkerHeight))
    , crouched_(make_column(kCrouchedHeight))
    , eye_height_(kWalkerHeight - kEyesBelowTop) {}

void Walker::place(const glm::dvec3& feet_w, double yaw, double pitch) {
    feet_w_ = feet_w;
    yaw_ = yaw;
    pitch_ = pitch;
    fall_speed_ = 0.0;
    is_crouching_ = is_on_ground_ = false;
    eye_height_ = kWalkerHeight - kEyesBelowTop;
}

glm::dvec3 Walker::eye_w() const {
    return feet_w_ + glm::dvec3(0.0, eye_height_, 0.0);
}

glm::dquat Walker::world_from_look(bool pitched) const {
    const glm::dquat yaw(std::cos(0.5 * yaw_), 0.0, std::sin(0.5 * yaw_), 0.0);
    if (!pitched) return yaw;
    return yaw * glm::dquat(std::cos(0.5 * pitch_), std::sin(0.5 * pitch_), 0.0, 0.0);
}

Piece Walker::piece_at(const glm::dvec3& feet_w) const {
    return make_piece({shape().get(), 0, 0, {glm::dmat3(1.0), feet_w}});
}

glm::dvec3 Walker::slide_from(const StepContext& context, const glm::dvec3& feet_w,
                              const glm::dvec3& motion_w, bool slides) const {
    const std::array pieces{piece_at(feet_w)};
    return slide(context.world, {pieces, context.skips, slides}, motion_w, context.scratch,
                 context.obstacles);
}

void Walker::step(const CollisionWorld& world, const WalkInput& input, const std::vector<bool>& skips,
                  bool is_detection_on, ClearanceScratch& io_scratch, std::vector<Obstacle>& io_obstacles) {
    const StepContext context{world, skips, is_detection_on, io_scratch, io_obstacles};
    look(input);
    crouch(context, input.is_crouching);
    glm::dvec3 wish(clamped(input.right), 0.0, -clamped(input.forward));
    if (glm::length(wish) > 1.0) wish = glm::normalize(wish);
    const double speed = kWalkSpeed * (is_crouching_ ? 0.5 : 1.0);
    const glm::dvec3 motion_w = world_from_look(false) * wish * (speed * kFrameSeconds);
    if (!is_detection_on) {
        feet_w_ += motion_w;
        return;
    }
    move_level(context, motion_w);
    fall(context);
}

void Walker::look(const WalkInput& input) {
    yaw_ = std::remainder(yaw_ - input.turn_right, glm::two_pi<double>());
    pitch_ = std::clamp(pitch_ + input.look_up, -kMaxPitch, kMaxPitch);
}

// Stands up again only if there is room for the head.
void Walker::crouch(const StepContext& context, bool wants_to) {
    if (wants_to != is_crouching_) {
        const bool was = is_crouching_;
        is_crouching_ = wants_to;
        if (!wants_to && context.is_detection_on) {
            const std::array pieces{piece()};
            std::vector<NearSurface> near;
            find_near(context.world, pieces[0].box_w, context.skips, context.scratch, near);
            if (find_smallest_clearance(pieces, near, kSkin, context.scratch).clearance.distance < 0.0)
                is_crouching_ = was;
        }
    }
    const double wanted = (is_crouching_ ? kCrouchedHeight : kWalkerHeight) - kEyesBelowTop;
    const double max_change = kEyeSpeed * kFrameSeconds;
    eye_height_ += std::clamp(wanted - eye_height_, -max_change, max_change);
}

void Walker::move_level(const StepContext& context, const glm::dvec3& motion_w) {
    const double length = glm::length(motion_w);
    if (length == 0.0) return;
    const glm::dvec3 moved = slide_from(context, feet_w_, motion_w, true);
    const double forward = glm::dot(moved, motion_w) / length;
    if (forward < 0.95 * length && is_on_ground_ && try_step_up(context, motion_w, forward)) return;
    feet_w_ += moved;
}

// Moves up, forward, and down again. Accepts the result if the walker gets farther and ends on ground that supports it.
bool Walker::try_step_up(const StepContext& context, const glm::dvec3& motion_w, double level_progress) {
    glm::dvec3 at = feet_w_ + slide_from(context, feet_w_, {0.0, kStepHeight, 0.0}, false);
    const double risen = at.y - feet_w_.y;
    at += slide_from(context, at, motion_w, true);
    const std::size_t first = context.obstacles.size();
    at += slide_from(context, at, {0.0, -risen - kSkin, 0.0}, false);
    const bool lands = context.obstacles.size() > first && context.obstacles.back().normal_w.y >= kSteepest;
    const double forward = glm::dot(at - feet_w_, motion_w) / glm::length(motion_w);
    if (!lands || forward < level_progress + 1e-4) return false;
    feet_w_ = at;
    return true;
}

// On the ground, the walker follows steps down. In the air, it accelerates downwards.
void Walker::fall(const StepContext& context) {
    fall_speed_ = std::min(fall_speed_ + kGravity * kFrameSeconds, kMaxFalling);
    const double down = is_on_ground_ ? kStepHeight : fall_speed_ * kFrameSeconds;
    const std::size_t first = context.obstacles.size();
    const glm::dvec3 motion = slide_from(context, feet_w_, {0.0, -down, 0.0}, false);
    const bool is_blocked = context.obstacles.size() > first;
    bool is_supported = false;
    for (std::size_t i = first; i < context.obstacles.size(); ++i)
        is_supported = is_supported || context.obstacles[i].normal_w.y >= kSteepest;
    if (is_supported) {
        feet_w_ += motion;
        fall_speed_ = 0.0;
    } else if (is_blocked || !is_on_ground_) { // steep ground deflects the fall
        feet_w_ += slide_from(context, feet_w_, {0.0, -fall_speed_ * kFrameSeconds, 0.0}, true);
    } else {
        feet_w_.y -= std::min(fall_speed_ * kFrameSeconds, down); // a step off an edge
    }
    is_on_ground_ = is_supported;
}

} // namespace boxwood
