#include "engine/walk/walk.hpp"

#include "engine/walk/hand/stick_range.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vector_relational.hpp>

namespace boxwood {
namespace {

constexpr glm::dvec3 kHandPlace{0.12, -0.26, -0.44}; // position of the palm, in the eye's frame
constexpr glm::dvec3 kElbowPlace{0.26, -0.62, 0.12}; // relative to the eye, rotated by the yaw only
constexpr double kReachSpeed = 0.5;                  // meters per second
constexpr double kMinHandReach = -0.16, kMaxHandReach = 0.6, kMaxRaise = 0.5, kMaxAside = 0.4;
constexpr double kHandMargin = 0.01;       // meters, of the hand's box
constexpr double kFarthestStart = 1.001e9; // meters; allows the feet below an eye at 1e9

glm::dquat rotation_about(const glm::dvec3& axis, double angle) {
    return {std::cos(0.5 * angle), std::sin(0.5 * angle) * axis};
}

Transform transform_of(const Pose& pose) {
    Transform transform;
    transform.q = glm::normalize(glm::quat_cast(pose.linear));
    transform.t = pose.origin;
    return transform;
}

// Measures the times of consecutive phases.
class Stopwatch {
  public:
    Stopwatch(Clock clock, PhaseTimes& io_times)
        : clock_(clock)
        , times_(io_times)
        , start_(clock ? clock() : 0.0) {}
    void finish(Phase phase) {
        if (clock_ == nullptr) return;
        const double now = clock_();
        times_[phase] += now - start_;
        start_ = now;
    }

