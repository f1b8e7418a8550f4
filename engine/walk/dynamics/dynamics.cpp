#include "engine/walk/dynamics/dynamics.hpp"

#include "engine/walk/dynamics/slide.hpp"
#include "engine/walk/walker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

constexpr int kIterations = 12;
constexpr double kImpact = 0.35;       // meters per second; slower impacts do not bounce
constexpr double kPushOut = 0.2;       // fraction of the penetration that one step removes
constexpr double kMaxPushOut = 0.8;    // meters per second
constexpr double kAirDamping = 0.25;   // per second, of velocity and spin
constexpr double kRollDamping = 3.0;   // per second, of the spin of a body in contact
constexpr double kSwingDamping = 0.12; // per second
constexpr double kCalmSpeed = 0.03;    // meters per second
constexpr double kCalmSpin = 0.25;     // radians per second
constexpr int kCalmSteps = 24;
constexpr double kLookAhead = 0.002; // meters beyond the motion of a step
constexpr double kMaxSpeed = 12.0;   // meters per second
constexpr double kWakingSpeed = 0.3; // meters per second; faster impacts wake a body
// Kilograms. Lighter bodies move at the full speed of a push, at most 2 m/s.
constexpr double kFullPushMass = 4.0;

glm::dvec3 center_of(const Body& body, const Mass& mass) {
    return body.world_from_body * mass.center;
}

glm::dquat rotated(const glm::dquat& q, const glm::dvec3& rotation_w) {
    const double angle = glm::length(rotation_w);
    if (angle < 1e-12) return q;
    return glm::normalize(glm::dquat(std::cos(0.5 * angle), std::sin(0.5 * angle) / angle * rotation_w) * q);
}

} // namespace

void Dynamics::add(BodyId id, const CollisionWorld& world, const WalkBody& body) {
    const Body& body_in_world = world.bodies()[id];
    LooseBody loose;
    loose.id = id;
    loose.mass = compute_mass(*body_in_world.shape, body.kilograms);
    loose.hinge = body.hinge;
    if (body.hinge) {
        loose.angle = body.hinge->angle;
        loose.rate = body.hinge->rate;
    }
    loose.zero_angle_transform = body_in_world.transform;
    loose.is_awake = body.hinge.has_value();
    if (index_.size() <= id) index_.resize(id + 1, kNone);
    index_[id] = static_cast<std::uint32_t>(bodies_.size());
    bodies_.push_back(loose);
    is_changed_ = true;
}

void Dynamics::remove(BodyId id) {
    const std::uint32_t index = index_[id];
    bodies_.erase(bodies_.begin() + index);
    index_[id] = kNone;
    for (std::uint32_t& other : index_)
        if (other != kNone && other > index) --other;
    is_changed_ = true;
}

const LooseBody* Dynamics::find(BodyId id) const {
    return id < index_.size() && index_[id] != kNone ? &bodies_[index_[id]] : nullptr;
}

LooseBody* Dynamics::loose(BodyId id) {
    return id < index_.size() && index_[id] != kNone ? &bodies_[index_[id]] : nullptr;
}

void Dynamics::wake(BodyId id, const CollisionWorld& world) {
    std::vector<BodyId> stack{id};
    while (!stack.empty()) {
        const BodyId next = stack.back();
        stack.pop_back();
        if (LooseBody* body = loose(next); body && !body->hinge) {
            body->calm_steps = 0;
            if (body->is_awake && next != id) continue;
            is_changed_ = is_changed_ || !body->is_awake;
            body->is_awake = true;
        }
        const Aabb around = grown(world.boxes()[next], kLookAhead);
        for (const LooseBody& other : bodies_)
            if (!other.is_awake && overlap(around, world.boxes()[other.id])) stack.push_back(other.id);
    }
}

void Dynamics::hold(BodyId id) {
    LooseBody* body = loose(id);
    body->is_held = body->is_awake = true;
    body->velocity_w = body->spin_w = glm::dvec3(0.0);
    is_changed_ = true;
}

void Dynamics::release(BodyId id, const CollisionWorld& world, const glm::dvec3& velocity_w,
                       const glm::dvec3& spin_w) {
    LooseBody* body = loose(id);
    body->is_held = false;
    body->velocity_w = velocity_w;
    body->spin_w = spin_w;
    wake(id, world);
    is_changed_ = true;
}

