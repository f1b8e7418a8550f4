// What: a collision world whose bodies move: integrate, collide, respond. One step() is one drawn frame.
// Frame: world. Units: scene lengths; velocities in lengths per step, spin in radians per step.
// Invariants: respond() permutes velocities and flips their signs, so the sum of their squares never changes; their
//             sum does, at fixed bodies and walls. integrate() changes it only where a body stops, see below. A fixed body keeps its transform bit for bit, and so does a body
//             at rest that nothing pushes. A body that starts inside the room stays inside: its center beyond no
//             wall, and all of it if a step is longer than its radius.
// Degenerate input: a body that is wider than the room keeps its center inside. Contacts are found at the end of each
//                   step only: what moves farther than its own extent may pass through others, and is counted. A body whose
//                   step would end beyond kMaxTranslation stops: it keeps its transform, loses velocity and spin, and is counted.
//                   Another body may give it a velocity later.
// Source: [Cohen 1995] section 5 (multi-body simulation). Departs from the source: by default velocities are
//         exchanged by approaching pairs only; the rule all_pairs swaps those of every colliding pair.
#pragma once

#include "collision/world/collision_world.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

// How a body moves on its own: along `velocity`, turning about the unit axis through its center.
struct Motion {
    glm::dvec3 velocity_w{0.0};
    glm::dvec3 spin_axis_w{0.0, 1.0, 0.0};
    double spin = 0.0; // radians per step
};

// How a joint moves on its own: to and fro between its limits, at a constant rate or as a pendulum swings.
struct JointMotion {
    BodyId body = kNone;
    std::uint32_t joint = 0;
    double rate = 0.0;   // radians, or lengths of a prismatic joint, per step
    double period = 0.0; // steps from one limit to the other and back; 0: at the rate
    double phase = 0.0;  // of the swing, radians; 0: in the middle, on the way up
};

enum class ResponseRule : std::uint8_t { approaching, all_pairs };

struct SimulationSettings {
    double speed = 1.0; // steps per frame as a fraction: slow motion below 1
    double aabb_margin =
        0.5; // kappa: boxes grow by kappa times the way a body can move in one step, up to 1e15
    ResponseRule response = ResponseRule::approaching;
    bool respond = true; // off: bodies pass through each other
    bool walls = true;
};

struct Simulation {
    CollisionWorld world;
    std::vector<Motion> motions; // index = body id
    std::vector<JointMotion> joint_motions;
    glm::dvec3 room_half{0.0}; // walls at +-room_half; zero: no walls
    SimulationSettings settings;
    StepOutput output;
    std::uint64_t frame = 0;

    // Contacts of a moving body with a fixed one after the last response, sorted. Only new ones turn a body round.
    std::vector<BodyPair> fixed_contacts;
    // Enabled bodies that moved farther than their own extent in the last step, so that they may have passed through
    // others; and how often that happened in all steps.
    std::uint64_t fast_bodies = 0, total_fast_bodies = 0;
    // Bodies that stopped in the last step because its end was no valid place; and how often that happened in all steps.
    std::uint64_t stopped_bodies = 0, total_stopped_bodies = 0;
};

// The stages around the world's own, in the order of docs/frame.md.
void integrate(Simulation& io_simulation);
void respond(Simulation& io_simulation);

// integrate, update, broad, narrow, highlight, respond; fills output and counts the frame.
void step(Simulation& io_simulation, Clock clock = nullptr);

// Only the collision stages, on the bodies as they are: after an edit, or a jump in time.
void collide(Simulation& io_simulation, Clock clock = nullptr);

// Transforms, velocities and contacts with fixed bodies; equal for equal scene, seed and build, on every run.
std::uint64_t state_hash(const Simulation& simulation);

// Of the bodies that can move, as if each had the mass 2: their energy without spin, which never changes.
double sum_of_squared_speeds(const Simulation& simulation);

// Of the bodies that can move, as if each had the mass 1: their momentum, which only fixed bodies and walls change.
glm::dvec3 sum_of_velocities(const Simulation& simulation);

} // namespace boxwood