  private:
    Clock clock_;
    PhaseTimes& times_;
    double start_;
};

} // namespace

// --- start ------------------------------------------------------------------------------------------------

Status Walk::begin(Simulation& io_simulation, std::vector<WalkBody> bodies, const WalkStart& start) {
    CollisionWorld& world = io_simulation.world;
    // The limit ensures that hand and walker stay at valid positions of a world, even in a long walk.
    if (!glm::all(glm::lessThanEqual(glm::abs(start.feet_w), glm::dvec3(kFarthestStart))))
        return Error{"start: a coordinate of the feet is not a number from -1.001e9 to 1.001e9"};
    Walk walk;
    walk.is_detection_on = is_detection_on;
    const Result<BodyHandle> hand = world.add_body({walk.hand_.model().shape, {}});
    if (!hand) return hand.error();
    walk.hand_id_ = hand->id;
    world.set_valid_margin(hand->id, kHandMargin);
    world.settings.find_closest_parts = false; // find_touches tests near surfaces part by part
    bodies.resize(world.bodies().size());
    bodies[hand->id].name = "hand";
    for (BodyId id = 0; id < bodies.size(); ++id) {
        if (!world.is_live(id)) {
            walk.states_.push_back({});
            continue;
        }
        const std::shared_ptr<Shape>& shape = world.bodies()[id].shape;
        const bool is_convex = shape->polytope() != nullptr || shape->parts() != nullptr;
        bodies[id].is_movable = bodies[id].is_movable && is_convex && !bodies[id].hinge;
        if (bodies[id].is_movable || (bodies[id].hinge && is_convex))
            walk.dynamics_.add(id, world, bodies[id]);
        walk.states_.push_back({std::move(bodies[id]), shape});
    }
    walk.skips_hand_.assign(walk.states_.size(), false);
    walk.was_awake_ = walk.skips_hand_;
    walk.skips_hand_[hand->id] = true;
    walk.skips_hand_and_held_ = walk.skips_hand_;
    walk.walker_.place(start.feet_w, start.yaw, start.pitch);
    const glm::dquat turn = walk.walker_.world_from_look();
    walk.hand_.place(walk.walker_.eye_w() + turn * kHandPlace, turn);
    walk.hand_.point_arm_at(walk.walker_.eye_w() + walk.walker_.world_from_look(false) * kElbowPlace);
    *this = std::move(walk);
    place_hand(io_simulation);
    disable_pairs(world);
    fix_resting(world);
    require_ok(world.step(io_simulation.output));
    return ok();
}

// --- one frame --------------------------------------------------------------------------------------------

void Walk::step(Simulation& io_simulation, const WalkInput& input, Clock clock) {
    PhaseTimes times;
    Stopwatch watch(clock, times);
    scratch_.query_count = 0;
    events_.clear();
    is_closing_ = std::any_of(input.curl.begin(), input.curl.end(), [](double c) { return c > 0.0; });
    is_opening_ =
        input.lets_go || std::any_of(input.curl.begin(), input.curl.end(), [](double c) { return c < 0.0; });
    move_walker(io_simulation, input);
    move_hand(io_simulation, input);
    grow_held(io_simulation, input);
    curl_fingers(io_simulation, input);
    place_hand(io_simulation);
    io_simulation.stopped_bodies = is_detection_on ? dynamics_.integrate(io_simulation.world) : 0;
    io_simulation.total_stopped_bodies += io_simulation.stopped_bodies;
    if (dynamics_.take_change()) fix_resting(io_simulation.world);
    watch.finish(Phase::update);
    detect(io_simulation, clock);
    watch.finish(Phase::draw); // discarded: detect() measures its stages itself
    times[Phase::draw] = 0.0;
    if (is_detection_on) {
        grasp_or_release(io_simulation, input);
        const std::array driven{Driven{hand_id_, motion_w_}, Driven{held_, motion_w_}};
        dynamics_.respond(io_simulation.world, io_simulation.output.pairs, driven, scratch_);
        note_touches(io_simulation.frame);
        note_rest(io_simulation.frame);
    }
    watch.finish(Phase::respond);
    for (const Phase phase : {Phase::update, Phase::respond})
        io_simulation.output.times[phase] += times[phase];
    ++io_simulation.frame;
}

void Walk::detect(Simulation& io_simulation, Clock clock) {
    touches_.clear();
    tips_ = {};
    if (!is_detection_on) {
        io_simulation.output.clear();
        io_simulation.output.counters.bodies = io_simulation.world.body_count();
        return;
    }
    require_ok(io_simulation.world.step(io_simulation.output, clock));
    PhaseTimes times;
    Stopwatch watch(clock, times);
    find_touches(io_simulation);
    find_tips(io_simulation);
    watch.finish(Phase::narrow);
    io_simulation.output.times[Phase::narrow] += times[Phase::narrow];
}

void Walk::move_walker(const Simulation& simulation, const WalkInput& input) {
    obstacles_.clear();
    walker_.step(simulation.world, input, skips_hand_and_held_, is_detection_on, scratch_, obstacles_);
    push(simulation, obstacles_);
}

std::vector<BodySurface> Walk::held_surfaces(const Simulation& simulation) const {
    std::vector<BodySurface> surfaces;
    if (held_ == kNone) return surfaces;
    const Body& body = simulation.world.bodies()[held_];
    for (std::uint32_t i = 0; i < surface_count(body); ++i) surfaces.push_back(surface_of(body, i));
    return surfaces;
}

void Walk::move_hand(Simulation& io_simulation, const WalkInput& input) {
    const double step = kReachSpeed * kFrameSeconds;
    reach_ = std::clamp(reach_ + step * clamped(input.reach), kMinHandReach, kMaxHandReach);
    raise_ = std::clamp(raise_ + step * clamped(input.raise), -kMaxRaise, kMaxRaise);
    aside_ = std::clamp(aside_ + step * clamped(input.aside), -kMaxAside, kMaxAside);
    const glm::dquat twist = rotation_about({1.0, 0.0, 0.0}, input.wrist.x) *
                             rotation_about({0.0, 1.0, 0.0}, input.wrist.y) *
                             rotation_about({0.0, 0.0, 1.0}, input.wrist.z);
    look_from_hand_ = glm::normalize(twist * look_from_hand_);
    const glm::dquat look = walker_.world_from_look();
    const glm::dvec3 target_w = walker_.eye_w() + look * (kHandPlace + glm::dvec3(aside_, raise_, -reach_));
    const std::vector<BodySurface> held = held_surfaces(io_simulation);
    obstacles_.clear();
    motion_w_ = hand_.follow(io_simulation.world, {held, skips_hand_and_held_}, target_w,
                             look * look_from_hand_, is_detection_on, scratch_, obstacles_);
    push(io_simulation, obstacles_);
    hand_.point_arm_at(walker_.eye_w() + walker_.world_from_look(false) * kElbowPlace);
    place_held(io_simulation);
}

void Walk::curl_fingers(const Simulation& simulation, const WalkInput& input) {
    if (input.lets_go) {
        hand_.curl(simulation.world, skips_hand_, {-1.0, -1.0, -1.0, -1.0, -1.0}, is_detection_on, scratch_);
        return;
    }
    hand_.curl(simulation.world, skips_hand_, input.curl, is_detection_on, scratch_);
}

void Walk::place_hand(Simulation& io_simulation) {
    CollisionWorld& world = io_simulation.world;
    Transform transform;
    transform.q = hand_.rotation();
    transform.t = hand_.world_from_hand().origin;
    world.set_valid_transform(hand_id_, transform);
    for (std::uint32_t joint = 0; joint < hand_.positions().size(); ++joint)
        if (world.bodies()[hand_id_].parts->positions()[joint] != hand_.positions()[joint])
            world.set_valid_joint_position(hand_id_, joint, hand_.positions()[joint]);
}

void Walk::place_held(Simulation& io_simulation) {
    if (held_ != kNone)
        io_simulation.world.set_valid_transform(held_,
                                                transform_of(hand_.world_from_hand() * hand_from_held_));
}

// Pushes loose obstacles with the part of the motion that they blocked.
void Walk::push(const Simulation& simulation, std::span<const Obstacle> obstacles) {
    for (const Obstacle& obstacle : obstacles)
        if (dynamics_.find(obstacle.body))
            dynamics_.push(obstacle.body, simulation.world, obstacle.point_w,
                           obstacle.blocked_w / kFrameSeconds);
}

bool Walk::is_awake(BodyId id) const {
    const LooseBody* body = dynamics_.find(id);
    return body != nullptr && body->is_awake;
}

// The hand, the held body and awake loose bodies collide with everything. Hinged bodies collide with all bodies except
// immovable ones. Fixed bodies do not collide with each other.
void Walk::disable_pairs(CollisionWorld& io_world) const {
    const auto is_hinged = [&](BodyId id) { return states_[id].body.hinge.has_value(); };
    for (BodyId id = 0; id < states_.size(); ++id) {
        if (!io_world.is_live(id)) continue;
        const Status fixed = io_world.set_body_fixed(id, id != hand_id_ && !is_hinged(id));
        BOXWOOD_ASSERT(fixed);
        for (BodyId other = 0; is_hinged(id) && other < states_.size(); ++other) {
            if (other == id || other == hand_id_ || dynamics_.find(other) || !io_world.is_live(other))
                continue;
            const Status disabled = io_world.set_pair_enabled(id, other, false);
            BOXWOOD_ASSERT(disabled);
        }
    }
}

// Loose bodies are fixed while they sleep.
void Walk::fix_resting(CollisionWorld& io_world) const {
    for (const LooseBody& body : dynamics_.bodies()) {
        if (body.hinge || io_world.bodies()[body.id].is_fixed != body.is_awake) continue;
        const Status fixed = io_world.set_body_fixed(body.id, !body.is_awake);
        BOXWOOD_ASSERT(fixed);
    }
}

// --- state ------------------------------------------------------------------------------------------------

std::uint64_t Walk::hash(const Simulation& simulation) const {
    std::uint64_t hash = dynamics_.hash(state_hash(simulation.world));
    const glm::dvec3 feet = walker_.feet_w();
    const std::array numbers{feet.x, feet.y, feet.z, walker_.yaw(), walker_.pitch(), reach_, raise_, aside_};
    hash = hash_bytes(hash, numbers.data(), sizeof numbers);
    return hash_bytes(hash, &held_, sizeof held_);
}

} // namespace boxwood