void Dynamics::push(BodyId id, const CollisionWorld& world, const glm::dvec3& point_w,
                    const glm::dvec3& velocity_w) {
    LooseBody* body = loose(id);
    const double speed = glm::length(velocity_w);
    if (body == nullptr || body->is_held || speed == 0.0) return;
    if (!body->is_awake) wake(id, world);
    body->center_w = center_of(world.bodies()[id], body->mass);
    const glm::dvec3 direction_w = velocity_w / speed;
    const double wanted = std::min(speed, 2.0) * std::min(1.0, kFullPushMass / body->mass.kilograms);
    const double missing = wanted - glm::dot(body->velocity_at(point_w), direction_w);
    if (missing <= 0.0) return;
    if (body->hinge) {
        const double arm =
            glm::dot(body->hinge->axis_w, glm::cross(point_w - body->hinge->point_w, direction_w));
        if (std::fabs(arm) > 1e-3) body->rate += missing / arm;
    } else {
        body->velocity_w += missing * direction_w; // as if at the center of mass: pushed bodies do not rotate
    }
}

// --- moving -----------------------------------------------------------------------------------------------

bool Dynamics::move_hinged(CollisionWorld& io_world, LooseBody& io_body) {
    const WalkHinge& hinge = *io_body.hinge;
    const double before = io_body.angle;
    const auto stop = [&] {
        io_body.angle = before;
        io_body.rate = 0.0;
        return false;
    };
    io_body.angle += io_body.rate * kFrameSeconds;
    if (io_body.angle < hinge.lower || io_body.angle > hinge.upper) {
        io_body.angle = std::clamp(io_body.angle, hinge.lower, hinge.upper);
        io_body.rate *= -kRestitution;
    }
    if (!std::isfinite(io_body.angle)) return stop();
    if (hinge.joint != kNone) {
        io_world.set_valid_joint_position(io_body.id, hinge.joint, io_body.angle);
        return true;
    }
    const double half = 0.5 * io_body.angle;
    const glm::dquat turn(std::cos(half), std::sin(half) * hinge.axis_w);
    Transform next = io_body.zero_angle_transform;
    next.q = glm::normalize(turn * glm::normalize(io_body.zero_angle_transform.q));
    next.t = hinge.point_w + turn * (io_body.zero_angle_transform.t - hinge.point_w);
    if (!check_transform(next, "")) return stop();
    io_world.set_valid_transform(io_body.id, next);
    return true;
}

std::uint64_t Dynamics::integrate(CollisionWorld& io_world) {
    std::uint64_t stopped = 0;
    for (LooseBody& body : bodies_) {
        if (!body.moves()) continue;
        if (body.hinge) {
            if (!move_hinged(io_world, body)) ++stopped;
            continue;
        }
        const Body& before = io_world.bodies()[body.id];
        const glm::dvec3 center_w = center_of(before, body.mass) + kFrameSeconds * body.velocity_w;
        Transform next = before.transform;
        next.q = rotated(glm::normalize(before.transform.q), kFrameSeconds * body.spin_w);
        next.t = center_w - next.q * body.mass.center;
        if (!check_transform(next, "")) {
            body.velocity_w = body.spin_w = glm::dvec3(0.0);
            ++stopped;
            continue;
        }
        io_world.set_valid_transform(body.id, next);
        const double path_length =
            kFrameSeconds * (glm::length(body.velocity_w) + glm::length(body.spin_w) * before.radius);
        io_world.set_valid_margin(body.id, std::fmin(path_length + kLookAhead, kMaxTranslation));
    }
    return stopped;
}

// --- contact response -------------------------------------------------------------------------------------

