// What: describes a dynamic body in the contact solver: velocities, mass, and the effect of an impulse.
// Frame: world. Units: meters, seconds, kilograms.
// Invariants: impulses on a hinged body only rotate it about its axis.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/core/pose.hpp"
#include "engine/walk/dynamics/mass.hpp"
#include "engine/walk/walk_body.hpp"

#include <glm/geometric.hpp>

#include <optional>

namespace boxwood {

struct LooseBody {
    BodyId id = kNone;
    Mass mass;
    glm::dvec3 velocity_w{0.0}; // of the center of mass
    glm::dvec3 spin_w{0.0};     // radians per second
    bool is_awake = false;
    bool is_held = false; // kinematic: the hand moves the body
    int calm_steps = 0;

    std::optional<WalkHinge> hinge;
    Transform zero_angle_transform; // for a hinge
    double angle = 0.0, rate = 0.0;

    // Of the current step.
    glm::dvec3 center_w{0.0};
    glm::dmat3 inverse_inertia_w{0.0};
    double inverse_axis_inertia = 0.0;

    bool moves() const { return is_awake && !is_held; }

    glm::dvec3 velocity_at(const glm::dvec3& point_w) const {
        if (hinge) return rate * glm::cross(hinge->axis_w, point_w - hinge->point_w);
        return velocity_w + glm::cross(spin_w, point_w - center_w);
    }
    void apply(const glm::dvec3& impulse_w, const glm::dvec3& point_w) {
        if (hinge) {
            rate += inverse_axis_inertia *
                    glm::dot(hinge->axis_w, glm::cross(point_w - hinge->point_w, impulse_w));
            return;
        }
        velocity_w += impulse_w / mass.kilograms;
        spin_w += inverse_inertia_w * glm::cross(point_w - center_w, impulse_w);
    }
    // The effect of a unit impulse at the point along `direction_w`: the change of the point's velocity in this
    // direction.
    double response(const glm::dvec3& direction_w, const glm::dvec3& point_w) const {
        if (hinge) {
            const double arm = glm::dot(hinge->axis_w, glm::cross(point_w - hinge->point_w, direction_w));
            return inverse_axis_inertia * arm * arm;
        }
        const glm::dvec3 turn = glm::cross(point_w - center_w, direction_w);
        return 1.0 / mass.kilograms + glm::dot(turn, inverse_inertia_w * turn);
    }
};

} // namespace boxwood
