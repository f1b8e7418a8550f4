#include "engine/sim/simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

glm::dquat rotated(const glm::dquat& q, const glm::dvec3& axis_w, double angle) {
    const double half = 0.5 * angle;
    const glm::dquat turn(std::cos(half), std::sin(half) * axis_w);
    return glm::normalize(turn * q);
}

glm::dvec3 center_of(const Body& body) {
    return body.world_from_body * body.shape->center();
}

double radius_of(const Body& body) {
    const glm::dvec3 s = glm::abs(body.transform.s);
    return body.shape->radius() * std::fmax(s.x, std::fmax(s.y, s.z));
}

// The end of a point's path along one axis between reflecting walls at +-limit. is_reversed: the velocity changes sign,
// because the number of reflections is odd.
struct Reflected {
    double end = 0.0;
    bool is_reversed = false;
};

Reflected reflect(double start, double displacement, double limit) {
    if (!(limit > 0.0)) return {};
    const bool leads_away = start * displacement > 0.0 && std::fabs(start) > limit;
    if (leads_away) displacement = -displacement;
    const double end = start + displacement;
    const bool is_still_outside = displacement == 0.0 || (end > 0.0) != (displacement > 0.0);
    if (std::fabs(end) <= limit || is_still_outside) return {end, leads_away};
    const double rest = std::remainder(end, 4.0 * limit); // the reflected path has period 4 * limit
    if (std::fabs(rest) <= limit) return {rest, leads_away};
    return {std::copysign(2.0 * limit, rest) - rest, !leads_away};
}

// True if there are walls and the body moves by more than its radius in this step. A slower body protrudes by at most
// its radius until bounce() reverses it.
bool can_leave_room(const Simulation& simulation, const Body& body, const glm::dvec3& velocity_w) {
    return simulation.settings.walls && simulation.room_half != glm::dvec3(0.0) &&
           simulation.settings.speed * glm::length(velocity_w) > radius_of(body);
}

// The center after a step with reflections at the walls, which flip components of the velocity.
glm::dvec3 reflect_at_walls(const Simulation& simulation, const Body& body, const glm::dvec3& center_w,
                            glm::dvec3& io_velocity_w) {
    const double radius = radius_of(body);
    glm::dvec3 end_w = center_w;
    for (int axis = 0; axis < 3; ++axis) {
        const double half = simulation.room_half[axis], inner = half - radius;
        const Reflected reflected = reflect(center_w[axis], simulation.settings.speed * io_velocity_w[axis],
                                            inner > 0.0 ? inner : half);
        end_w[axis] = reflected.end;
        if (reflected.is_reversed) io_velocity_w[axis] = -io_velocity_w[axis];
    }
    return end_w;
}

// Returns the transform after the step. The body rotates about its shape's center, not about the origin of its frame.
Transform advance(const Simulation& simulation, const Body& body, Motion& io_motion) {
    const double speed = simulation.settings.speed;
    const glm::dvec3 center_b = body.shape->center() * body.transform.s;
    glm::dvec3 center_w = body.transform.t + body.transform.q * center_b;
    if (can_leave_room(simulation, body, io_motion.velocity_w))
        center_w = reflect_at_walls(simulation, body, center_w, io_motion.velocity_w);
    else
        center_w += speed * io_motion.velocity_w;
    Transform next = body.transform;
    next.q = rotated(body.transform.q, io_motion.spin_axis_w, speed * io_motion.spin);
    next.t = center_w - next.q * center_b;
    return next;
}

// True if a corner of the box in the body's frame moves farther in a step than the box is wide along this displacement.
// No point of the body moves farther than `displacement` in a step at speed 1.
bool moves_past_itself(const Body& body, const Motion& motion, double speed, double displacement) {
    const Aabb& box_b = body.shape->bounds();
    const glm::dvec3 s = body.transform.s;
    const glm::dvec3 lower = glm::dvec3(box_b.lower) * s, upper = glm::dvec3(box_b.upper) * s;
    const glm::dvec3 center = body.shape->center() * s, widths = glm::abs(upper - lower);
    constexpr double kCornerReach = 1.7320508075688774; // sqrt(3): bound on corner distances, in radii
    if (kCornerReach * speed * displacement <= std::min({widths.x, widths.y, widths.z})) return false;
    const glm::dmat3 world_from_body = glm::mat3_cast(body.transform.q);
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 at_b((corner & 1) ? upper.x : lower.x, (corner & 2) ? upper.y : lower.y,
                              (corner & 4) ? upper.z : lower.z);
        const glm::dvec3 arm_w = world_from_body * (at_b - center);
        const glm::dvec3 displacement_w =
            speed * (motion.velocity_w + motion.spin * glm::cross(motion.spin_axis_w, arm_w));
        const glm::dvec3 displacement_b = glm::abs(displacement_w * world_from_body);
        // |d| > width of the box along d, with both sides multiplied by |d|
        if (glm::dot(displacement_b, displacement_b) > glm::dot(displacement_b, widths)) return true;
    }
    return false;
}

