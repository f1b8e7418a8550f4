#include "engine/sim/continuous.hpp"

#include "collision/core/rigid_motion.hpp"
#include "collision/narrow_phase/time_of_impact.hpp"
#include "collision/query/contacts/mesh_time_of_impact.hpp"
#include "collision/world/body_surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// The path of a body in this step.
struct Track {
    RigidMotion motion; // over the complete step, without walls
    Transform start;
    Motion before;                         // velocity and spin at the start
    glm::dvec3 lower_w{0.0}, upper_w{0.0}; // box around the swept sphere
    double wall_time = 1.0;                // of the first contact with a wall; 1: none
    int wall_axis = -1;
    double stop = 1.0; // time at which the body stops; 1: does not stop
    bool is_covered = false, moves = false,
         has_no_rotation = false; // has_no_rotation: the body only translates in this step
    bool has_stopped() const { return stop < 1.0; }
};

// The impact of a pair, or of body a with a wall if b is kNone. It is outdated if a or b has stopped since the event
// was computed.
struct Event {
    SweptImpact impact;
    double stop_a = 1.0, stop_b = 1.0; // Track::stop of a and of b when the event was computed
};

struct IsLater {
    bool operator()(const Event& p, const Event& q) const {
        if (p.impact.time != q.impact.time) return p.impact.time > q.impact.time;
        return p.impact.bodies > q.impact.bodies;
    }
};

double sphere_radius(const Body& body) {
    const glm::dvec3 s = glm::abs(body.transform.s);
    return body.shape->radius() * std::fmax(s.x, std::fmax(s.y, s.z));
}

// The motion after the time `from`, rescaled to a complete step. A body that has stopped by then is at rest.
RigidMotion remaining_motion(const Track& track, double from) {
    if (from == 0.0 && !track.has_stopped()) return track.motion;
    if (!track.moves || track.stop <= from)
        return RigidMotion::at_rest(track.motion.at(std::fmin(track.stop, from)));
    const double left = 1.0 - from;
    return {track.motion.at(from), track.motion.center_body, left * track.motion.velocity_w,
            left * track.motion.rotation_w};
}

// The motion of a surface that is fixed to a body. Both motions have the same center of rotation in the world.
RigidMotion motion_of_surface(const RigidMotion& body, const Pose& body_from_surface) {
    const Pose start = body.start * body_from_surface;
    return {start, inverse(start) * (body.start * body.center_body), body.velocity_w, body.rotation_w};
}

// Two bodies that met in the last step start within the tolerance. The search then cannot decide whether they move away
// from each other, so it is repeated with a smaller tolerance.
template <class Find>
auto find_beyond_tolerance(const Find& find) {
    constexpr int kMaxTries = 4;
    TimeOfImpactRequest request;
    auto found = find(request);
    for (int i = 0; i < kMaxTries; ++i) {
        if (found.status != ImpactStatus::impact || found.time > 0.0 || !(found.distance > 0.0)) break;
        request.tolerance = 0.25 * found.distance;
        found = find(request);
    }
    return found;
}

class ContinuousStep {
  public:
    ContinuousStep(Simulation& io_simulation, ContinuousOutput& out_output)
        : simulation_(io_simulation)
        , world_(io_simulation.world)
        , output_(out_output) {}

    void note_starts();
    void find_tracks();
    void find_candidates();
    void find_missed();
    void stop_bodies();
    void respond_to_stops();

  private:
    bool has_moving_joints(BodyId id) const;
    bool stop_rotations();
    void find_wall(Track& io_track, const Body& body) const;
    std::optional<SweptImpact> find_impact(BodyPair pair, double from, bool* out_contact_at_start = nullptr);
    void stop(BodyId id, double time);
    void push(std::optional<SweptImpact> impact);

    Simulation& simulation_;
    CollisionWorld& world_;
    ContinuousOutput& output_;
    std::vector<Track> tracks_; // by body
    std::vector<BodyPair> candidates_;
    std::vector<SweptImpact> impacts_; // of the candidates, over the complete step
    std::vector<std::vector<BodyId>> neighbors_; // candidates by body, without pairs in contact at time 0
    std::priority_queue<Event, std::vector<Event>, IsLater> events_;
};

