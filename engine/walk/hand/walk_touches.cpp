// The touches of the hand and the held body, the grasp between thumb and fingers, and the recorded events.
#include "engine/walk/walk.hpp"

#include <algorithm>
#include <cstdio>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kOpposed = -0.25; // maximum cosine between the pressing directions of thumb and finger
constexpr double kMaxThrow = 4.0;  // meters per second

constexpr std::array<const char*, 6> kKindNames{"touches", "leaves", "grasps", "releases", "wakes", "rests"};

} // namespace

std::string to_text(const WalkEvent& event) {
    std::string text = std::to_string(event.frame) + " ";
    if (!event.who.empty()) text += event.who + " ";
    if (event.kind == WalkEvent::Kind::wake || event.kind == WalkEvent::Kind::rest)
        return text + event.what + " " + kKindNames[static_cast<std::size_t>(event.kind)];
    return text + kKindNames[static_cast<std::size_t>(event.kind)] + " " + event.what;
}

bool Walk::is_touched(BodyId id) const {
    return std::any_of(touches_.begin(), touches_.end(),
                       [&](const Touch& t) { return t.body == id || (t.part == kNone && held_ == id); });
}

bool Walk::is_part_touching(std::uint32_t part) const {
    return std::any_of(touches_.begin(), touches_.end(), [&](const Touch& t) { return t.part == part; });
}

// Tests only the candidate pairs of the world, part by part.
void Walk::find_touches(const Simulation& simulation) {
    std::vector<Piece> parts;
    for (std::uint32_t part = 0; part < hand_.model().tree().part_count(); ++part)
        parts.push_back(hand_.piece(part));
    find_touches_of(simulation, parts, false);
    std::vector<Piece> held;
    for (const BodySurface& surface : held_surfaces(simulation)) held.push_back(make_piece(surface));
    if (!held.empty()) find_touches_of(simulation, held, true);
}

void Walk::find_touches_of(const Simulation& simulation, std::span<const Piece> pieces, bool is_held) {
    const BodyId own = is_held ? held_ : hand_id_;
    for (const PairResult& pair : simulation.output.pairs) {
        if (pair.bodies.a != own && pair.bodies.b != own) continue;
        const BodyId other = pair.bodies.a == own ? pair.bodies.b : pair.bodies.a;
        if (is_held && other == hand_id_) continue;
        if (pair.has_distance() && pair.distance > kTouch) continue;
        const Body& body = simulation.world.bodies()[other];
        const std::span<const Aabb> boxes_w = boxes_of_surfaces(simulation.world, other, scratch_);
        for (std::uint32_t i = 0; i < boxes_w.size(); ++i) {
            const Aabb box = grown(boxes_w[i], kTouch);
            if (!overlap(box, simulation.world.boxes()[own])) continue;
            const BodySurface surface = surface_of(body, i);
            for (std::uint32_t p = 0; p < pieces.size(); ++p) {
                if (!overlap(box, pieces[p].box_w)) continue;
                const Clearance clearance = find_clearance(pieces[p], surface, scratch_);
                if (clearance.distance <= kTouch)
                    touches_.push_back({is_held ? kNone : p, p, other, surface, clearance});
            }
        }
    }
}

// Finds the nearest surface to each fingertip within kTipReach.
void Walk::find_tips(const Simulation& simulation) {
    for (std::size_t f = 0; f < kFingers; ++f) {
        const Piece tip = hand_.piece(hand_.model().fingers[f].parts.back());
        near_.clear();
        find_near(simulation.world, grown(tip.box_w, kTipReach), skips_hand_, scratch_, near_);
        const SmallestClearance smallest = find_smallest_clearance({&tip, 1}, near_, kTipReach, scratch_);
        if (smallest.body == kNone) continue;
        tips_[f] = {smallest.body, std::max(smallest.clearance.distance, 0.0), smallest.clearance.on_a_w,
                    smallest.clearance.on_b_w};
    }
}

void Walk::note(std::uint64_t frame, WalkEvent::Kind kind, std::string who, std::string what, double speed) {
    events_.push_back({frame, kind, std::move(who), std::move(what), speed});
}