// Reverses a velocity component only if it points outwards: otherwise a body that protrudes for several steps would be
// reversed in each step and stick to the wall.
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
    const glm::dvec3 offset_w = center_of(bodies[pair.a]) - center_of(bodies[pair.b]);
    const glm::dvec3 relative_w =
        simulation.motions[pair.a].velocity_w - simulation.motions[pair.b].velocity_w;
    return glm::dot(relative_w, offset_w) < 0.0;
}

bool is_fixed(const CollisionWorld& world, BodyId id) {
    return world.bodies()[id].is_fixed;
}

// A new contact between a fixed and a moving body reverses the velocity of the moving body, whatever its direction.
// Several new contacts in the same step reverse it only once.
void reverse_at_fixed(Simulation& io_simulation) {
    const CollisionWorld& world = io_simulation.world;
    std::vector<BodyPair> contacts;
    std::vector<BodyId> reversed;
    for (const PairResult& pair : io_simulation.output.pairs) {
        const auto [a, b] = pair.bodies;
        if (!pair.is_contact() || is_fixed(world, a) == is_fixed(world, b)) continue;
        contacts.push_back(pair.bodies);
        const std::vector<BodyPair>& before = io_simulation.fixed_contacts;
        if (!std::binary_search(before.begin(), before.end(), pair.bodies))
            reversed.push_back(is_fixed(world, a) ? b : a);
    }
    io_simulation.fixed_contacts = std::move(contacts);
    if (!io_simulation.settings.respond) return;
    std::sort(reversed.begin(), reversed.end());
    reversed.erase(std::unique(reversed.begin(), reversed.end()), reversed.end());
    for (const BodyId id : reversed) {
        glm::dvec3& velocity_w = io_simulation.motions[id].velocity_w;
        velocity_w = -velocity_w;
    }
}

// Joints with a period swing sinusoidally between their limits. Other joints have a constant rate, reversed at the
// limits.
void move_joints(Simulation& io_simulation) {
    CollisionWorld& world = io_simulation.world;
    for (JointMotion& motion : io_simulation.joint_motions) {
        if (!world.is_live(motion.body)) continue;
        const HullHierarchyState* state = world.bodies()[motion.body].parts.get();
        if (state == nullptr || motion.joint >= state->positions().size()) continue; // the id was reused
        const HullHierarchyState& parts = *state;
        const Joint& limits = parts.tree().joints()[motion.joint];
        if (motion.period > 0.0) {
            motion.phase =
                std::remainder(motion.phase + kTurn * io_simulation.settings.speed / motion.period, kTurn);
            const double middle = 0.5 * (limits.lower + limits.upper), half = limits.upper - middle;
            const double swung = middle + half * std::sin(motion.phase);
            world.set_valid_joint_position(motion.body, motion.joint,
                                           std::clamp(swung, limits.lower, limits.upper));
            continue;
        }
        double position = parts.positions()[motion.joint] + io_simulation.settings.speed * motion.rate;
        if (position < limits.lower || position > limits.upper) {
            position = std::clamp(position, limits.lower, limits.upper);
            motion.rate = -motion.rate;
        }
        world.set_valid_joint_position(motion.body, motion.joint, position);
    }
}

// Calls visit(velocity_w) for each live body that is not fixed.
template <class Visit>
void for_each_velocity(const Simulation& simulation, Visit&& visit) {
    for (BodyId id = 0; id < simulation.motions.size(); ++id)
        if (simulation.world.is_live(id) && !is_fixed(simulation.world, id))
            visit(simulation.motions[id].velocity_w);
}

} // namespace