bool ContinuousStep::has_moving_joints(BodyId id) const {
    return std::ranges::any_of(simulation_.joint_motions,
                               [id](const JointMotion& m) { return m.body == id; });
}

// Call before the bodies move.
void ContinuousStep::note_starts() {
    tracks_.resize(world_.bodies().size());
    for (BodyId id = 0; id < tracks_.size(); ++id) {
        if (!world_.is_live(id)) continue;
        const Body& body = world_.bodies()[id];
        Track& track = tracks_[id];
        track.start = body.transform;
        track.before = simulation_.motions[id];
        track.motion = RigidMotion::at_rest(body.world_from_body);
        track.motion.center_body = body.shape->center();
    }
}

// Finds the first wall that stops the body: its center stays at least its radius away from the walls. If a body is
// wider than the room, only its center stays inside.
void ContinuousStep::find_wall(Track& io_track, const Body& body) const {
    if (!simulation_.settings.walls || simulation_.room_half == glm::dvec3(0.0)) return;
    const glm::dvec3 center_w = io_track.motion.start * io_track.motion.center_body;
    const double radius = sphere_radius(body);
    // A body that moves by less than its radius protrudes until respond() reverses it, as in a discrete step.
    if (glm::length(io_track.motion.velocity_w) <= radius) return;
    for (int axis = 0; axis < 3; ++axis) {
        const double half = simulation_.room_half[axis], inner = half - radius;
        const double displacement = io_track.motion.velocity_w[axis],
                     limit = std::copysign(inner > 0.0 ? inner : half, displacement);
        if ((center_w[axis] + displacement) * std::copysign(1.0, displacement) <= std::fabs(limit)) continue;
        const double time = std::fmax(0.0, (limit - center_w[axis]) / displacement);
        if (time >= io_track.wall_time) continue;
        io_track.wall_time = time;
        io_track.wall_axis = axis;
    }
}

// Call after integrate().
void ContinuousStep::find_tracks() {
    const double speed = simulation_.settings.speed;
    for (BodyId id = 0; id < tracks_.size(); ++id) {
        if (!world_.is_live(id)) continue;
        const Body& body = world_.bodies()[id];
        Track& track = tracks_[id];
        const bool has_motion = track.before.velocity_w != glm::dvec3(0.0) || track.before.spin != 0.0;
        const Motion& after = simulation_.motions[id];
        const bool has_halted = after.velocity_w == glm::dvec3(0.0) && after.spin == 0.0; // by integrate()
        track.moves = !body.is_fixed && has_motion && !has_halted;
        track.is_covered = body.is_enabled && !body.deforming && !has_moving_joints(id);
        if (!track.is_covered && body.is_enabled) ++output_.left_out_count;
        if (track.moves) {
            track.motion.velocity_w = speed * track.before.velocity_w;
            track.motion.rotation_w = speed * track.before.spin * track.before.spin_axis_w;
            find_wall(track, body);
        }
        const glm::dvec3 from_w = track.motion.start * track.motion.center_body,
                         to_w = from_w + track.motion.velocity_w;
        const double radius = sphere_radius(body) * (1.0 + 1e-9);
        track.lower_w = glm::min(from_w, to_w) - radius;
        track.upper_w = glm::max(from_w, to_w) + radius;
    }
}

