// What: simulates a collision world with moving bodies: integrate, collide, respond. One step() is one drawn frame.
// Frame: world. Units: scene lengths; velocities in lengths per step, spin in radians per step.
// Invariants: respond() permutes velocities and flips signs of their components, so the sum of squared speeds is
//     constant. Fixed bodies and walls change the sum of velocities. integrate() changes the sum of squared speeds only
//     when a body stops (see the degenerate input). The transforms of fixed bodies stay bitwise unchanged. The
//     transform of a body at rest stays bitwise unchanged until a contact gives the body a velocity. With
//     settings.walls, the center of a body that starts inside the room never passes a wall. If a body moves by more
//     than its radius in a step, no part of it passes a wall in this step.
// Degenerate input: a body wider than the room keeps only its center inside. Contacts are found only at the end of each
//     step. A body that moves farther than its own width along its motion can pass through others; fast_bodies counts
//     it. A body that would end a step beyond kMaxTranslation stops: it keeps its transform, and loses velocity and
//     spin; stopped_bodies counts it. A later contact can give it a velocity again.
// Source: [Cohen 1995] section 5 (multi-body simulation). Departs from the source: by default only approaching pairs
//     swap velocities; with the rule all_pairs, every colliding pair swaps them.
#pragma once

#include "collision/world/collision_world.hpp"
#include "engine/sim/surface_motion.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace boxwood {

// Motion of a body: along `velocity`, rotating about the unit axis through its center.
struct Motion {
    glm::dvec3 velocity_w{0.0};
    glm::dvec3 spin_axis_w{0.0, 1.0, 0.0};
    double spin = 0.0; // radians per step
};

// Motion of a joint: back and forth between its limits, at a constant rate or sinusoidally.
struct JointMotion {
    BodyId body = kNone;
    std::uint32_t joint = 0;
    double rate = 0.0;   // radians per step, or lengths for a prismatic joint
    double period = 0.0; // steps from one limit to the other and back; 0: constant rate
    double phase = 0.0;  // of the sinusoidal swing, in radians; 0: midway, moving towards the upper limit
};

// Motion of the vertices of a deforming body. Several bodies can share a motion.
struct DeformingBody {
    BodyId body = kNone;
    std::shared_ptr<SurfaceMotion> motion;
};

enum class ResponseRule : std::uint8_t { approaching, all_pairs };

struct SimulationSettings {
    double speed = 1.0; // fraction of a step per frame; below 1: slow motion
    // The margin of a body's box is this factor times an upper bound on the body's motion in one step, but at most
    // 1e15.
    double aabb_margin = 0.5;
    ResponseRule response = ResponseRule::approaching;
    bool respond = true; // false: bodies pass through each other
    bool walls = true;
};

struct Simulation {
    CollisionWorld world;
    std::vector<Motion> motions; // index = body id
    std::vector<JointMotion> joint_motions;
    std::vector<DeformingBody> deforming;
    double deformation_time = 0.0; // argument of the motions in `deforming`; each step adds settings.speed
    std::string deformation_error; // why vertices were rejected in the last step; empty if none were
    glm::dvec3 room_half{0.0};     // walls at +-room_half; zero: no walls
    SimulationSettings settings;
    StepOutput output;
    std::uint64_t frame = 0;

    // Contacts between a moving and a fixed body in the last respond(), sorted. In the next respond(), only contacts
    // that are not in this list reverse the velocity of the moving body.
    std::vector<BodyPair> fixed_contacts;
    // Number of enabled bodies that moved farther than their own width along the motion in the last step, and could
    // therefore pass through others; and the total over all steps.
    std::uint64_t fast_bodies = 0, total_fast_bodies = 0;
    // Number of bodies that stopped in the last step because it would have moved them beyond kMaxTranslation; and the
    // total over all steps.
    std::uint64_t stopped_bodies = 0, total_stopped_bodies = 0;

    std::shared_ptr<SurfaceMotion> motion_of_surface(BodyId body) const; // null: rigid
};

// The stages that a step runs before and after those of the world, in the order that docs/contributing.md lists.
void integrate(Simulation& io_simulation);
// Sets the vertices of all deforming bodies in the world, at deformation_time.
void deform(Simulation& io_simulation);
void respond(Simulation& io_simulation);

// Runs integrate, deform, refit, update, broad, narrow, highlight, respond. Fills the output and increments the frame
// number.
void step(Simulation& io_simulation, Clock clock = nullptr);

// Runs only the collision stages, after an edit or a jump in time.
void collide(Simulation& io_simulation, Clock clock = nullptr);

// Hash of transforms, joint positions, moving vertices, velocities and contacts with fixed bodies. It is the same in
// every run with the same scene, seed and build.
std::uint64_t state_hash(const Simulation& simulation);

// Kinetic energy of the movable bodies at mass 2, without spin; changes only when a body stops.
double sum_of_squared_speeds(const Simulation& simulation);

// Momentum of the movable bodies at mass 1; only fixed bodies, walls and stopped bodies change it.
glm::dvec3 sum_of_velocities(const Simulation& simulation);

} // namespace boxwood