void Walk::note_touches(std::uint64_t frame) {
    std::vector<std::pair<std::string, BodyId>> now;
    for (const Touch& touch : touches_) {
        const std::string who = touch.part == kNone
                                    ? "held " + states_[held_ == kNone ? hand_id_ : held_].body.name
                                    : std::string(hand_.model().name_of_part(touch.part));
        now.emplace_back(who, touch.body);
    }
    std::sort(now.begin(), now.end());
    now.erase(std::unique(now.begin(), now.end()), now.end());
    const auto has = [](const auto& list, const auto& pair) {
        return std::binary_search(list.begin(), list.end(), pair);
    };
    const glm::dvec3 grip_w = hand_.grip_center_w();
    const double speed = glm::distance(motion_w_ * grip_w, grip_w) / kFrameSeconds;
    for (const auto& pair : noted_touches_)
        if (!has(now, pair)) note(frame, WalkEvent::Kind::leave, pair.first, states_[pair.second].body.name);
    for (const auto& pair : now)
        if (!has(noted_touches_, pair))
            note(frame, WalkEvent::Kind::touch, pair.first, states_[pair.second].body.name, speed);
    noted_touches_ = std::move(now);
}

// --- holding ----------------------------------------------------------------------------------------------

// The loose body that the thumb and a finger press from opposite sides; kNone if there is none.
BodyId Walk::find_grasp() const {
    const std::array<std::uint32_t, kPhalanges>& thumb = hand_.model().fingers[0].parts;
    const auto is_thumb = [&](std::uint32_t part) {
        return std::find(thumb.begin(), thumb.end(), part) != thumb.end();
    };
    const auto is_finger = [&](std::uint32_t part) {
        return part != kNone && part != hand_.model().palm && part != hand_.model().wrist &&
               part != hand_.model().forearm && !is_thumb(part);
    };
    for (const Touch& one : touches_) {
        if (!is_thumb(one.part) || !states_[one.body].body.is_movable) continue;
        for (const Touch& other : touches_)
            if (other.body == one.body && is_finger(other.part) &&
                glm::dot(one.clearance.normal_w, other.clearance.normal_w) < kOpposed)
                return one.body;
    }
    return kNone;
}

void Walk::grasp_or_release(Simulation& io_simulation, const WalkInput& input) {
    const BodyId between = find_grasp();
    if (held_ == kNone) {
        if (between == kNone || !is_closing_ || is_opening_) return;
        held_ = between;
        hand_from_held_ =
            inverse_rigid(hand_.world_from_hand()) * io_simulation.world.bodies()[held_].world_from_body;
        dynamics_.wake(held_, io_simulation.world); // also wakes the bodies that it carried or supported
        dynamics_.hold(held_);
        skips_hand_and_held_[held_] = true;
        note(io_simulation.frame, WalkEvent::Kind::grasp, "hand", states_[held_].body.name);
        return;
    }
    if (!input.lets_go && (!is_opening_ || between == held_)) return;
    const BodyId id = held_;
    const Body& body = io_simulation.world.bodies()[id];
    const glm::dvec3 center_w = body.world_from_body * dynamics_.find(id)->mass.center;
    glm::dvec3 velocity_w = (motion_w_ * center_w - center_w) / kFrameSeconds;
    if (const double speed = glm::length(velocity_w); speed > kMaxThrow) velocity_w *= kMaxThrow / speed;
    dynamics_.release(id, io_simulation.world, velocity_w, glm::dvec3(0.0));
    skips_hand_and_held_[id] = false;
    held_ = kNone;
    note(io_simulation.frame, WalkEvent::Kind::release, "hand", states_[id].body.name);
}

void Walk::note_rest(std::uint64_t frame) {
    for (const LooseBody& body : dynamics_.bodies()) {
        if (body.hinge) continue;
        const bool is_awake = body.moves();
        if (is_awake != was_awake_[body.id])
            note(frame, is_awake ? WalkEvent::Kind::wake : WalkEvent::Kind::rest, "",
                 states_[body.id].body.name);
        was_awake_[body.id] = is_awake;
    }
}

} // namespace boxwood