// Finds, by a sweep along x, the pairs for which the boxes around their swept bounding spheres overlap, and the impacts
// of these pairs.
void ContinuousStep::find_candidates() {
    std::vector<BodyId> order;
    for (BodyId id = 0; id < tracks_.size(); ++id)
        if (world_.is_live(id) && tracks_[id].is_covered) order.push_back(id);
    std::sort(order.begin(), order.end(), [this](BodyId p, BodyId q) {
        const double x = tracks_[p].lower_w.x, y = tracks_[q].lower_w.x;
        return x != y ? x < y : p < q;
    });
    neighbors_.resize(tracks_.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Track& one = tracks_[order[i]];
        for (std::size_t k = i + 1; k < order.size() && tracks_[order[k]].lower_w.x <= one.upper_w.x; ++k) {
            const Track& other = tracks_[order[k]];
            if (!one.moves && !other.moves) continue;
            if (one.lower_w.y > other.upper_w.y || other.lower_w.y > one.upper_w.y) continue;
            if (one.lower_w.z > other.upper_w.z || other.lower_w.z > one.upper_w.z) continue;
            const BodyPair pair = make_pair_of(order[i], order[k]);
            if (world_.is_pair_enabled(pair)) candidates_.push_back(pair);
        }
    }
    std::sort(candidates_.begin(), candidates_.end());
    for (const BodyPair& pair : candidates_) {
        bool is_contact_at_start = false;
        const std::optional<SweptImpact> impact = find_impact(pair, 0.0, &is_contact_at_start);
        if (impact) impacts_.push_back(*impact);
        if (is_contact_at_start) continue;
        neighbors_[pair.a].push_back(pair.b);
        neighbors_[pair.b].push_back(pair.a);
    }
}

// Finds the first impact of two bodies at or after the time `from`. Bodies that have stopped are at rest. Returns
// nothing if the bodies do not meet in this step, or if `from` is 0 and they are in contact. A zero normal means that
// the search reached its iteration limit, or that the bodies are in contact at a later time `from`.
std::optional<SweptImpact> ContinuousStep::find_impact(BodyPair pair, double from,
                                                       bool* out_contact_at_start) {
    const std::span<const Body> bodies = world_.bodies();
    const RigidMotion of_a = remaining_motion(tracks_[pair.a], from),
                      of_b = remaining_motion(tracks_[pair.b], from);
    std::optional<SweptImpact> first;
    const auto keep_first = [&](const auto& found) {
        if (found.status == ImpactStatus::none) return;
        const double time = from + (1.0 - from) * found.time;
        const bool is_impact = found.status != ImpactStatus::iteration_limit;
        if (!first || time < first->time)
            first = SweptImpact{pair, time, is_impact ? found.normal_w : glm::dvec3(0.0), found.point_on_a_w,
                                found.point_on_b_w};
    };
    const auto body_from = [&](BodyId id, const BodySurface& surface) {
        return surface.part == kNone || !bodies[id].parts ? Pose{}
                                                          : bodies[id].parts->body_from_part(surface.part);
    };
    for (std::uint32_t i = 0; i < surface_count(bodies[pair.a]); ++i)
        for (std::uint32_t k = 0; k < surface_count(bodies[pair.b]); ++k) {
            const BodySurface a = surface_of(bodies[pair.a], i), b = surface_of(bodies[pair.b], k);
            const RigidMotion motion_a = motion_of_surface(of_a, body_from(pair.a, a)),
                              motion_b = motion_of_surface(of_b, body_from(pair.b, b));
            ++output_.pair_tests;
            bool is_contact_at_start = false;
            if (a.shape->polytope() && b.shape->polytope()) {
                const TimeOfImpact found = find_beyond_tolerance([&](const TimeOfImpactRequest& request) {
                    return require_ok(find_time_of_impact(*a.shape->polytope(), motion_a,
                                                          *b.shape->polytope(), motion_b, request));
                });
                is_contact_at_start = found.status == ImpactStatus::starts_in_contact;
                keep_first(found);
            } else {
                for (Shape* shape : {a.shape, b.shape}) shape->build_hierarchy();
                const MeshTimeOfImpact found = find_beyond_tolerance([&](const TimeOfImpactRequest& request) {
                    return require_ok(find_time_of_impact(
                        {a.shape->mesh(), a.shape->hierarchy(), &motion_a.start}, motion_a,
                        {b.shape->mesh(), b.shape->hierarchy(), &motion_b.start}, motion_b, request));
                });
                is_contact_at_start = found.status == ImpactStatus::starts_in_contact;
                keep_first(found);
            }
            if (is_contact_at_start && from == 0.0) {
                if (out_contact_at_start != nullptr) *out_contact_at_start = true;
                return std::nullopt;
            }
        }
    return first && first->time < 1.0 ? first : std::nullopt;
}