void Dynamics::prepare(const CollisionWorld& world) {
    for (LooseBody& body : bodies_) {
        if (!body.moves()) continue;
        const Body& placed = world.bodies()[body.id];
        body.center_w = center_of(placed, body.mass);
        const glm::dmat3& turn = placed.world_from_body.linear;
        const glm::dmat3 inertia_w = turn * body.mass.inertia * glm::transpose(turn);
        if (body.hinge) {
            const glm::dvec3 arm = body.center_w - body.hinge->point_w, axis = body.hinge->axis_w;
            const glm::dvec3 across = arm - glm::dot(arm, axis) * axis;
            const double axis_inertia =
                glm::dot(axis, inertia_w * axis) + body.mass.kilograms * glm::dot(across, across);
            body.inverse_axis_inertia = 1.0 / axis_inertia;
            const glm::dvec3 weight(0.0, -kGravity * body.mass.kilograms, 0.0);
            const double frequency = 2.0 * std::numbers::pi / std::max(body.hinge->period, kFrameSeconds);
            const double acceleration = body.hinge->period > 0.0
                                            ? -frequency * frequency * std::sin(body.angle)
                                            : glm::dot(axis, glm::cross(arm, weight)) / axis_inertia;
            body.rate += kFrameSeconds * acceleration;
            body.rate *= 1.0 - kSwingDamping * kFrameSeconds;
            continue;
        }
        body.inverse_inertia_w = glm::inverse(inertia_w);
        body.velocity_w.y -= kGravity * kFrameSeconds;
        body.velocity_w *= 1.0 - kAirDamping * kFrameSeconds;
        body.spin_w *= 1.0 - kAirDamping * kFrameSeconds;
        if (const double speed = glm::length(body.velocity_w); speed > kMaxSpeed)
            body.velocity_w *= kMaxSpeed / speed;
    }
}

void Dynamics::add_contacts(const CollisionWorld& world, BodyId id, BodyId other,
                            std::span<const Driven> driven, ClearanceScratch& io_scratch) {
    LooseBody& body = *loose(id);
    LooseBody* partner = loose(other);
    const auto driver =
        std::find_if(driven.begin(), driven.end(), [&](const Driven& d) { return d.id == other; });
    // Scenes are designed so that hinged bodies do not hit fixed bodies.
    if (body.hinge && driver == driven.end() && (partner == nullptr || !partner->moves())) return;
    const Body& own = world.bodies()[id];
    const Body& theirs = world.bodies()[other];
    points_.clear();
    const double path_length = kFrameSeconds * glm::length(body.velocity_w) + kLookAhead;
    const std::span<const Aabb> boxes_w = boxes_of_surfaces(world, other, io_scratch);
    for (std::uint32_t i = 0; i < surface_count(own); ++i) {
        const Piece piece = make_piece(surface_of(own, i));
        const Aabb around = grown(piece.box_w, path_length);
        for (std::uint32_t j = 0; j < boxes_w.size(); ++j)
            if (overlap(around, boxes_w[j]))
                find_contact_points(piece, surface_of(theirs, j), path_length, io_scratch, points_);
    }
    const bool is_partner_moving = partner != nullptr && partner->moves();
    for (const ContactPoint& point : points_) {
        Contact contact;
        contact.a = index_[id];
        contact.b = is_partner_moving ? index_[other] : kNone;
        contact.point_w = point.point_w;
        contact.normal_w = point.normal_w;
        if (driver != driven.end())
            contact.other_velocity_w = (driver->motion_w * point.point_w - point.point_w) / kFrameSeconds;
        const double gap = point.separation - kSkin;
        contact.target_speed =
            gap > 0.0 ? -gap / kFrameSeconds : std::min(kMaxPushOut, -kPushOut * gap / kFrameSeconds);
        const glm::dvec3 theirs_w =
            is_partner_moving ? partner->velocity_at(point.point_w) : contact.other_velocity_w;
        const double approach = -glm::dot(body.velocity_at(point.point_w) - theirs_w, point.normal_w);
        if (approach > kImpact && gap < approach * kFrameSeconds)
            contact.target_speed = std::max(contact.target_speed, kRestitution * approach);
        if (partner != nullptr && !partner->is_awake && approach > kWakingSpeed) wake(other, world);
        contacts_.push_back(contact);
    }
    if (!points_.empty()) body.spin_w *= 1.0 - kRollDamping * kFrameSeconds;
}

