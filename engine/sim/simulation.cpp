#include "engine/sim/simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

glm::dquat turned(const glm::dquat& q, const glm::dvec3& axis_w, double angle) {
    const double half = 0.5 * angle;
    const glm::dquat turn(std::cos(half), std::sin(half) * axis_w);
    return glm::normalize(turn * q);
}

// The body turns about its shape's center, which need not be the origin of its frame.
Transform advanced(const Body& body, const Motion& motion, double speed) {
    const glm::dvec3 center_b = body.shape->center() * body.transform.s;
    const glm::dvec3 center_w = body.transform.t + body.transform.q * center_b + speed * motion.velocity_w;
    Transform next = body.transform;
    next.q = turned(body.transform.q, motion.spin_axis_w, speed * motion.spin);
    next.t = center_w - next.q * center_b;
    return next;
}

glm::dvec3 center_of(const Body& body) {
    return body.world_from_body * body.shape->center();
}

double radius_of(const Body& body) {
    const glm::dvec3 s = glm::abs(body.transform.s);
    return body.shape->radius() * std::fmax(s.x, std::fmax(s.y, s.z));
}

// Reflects only the component that leads out, or bodies would stick to the wall.
void bounce(const Body& body, const glm::dvec3& room_half, glm::dvec3& io_velocity_w) {
    const glm::dvec3 center_w = center_of(body);
    const double radius = radius_of(body);
    for (int axis = 0; axis < 3; ++axis) {
        const bool beyond = std::fabs(center_w[axis]) + radius > room_half[axis];
        if (beyond && io_velocity_w[axis] * center_w[axis] > 0.0) io_velocity_w[axis] = -io_velocity_w[axis];
    }
}

bool are_approaching(const Simulation& simulation, const BodyPair& pair) {
    const std::span<const Body> bodies = simulation.world.bodies();
    const glm::dvec3 apart_w = center_of(bodies[pair.a]) - center_of(bodies[pair.b]);
    const glm::dvec3 relative_w =
        simulation.motions[pair.a].velocity_w - simulation.motions[pair.b].velocity_w;
    return glm::dot(relative_w, apart_w) < 0.0;
}

// Turns back at the limits.
void move_joints(Simulation& io_simulation) {
    CollisionWorld& world = io_simulation.world;
    for (JointMotion& motion : io_simulation.joint_motions) {
        if (!world.is_live(motion.body)) continue;
        const HullTreeState* state = world.bodies()[motion.body].parts.get();
        if (state == nullptr || motion.joint >= state->positions().size())
            continue; // another body has the id now
        const HullTreeState& parts = *state;
        const Joint& limits = parts.tree().joints()[motion.joint];
        if (motion.period > 0.0) {
            motion.phase =
                std::remainder(motion.phase + kTurn * io_simulation.settings.speed / motion.period, kTurn);
            const double middle = 0.5 * (limits.lower + limits.upper), half = limits.upper - middle;
            const double swung = middle + half * std::sin(motion.phase);
            world.place_joint_position(motion.body, motion.joint,
                                       std::clamp(swung, limits.lower, limits.upper));
            continue;
        }
        double position = parts.positions()[motion.joint] + io_simulation.settings.speed * motion.rate;
        if (position < limits.lower || position > limits.upper) {
            position = std::clamp(position, limits.lower, limits.upper);
            motion.rate = -motion.rate;
        }
        world.place_joint_position(motion.body, motion.joint, position);
    }
}

} // namespace

void integrate(Simulation& io_simulation) {
    CollisionWorld& world = io_simulation.world;
    const SimulationSettings& settings = io_simulation.settings;
    move_joints(io_simulation);
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        if (!world.is_live(id)) continue;
        const Motion& motion = io_simulation.motions[id];
        const Body& body = world.bodies()[id];
        world.place(id, advanced(body, motion, settings.speed));
        const double way = glm::length(motion.velocity_w) + std::fabs(motion.spin) * radius_of(body);
        world.place_margin(id, settings.fattening * settings.speed * way);
    }
}

void respond(Simulation& io_simulation) {
    std::vector<Motion>& motions = io_simulation.motions;
    const CollisionWorld& world = io_simulation.world;
    if (io_simulation.settings.respond)
        for (const PairResult& pair : io_simulation.output.pairs) {
            if (!pair.is_contact()) continue;
            if (io_simulation.settings.exchange == ExchangeRule::approaching &&
                !are_approaching(io_simulation, pair.bodies))
                continue;
            std::swap(motions[pair.bodies.a].velocity_w, motions[pair.bodies.b].velocity_w);
        }
    if (!io_simulation.settings.walls || io_simulation.room_half == glm::dvec3(0.0)) return;
    for (BodyId id = 0; id < world.bodies().size(); ++id)
        if (world.is_live(id)) bounce(world.bodies()[id], io_simulation.room_half, motions[id].velocity_w);
}

void collide(Simulation& io_simulation, Clock clock) {
    require_ok(io_simulation.world.step(io_simulation.output, clock));
}

void step(Simulation& io_simulation, Clock clock) {
    integrate(io_simulation);
    collide(io_simulation, clock);
    const double start = clock ? clock() : 0.0;
    respond(io_simulation);
    if (clock) io_simulation.output.times[Phase::respond] = clock() - start;
    ++io_simulation.frame;
}

std::uint64_t state_hash(const Simulation& simulation) {
    std::uint64_t hash = state_hash(simulation.world);
    for (BodyId id = 0; id < simulation.motions.size(); ++id) {
        if (!simulation.world.is_live(id)) continue;
        const glm::dvec3& v = simulation.motions[id].velocity_w;
        const std::array<double, 3> numbers{v.x, v.y, v.z};
        hash = hash_bytes(hash, numbers.data(), sizeof numbers);
    }
    return hash;
}

double sum_of_squared_speeds(const Simulation& simulation) {
    double sum = 0.0;
    for (const Motion& motion : simulation.motions) sum += glm::dot(motion.velocity_w, motion.velocity_w);
    return sum;
}

} // namespace boxwood