// Call while the bodies are at the end of the discrete step.
void ContinuousStep::find_missed() {
    StepOutput at_end;
    for (const SweptImpact& impact : impacts_) {
        if (impact.normal_w == glm::dvec3(0.0)) continue; // the search reached its limit
        if (impact.time == 0.0) continue;                 // the bodies were already this close at the start
        if (impact.time > std::fmin(tracks_[impact.bodies.a].wall_time, tracks_[impact.bodies.b].wall_time))
            continue;
        require_ok(world_.query_pair(impact.bodies.a, impact.bodies.b, at_end));
        if (!at_end.pairs.front().is_contact()) output_.missed.push_back(impact);
    }
}

void ContinuousStep::push(std::optional<SweptImpact> impact) {
    if (impact) events_.push({*impact, tracks_[impact->bodies.a].stop, tracks_[impact->bodies.b].stop});
}

// Stops the body, and finds the impacts with neighbors that still move.
void ContinuousStep::stop(BodyId id, double time) {
    Track& track = tracks_[id];
    track.stop = time;
    for (const BodyId other : neighbors_[id])
        if (tracks_[other].moves && !tracks_[other].has_stopped())
            push(find_impact(make_pair_of(id, other), time));
}

// Two bodies that move away from each other can soon meet because they rotate. They would stop in every step. Instead,
// they translate without rotation in this step. Returns whether a motion has changed.
bool ContinuousStep::stop_rotations() {
    constexpr double kSoon = 1.0 / 16.0;
    std::vector<BodyId> changed;
    for (const SweptImpact& impact : impacts_) {
        const auto [a, b] = impact.bodies;
        const glm::dvec3 separation_velocity_w = tracks_[b].motion.velocity_w - tracks_[a].motion.velocity_w;
        if (impact.time > kSoon || !(glm::dot(impact.normal_w, separation_velocity_w) > 0.0)) continue;
        for (const BodyId id : {a, b}) {
            Track& track = tracks_[id];
            if (!track.moves || track.has_no_rotation) continue;
            track.has_no_rotation = true;
            track.motion.rotation_w = glm::dvec3(0.0);
            changed.push_back(id);
        }
    }
    if (changed.empty()) return false;
    std::erase_if(impacts_, [this](const SweptImpact& impact) {
        return tracks_[impact.bodies.a].has_no_rotation || tracks_[impact.bodies.b].has_no_rotation;
    });
    for (const BodyPair& pair : candidates_)
        if (tracks_[pair.a].has_no_rotation || tracks_[pair.b].has_no_rotation)
            if (const std::optional<SweptImpact> impact = find_impact(pair, 0.0)) impacts_.push_back(*impact);
    return true;
}

void ContinuousStep::stop_bodies() {
    while (stop_rotations()) {
    }
    for (const SweptImpact& impact : impacts_) push(impact);
    for (BodyId id = 0; id < tracks_.size(); ++id)
        if (tracks_[id].is_covered && tracks_[id].moves && tracks_[id].wall_time < 1.0)
            events_.push({{{id, kNone}, tracks_[id].wall_time, {}, {}, {}}, 1.0, 1.0});
    while (!events_.empty()) {
        const Event event = events_.top();
        events_.pop();
        const auto [a, b] = event.impact.bodies;
        const bool is_wall = b == kNone;
        if (tracks_[a].stop != event.stop_a || (!is_wall && tracks_[b].stop != event.stop_b)) continue;
        if (!is_wall) output_.stops.push_back(event.impact);
        for (const BodyId id : {a, b})
            if (id != kNone && tracks_[id].moves && !tracks_[id].has_stopped()) stop(id, event.impact.time);
        if (is_wall) tracks_[a].before.velocity_w[tracks_[a].wall_axis] *= -1.0;
    }
    for (BodyId id = 0; id < tracks_.size(); ++id) {
        const Track& track = tracks_[id];
        if (!track.has_stopped() && !track.has_no_rotation) continue;
        const Body& body = world_.bodies()[id];
        Transform at = track.start;
        const glm::dvec3 center_b = body.shape->center() * at.s;
        const glm::dvec3 center_w = at.t + at.q * center_b + track.stop * track.motion.velocity_w;
        const double spin = track.has_no_rotation ? 0.0 : track.before.spin;
        const double half = 0.5 * track.stop * simulation_.settings.speed * spin;
        at.q = glm::normalize(glm::dquat(std::cos(half), std::sin(half) * track.before.spin_axis_w) * at.q);
        at.t = center_w - at.q * center_b;
        world_.set_valid_transform(id, at);
        simulation_.motions[id].velocity_w =
            track.before.velocity_w; // without reflections of the discrete step
    }
}