void Dynamics::find_contacts(const CollisionWorld& world, std::span<const PairResult> pairs,
                             std::span<const Driven> driven, ClearanceScratch& io_scratch) {
    contacts_.clear();
    for (const PairResult& pair : pairs) {
        const LooseBody* a = find(pair.bodies.a);
        const LooseBody* b = find(pair.bodies.b);
        if (a != nullptr && a->moves())
            add_contacts(world, pair.bodies.a, pair.bodies.b, driven, io_scratch);
        else if (b != nullptr && b->moves())
            add_contacts(world, pair.bodies.b, pair.bodies.a, driven, io_scratch);
    }
    for (Contact& contact : contacts_) {
        const glm::dvec3 n = contact.normal_w;
        const glm::dvec3 any = std::fabs(n.x) < 0.7 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
        contact.along_w = glm::normalize(glm::cross(n, any));
        contact.across_w = glm::cross(n, contact.along_w);
        const auto mass_along = [&](const glm::dvec3& direction) {
            double response = bodies_[contact.a].response(direction, contact.point_w);
            if (contact.b != kNone) response += bodies_[contact.b].response(direction, contact.point_w);
            return response > 0.0 ? 1.0 / response : 0.0;
        };
        contact.normal_mass = mass_along(n);
        contact.along_mass = mass_along(contact.along_w);
        contact.across_mass = mass_along(contact.across_w);
    }
}

void Dynamics::solve() {
    for (int i = 0; i < kIterations; ++i) {
        for (Contact& contact : contacts_) {
            LooseBody& a = bodies_[contact.a];
            LooseBody* b = contact.b == kNone ? nullptr : &bodies_[contact.b];
            const auto speed_along = [&](const glm::dvec3& direction) {
                const glm::dvec3 theirs = b ? b->velocity_at(contact.point_w) : contact.other_velocity_w;
                return glm::dot(a.velocity_at(contact.point_w) - theirs, direction);
            };
            const auto change = [&](double& io_sum, double next, const glm::dvec3& direction) {
                const glm::dvec3 impulse = (next - io_sum) * direction;
                io_sum = next;
                a.apply(impulse, contact.point_w);
                if (b) b->apply(-impulse, contact.point_w);
            };
            const double max_friction = kFriction * contact.normal_impulse;
            const double along = contact.along_impulse - contact.along_mass * speed_along(contact.along_w);
            change(contact.along_impulse, std::clamp(along, -max_friction, max_friction), contact.along_w);
            const double across =
                contact.across_impulse - contact.across_mass * speed_along(contact.across_w);
            change(contact.across_impulse, std::clamp(across, -max_friction, max_friction), contact.across_w);
            const double missing = contact.target_speed - speed_along(contact.normal_w);
            change(contact.normal_impulse,
                   std::max(0.0, contact.normal_impulse + contact.normal_mass * missing), contact.normal_w);
        }
    }
}

void Dynamics::settle() {
    std::vector<bool> touches(bodies_.size(), false);
    for (const Contact& contact : contacts_) {
        touches[contact.a] = true;
        if (contact.b != kNone) touches[contact.b] = true;
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        LooseBody& body = bodies_[i];
        if (!body.moves() || body.hinge) continue;
        const bool is_calm =
            touches[i] && glm::length(body.velocity_w) < kCalmSpeed && glm::length(body.spin_w) < kCalmSpin;
        body.calm_steps = is_calm ? body.calm_steps + 1 : 0;
        if (body.calm_steps < kCalmSteps) continue;
        body.is_awake = false;
        body.velocity_w = body.spin_w = glm::dvec3(0.0);
        is_changed_ = true;
    }
}

void Dynamics::respond(const CollisionWorld& world, std::span<const PairResult> pairs,
                       std::span<const Driven> driven, ClearanceScratch& io_scratch) {
    prepare(world);
    find_contacts(world, pairs, driven, io_scratch);
    solve();
    settle();
}

std::uint64_t Dynamics::hash(std::uint64_t seed) const {
    for (const LooseBody& body : bodies_) {
        const std::array numbers{body.velocity_w.x, body.velocity_w.y, body.velocity_w.z, body.spin_w.x,
                                 body.spin_w.y,     body.spin_w.z,     body.angle,        body.rate};
        seed = hash_bytes(seed, numbers.data(), sizeof numbers);
        const std::array<std::int32_t, 3> states{body.is_awake, body.is_held, body.calm_steps};
        seed = hash_bytes(seed, states.data(), sizeof states);
    }
    return seed;
}

} // namespace boxwood
