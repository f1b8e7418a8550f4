#include "app/labs/walkthrough/input/hand_target.hpp"

#include "collision/world/body_surfaces.hpp"
#include "engine/draw/picking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kTakeReach = 2.5;          // meters from the eye; the walker takes a few steps if needed
constexpr float kAssist = 0.05f;            // radians; a smaller miss of a movable object counts as a hit
constexpr std::uint64_t kMessageTime = 240; // frames

// Returns the first object on the ray if it is movable. Otherwise returns the movable object that is nearest to the
// ray, if it is within reach, misses the ray by less than kAssist and is not behind the first object. Otherwise returns
// the first object.
HandAim find_aim(const draw::Ray& ray_w, const CurrentWalk& now) {
    const CollisionWorld& world = now.simulation.world;
    const std::vector<WalkBody>& bodies = now.scene.bodies;
    const auto is_excluded = [&](BodyId id) {
        return !world.is_live(id) || id == now.walk.hand_id() || id == now.walk.held();
    };
    HandAim first{kNone, std::numeric_limits<float>::infinity()};
    for (BodyId id = 0; id < bodies.size(); ++id) {
        const Aabb& box_w = world.boxes()[id];
        if (is_excluded(id) || !draw::hit_box(ray_w, box_w.lower, box_w.upper)) continue;
        for (std::uint32_t k = 0; k < surface_count(world.bodies()[id]); ++k) {
            const BodySurface surface = surface_of(world.bodies()[id], k);
            const MeshView mesh = surface.shape->mesh();
            for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
                const Triangle64 t_w = world_triangle(surface.world_from_surface, mesh, t);
                const auto hit =
                    draw::hit_triangle(ray_w, glm::vec3(t_w[0]), glm::vec3(t_w[1]), glm::vec3(t_w[2]));
                if (hit && *hit < first.distance) first = {id, *hit};
            }
        }
    }
    if (first.body != kNone && bodies[first.body].is_movable) return first;
    float min_angle = kAssist;
    HandAim nearest = first;
    for (BodyId id = 0; id < bodies.size(); ++id) {
        if (is_excluded(id) || !bodies[id].is_movable) continue;
        const glm::vec3 to_center_w = world.boxes()[id].center() - ray_w.origin_w;
        const float length = glm::length(to_center_w), along = glm::dot(to_center_w, ray_w.direction_w);
        if (!(along > 0.0f) || length > static_cast<float>(kTakeReach)) continue;
        const float radius = glm::length(world.boxes()[id].half());
        if (length - radius > first.distance) continue; // behind the visible object
        const float angle = std::acos(std::min(along / length, 1.0f)) - std::atan(0.6f * radius / length);
        if (angle >= min_angle) continue;
        min_angle = angle;
        nearest = {id, length};
    }
    return nearest;
}

} // namespace

void HandTarget::begin() {
    aim_ = {};
    taking_.reset();
    failure_until_ = 0;
}

void HandTarget::point_along(const draw::Ray& ray_w, const CurrentWalk& now) {
    aim_ = find_aim(ray_w, now);
}

bool HandTarget::can_take(const CurrentWalk& now) const {
    return now.walk.is_detection_on && !now.is_holding() && aim_.body != kNone &&
           now.scene.bodies[aim_.body].is_movable && static_cast<double>(aim_.distance) <= kTakeReach &&
           !now.is_scripted;
}

void HandTarget::use_hand(const CurrentWalk& now, WalkControls& io_controls) {
    if (taking_) {
        taking_.reset();
        io_controls.drop();
    } else if (now.is_holding()) {
        io_controls.let_go();
    } else if (!io_controls.is_closing() && can_take(now)) {
        io_controls.begin();
        taking_.emplace(aim_.body);
    } else {
        io_controls.toggle_grip();
    }
}

std::optional<WalkInput> HandTarget::next(const CurrentWalk& now, WalkControls& io_controls) {
    if (!taking_) return std::nullopt;
    if (!io_controls.is_still() || !now.walk.is_detection_on) {
        taking_.reset();
        return std::nullopt;
    }
    const WalkInput input = taking_->next(now.walk, now.simulation);
    if (!taking_->is_done()) return input;
    if (!taking_->failure().empty()) {
        failure_ = "The " + now.walk.body(taking_->body()).name +
                   " cannot be taken: " + std::string(taking_->failure()) + ".";
        failure_until_ = now.simulation.frame + kMessageTime;
        io_controls.drop(); // opens the hand
    }
    taking_.reset();
    return input;
}

std::string HandTarget::message(const CurrentWalk& now) const {
    if (taking_) return std::string(taking_->activity()) + " the " + now.walk.body(taking_->body()).name;
    return now.simulation.frame < failure_until_ ? failure_ : std::string();
}

} // namespace boxwood