// Call after respond(). respond() handles only the contacts at the end of the step.
void ContinuousStep::respond_to_stops() {
    std::vector<Motion>& motions = simulation_.motions;
    const std::span<const Body> bodies = world_.bodies();
    for (const SweptImpact& impact : output_.stops) {
        const auto [a, b] = impact.bodies;
        const auto found = std::ranges::find(simulation_.output.pairs, impact.bodies, &PairResult::bodies);
        const bool has_contact = found != simulation_.output.pairs.end() && found->is_contact();
        if (has_contact || impact.normal_w == glm::dvec3(0.0)) continue;
        const glm::dvec3& n = impact.normal_w;
        const auto rotation_velocity = [&](BodyId id, const glm::dvec3& point_w) {
            const glm::dvec3 arm_w = point_w - bodies[id].world_from_body * bodies[id].shape->center();
            return bodies[id].is_fixed ? glm::dvec3(0.0)
                                       : motions[id].spin * glm::cross(motions[id].spin_axis_w, arm_w);
        };
        if (glm::dot(n, motions[b].velocity_w - motions[a].velocity_w) < 0.0) {
            if (bodies[a].is_fixed)
                motions[b].velocity_w = -motions[b].velocity_w;
            else if (bodies[b].is_fixed)
                motions[a].velocity_w = -motions[a].velocity_w;
            else
                std::swap(motions[a].velocity_w, motions[b].velocity_w);
        }
        if (glm::dot(n, rotation_velocity(b, impact.point_on_b_w) -
                            rotation_velocity(a, impact.point_on_a_w)) < 0.0)
            for (const BodyId id : {a, b})
                if (!bodies[id].is_fixed) motions[id].spin = -motions[id].spin;
    }
}

} // namespace

void step_continuously(Simulation& io_simulation, bool stops_bodies, ContinuousOutput& out_output,
                       Clock clock) {
    out_output = {};
    stops_bodies = stops_bodies && io_simulation.settings.respond; // else: pass through each other
    ContinuousStep continuous(io_simulation, out_output);
    continuous.note_starts();
    integrate(io_simulation);
    const double moved = clock ? clock() : 0.0;
    continuous.find_tracks();
    continuous.find_candidates();
    continuous.find_missed();
    if (stops_bodies) {
        continuous.stop_bodies();
        if (out_output.left_out_count == 0) {
            io_simulation.total_fast_bodies -= io_simulation.fast_bodies;
            io_simulation.fast_bodies = 0;
        }
    }
    const double swept = clock ? clock() : 0.0;
    io_simulation.deformation_time += io_simulation.settings.speed;
    deform(io_simulation);
    const double deformed = clock ? clock() : 0.0;
    collide(io_simulation, clock);
    PhaseTimes& times = io_simulation.output.times;
    times[Phase::deform] = deformed - swept;
    times[Phase::narrow] += swept - moved;
    const double start = clock ? clock() : 0.0;
    respond(io_simulation);
    if (stops_bodies) continuous.respond_to_stops();
    if (clock) times[Phase::respond] = clock() - start;
    ++io_simulation.frame;
}

} // namespace boxwood