void integrate(Simulation& io_simulation) {
    CollisionWorld& world = io_simulation.world;
    const SimulationSettings& settings = io_simulation.settings;
    move_joints(io_simulation);
    io_simulation.fast_bodies = io_simulation.stopped_bodies = 0;
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        if (!world.is_live(id)) continue;
        Motion& motion = io_simulation.motions[id];
        const Body& body = world.bodies()[id];
        if (body.is_fixed || (motion.velocity_w == glm::dvec3(0.0) && motion.spin == 0.0)) {
            world.set_valid_margin(id, 0.0);
            continue;
        }
        const double displacement = glm::length(motion.velocity_w) + std::fabs(motion.spin) * radius_of(body);
        const bool is_fast = body.is_enabled && moves_past_itself(body, motion, settings.speed, displacement);
        const Transform next = advance(io_simulation, body, motion);
        // If the end of the step is out of range, the body stops. Even a body that only spins can get there, because
        // its origin can be far from its center.
        if (!check_transform(next, "")) {
            motion.velocity_w = glm::dvec3(0.0);
            motion.spin = 0.0;
            world.set_valid_margin(id, 0.0);
            ++io_simulation.stopped_bodies;
            continue;
        }
        if (is_fast) ++io_simulation.fast_bodies;
        world.set_valid_transform(id, next);
        world.set_valid_margin(
            id, std::fmin(settings.aabb_margin * settings.speed * displacement, kMaxTranslation));
    }
    io_simulation.total_fast_bodies += io_simulation.fast_bodies;
    io_simulation.total_stopped_bodies += io_simulation.stopped_bodies;
}

std::shared_ptr<SurfaceMotion> Simulation::motion_of_surface(BodyId body) const {
    if (!world.is_live(body) || !world.bodies()[body].deforming) return nullptr;
    const auto found = std::ranges::find(deforming, body, &DeformingBody::body);
    return found != deforming.end() ? found->motion : nullptr;
}

void deform(Simulation& io_simulation) {
    io_simulation.deformation_error.clear();
    for (const DeformingBody& deforming : io_simulation.deforming) {
        const CollisionWorld& world = io_simulation.world;
        if (!world.is_live(deforming.body) || !world.bodies()[deforming.body].deforming)
            continue; // the id was reused
        const Result<std::span<const glm::vec3>> vertices =
            deforming.motion->at(io_simulation.deformation_time);
        const Status status =
            vertices ? io_simulation.world.set_vertices(deforming.body, *vertices) : Status(vertices.error());
        if (!status && io_simulation.deformation_error.empty())
            io_simulation.deformation_error = status.error().message;
    }
}

void respond(Simulation& io_simulation) {
    std::vector<Motion>& motions = io_simulation.motions;
    const CollisionWorld& world = io_simulation.world;
    if (io_simulation.settings.respond)
        for (const PairResult& pair : io_simulation.output.pairs) {
            if (!pair.is_contact()) continue;
            if (is_fixed(world, pair.bodies.a) || is_fixed(world, pair.bodies.b)) continue;
            if (io_simulation.settings.response == ResponseRule::approaching &&
                !are_approaching(io_simulation, pair.bodies))
                continue;
            std::swap(motions[pair.bodies.a].velocity_w, motions[pair.bodies.b].velocity_w);
        }
    reverse_at_fixed(io_simulation);
    if (!io_simulation.settings.walls || io_simulation.room_half == glm::dvec3(0.0)) return;
    for (BodyId id = 0; id < world.bodies().size(); ++id)
        if (world.is_live(id) && !is_fixed(world, id))
            bounce(world.bodies()[id], io_simulation.room_half, motions[id].velocity_w);
}

void collide(Simulation& io_simulation, Clock clock) {
    require_ok(io_simulation.world.step(io_simulation.output, clock));
}

void step(Simulation& io_simulation, Clock clock) {
    integrate(io_simulation);
    const double moved = clock ? clock() : 0.0;
    io_simulation.deformation_time += io_simulation.settings.speed;
    deform(io_simulation);
    const double deformed = clock ? clock() : 0.0;
    collide(io_simulation, clock);
    io_simulation.output.times[Phase::deform] = deformed - moved;
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
    for (const BodyPair& pair : simulation.fixed_contacts) {
        const std::array<BodyId, 2> ids{pair.a, pair.b};
        hash = hash_bytes(hash, ids.data(), sizeof ids);
    }
    return hash;
}

double sum_of_squared_speeds(const Simulation& simulation) {
    double sum = 0.0;
    for_each_velocity(simulation, [&sum](const glm::dvec3& v) { sum += glm::dot(v, v); });
    return sum;
}

glm::dvec3 sum_of_velocities(const Simulation& simulation) {
    glm::dvec3 sum(0.0);
    for_each_velocity(simulation, [&sum](const glm::dvec3& v) { sum += v; });
    return sum;
}

} // namespace boxwood
