#include "app/labs/multi_body/edits/body_edits.hpp"

#include "app/labs/drawing.hpp"
#include "engine/meshes/generate/random.hpp"

#include <algorithm>
#include <iterator>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::uint64_t kSeed = 0x0ED17;
constexpr double kOpenSpace = 10.0; // half the side of the spawn cube in a scene without a room

std::vector<BodyId> live_bodies(const CollisionWorld& world) {
    std::vector<BodyId> ids;
    for (BodyId id = 0; id < world.bodies().size(); ++id)
        if (world.is_live(id)) ids.push_back(id);
    return ids;
}

// A transform with a random position in the room and a random rotation.
Transform random_place(const Body& body, const glm::dvec3& room_half, Random& io_random) {
    const glm::dvec3 half = room_half == glm::dvec3(0.0) ? glm::dvec3(kOpenSpace) : room_half;
    const glm::dvec3 scale = glm::abs(body.transform.s);
    const double radius = body.shape->radius() * std::max(scale.x, std::max(scale.y, scale.z));
    Transform place = body.transform;
    place.q = io_random.rotation();
    const glm::dvec3 center_w = io_random.in_box(glm::max(half - radius, glm::dvec3(0.0)));
    place.t = center_w - place.q * (body.shape->center() * place.s);
    return place;
}

BodyName name_of_body(const CollisionWorld& world, BodyId id) {
    return {id, world.bodies()[id].generation};
}

BodyEdits::SavedBody save_body(const Simulation& simulation, BodyId id) {
    const Body& body = simulation.world.bodies()[id];
    std::vector<JointMotion> joint_motions;
    std::ranges::copy_if(simulation.joint_motions, std::back_inserter(joint_motions),
                         [id](const JointMotion& motion) { return motion.body == id; });
    return {
        name_of_body(simulation.world, id), describe(body), simulation.motions[id], std::move(joint_motions),
        simulation.motion_of_surface(id),   body.is_enabled};
}

// Whether the pair can be active at all; set_pair_enabled() can still disable it.
bool can_collide(const Body& a, const Body& b) {
    return a.is_enabled && b.is_enabled && !(a.is_fixed && b.is_fixed);
}

// Saves the body, with its pairs that differ from the default of the pair switches, and removes it from the world.
Status take_body(BodyId id, std::size_t rule_count, Simulation& io_simulation,
                 BodyEdits::SavedBody& out_body) {
    CollisionWorld& world = io_simulation.world;
    out_body = save_body(io_simulation, id);
    out_body.rule_count = rule_count;
    const PairFilter& switches = world.pair_filter();
    for (const BodyId other : live_bodies(world)) {
        if (other == id) continue;
        const bool is_enabled = switches.is_enabled(make_pair_of(id, other));
        if (is_enabled != switches.is_enabled_by_default())
            out_body.switched_with.push_back({name_of_body(world, other), is_enabled});
    }
    return world.remove_body(id);
}

} // namespace

// Adds the bodies that the world does not have; stores their new names in io_bodies. After a jump to a frame before the
// removal of a body, the world still has it.
Status BodyEdits::add_bodies(std::vector<SavedBody>& io_bodies, const State& state) {
    CollisionWorld& world = state.simulation.world;
    std::vector<BodyDesc> descs;
    std::vector<SavedBody*> missing;
    for (SavedBody& body : io_bodies) {
        if (state.memory.find(world, body.name)) continue;
        missing.push_back(&body);
        descs.push_back(body.desc);
    }
    Result<std::vector<BodyHandle>> ids = world.add_bodies(descs);
    if (!ids) return ids.error();
    state.simulation.motions.resize(world.bodies().size());
    for (std::size_t i = 0; i < missing.size(); ++i) {
        SavedBody& body = *missing[i];
        const BodyId id = (*ids)[i].id;
        const BodyName before = std::exchange(body.name, name_of_body(world, id));
        if (before.id != kNone)
            state.memory.renew(before, body.name);
        else
            state.memory.begin_body(body.name);
        state.outcome.added.push_back({id, body.rule_count});
        state.simulation.motions[id] = body.motion;
        // A removed body can have had the same id.
        std::erase_if(state.simulation.joint_motions,
                      [id](const JointMotion& one) { return one.body == id; });
        for (JointMotion motion : body.joint_motions) {
            motion.body = id;
            state.simulation.joint_motions.push_back(motion);
        }
        std::erase_if(state.simulation.deforming, [id](const DeformingBody& one) { return one.body == id; });
        if (body.surface) state.simulation.deforming.push_back({id, body.surface});
        if (!body.is_enabled)
            if (Status status = world.set_body_enabled(id, false); !status) return status;
        for (const SavedBody::Partner& other : body.switched_with)
            if (const std::optional<BodyName> found = state.memory.find(world, other.name))
                if (Status status = world.set_pair_enabled(id, found->id, other.is_enabled); !status)
                    return status;
    }
    return ok();
}

BodyEdits::Outcome BodyEdits::apply(std::size_t rule_count, Simulation& io_simulation,
                                    EditMemory& io_memory) {
    Outcome outcome;
    const State state{rule_count, io_simulation, io_memory, outcome};
    const std::vector<Edit> edits = std::exchange(queue_, {});
    for (const Edit& edit : edits) {
        if (Status status = apply_one(edit, state); !status) {
            outcome.refused = status.error().message;
            continue;
        }
        outcome.has_lost_bodies |= edit.kind == Kind::remove || edit.kind == Kind::remove_again;
    }
    return outcome;
}

Status BodyEdits::apply_one(const Edit& edit, const State& state) {
    CollisionWorld& world = state.simulation.world;
    switch (edit.kind) {
    case Kind::remove: {
        if (!world.is_live(edit.a)) return world.remove_body(edit.a); // returns the Error
        const auto bodies = std::make_shared<std::vector<SavedBody>>(1);
        if (Status status = take_body(edit.a, state.rule_count, state.simulation, bodies->front()); !status)
            return status;
        state.outcome.removed.push_back(bodies);
        return ok();
    }
    case Kind::toggle_body: {
        const bool was_enabled = world.is_live(edit.a) && world.bodies()[edit.a].is_enabled;
        if (Status status = world.set_body_enabled(edit.a, !was_enabled); !status) return status;
        state.outcome.switched.push_back({name_of_body(world, edit.a), std::nullopt, was_enabled});
        return ok();
    }
    case Kind::toggle_pair: {
        if (world.is_live(edit.a) && world.is_live(edit.b) &&
            !can_collide(world.bodies()[edit.a], world.bodies()[edit.b]))
            return Error{"the pair of " + body_name(edit.a) + " and " + body_name(edit.b) +
                         " cannot be enabled, because a body is disabled or both are fixed"};
        const bool was_enabled = world.is_pair_enabled({edit.a, edit.b});
        if (Status status = world.set_pair_enabled(edit.a, edit.b, !was_enabled); !status) return status;
        state.outcome.switched.push_back(
            {name_of_body(world, edit.a), name_of_body(world, edit.b), was_enabled});
        return ok();
    }
    case Kind::set_enabled:
        return set_enabled_again(edit, state);
    case Kind::insert:
        return insert_bodies(edit.count, state);
    case Kind::scatter:
        return scatter_bodies(state);
    case Kind::remove_again:
        for (SavedBody& body : *edit.bodies) {
            const std::optional<BodyName> found = state.memory.find(world, body.name);
            if (!found) continue;
            if (Status status = take_body(found->id, state.rule_count, state.simulation, body); !status)
                return status;
        }
        return ok();
    case Kind::add_again:
        return add_bodies(*edit.bodies, state);
    case Kind::place_before:
    case Kind::place_after:
        return place_again(*edit.places, edit.kind == Kind::place_before, state);
    }
    return ok();
}

Status BodyEdits::set_enabled_again(const Edit& edit, const State& state) {
    CollisionWorld& world = state.simulation.world;
    const std::optional<BodyName> a = state.memory.find(world, edit.target.a);
    if (!a) return ok();
    if (!edit.target.b) return world.set_body_enabled(a->id, edit.is_enabled);
    const std::optional<BodyName> b = state.memory.find(world, *edit.target.b);
    return b ? world.set_pair_enabled(a->id, b->id, edit.is_enabled) : ok();
}

// Moves nothing if the scattering is already undone, or redone, in the frame on screen.
Status BodyEdits::place_again(const Scattering& scattering, bool is_before, const State& state) {
    CollisionWorld& world = state.simulation.world;
    if (!state.memory.set_in_effect(scattering.edit, !is_before)) return ok();
    for (const Relocation& place : scattering.places) {
        const std::optional<BodyName> found = state.memory.find(world, place.name);
        if (!found) continue;
        if (Status status = world.set_transform(found->id, is_before ? place.before : place.after); !status)
            return status;
    }
    return ok();
}

Status BodyEdits::insert_bodies(std::size_t count, const State& state) {
    CollisionWorld& world = state.simulation.world;
    const std::vector<BodyId> models = live_bodies(world);
    if (models.empty()) return Error{"there is no body left to copy; restart (R) to bring the bodies back"};
    Random random(kSeed + ++rounds_);
    const auto bodies = std::make_shared<std::vector<SavedBody>>();
    for (std::size_t i = 0; i < count; ++i) {
        const BodyId model = models[random.below(models.size())];
        SavedBody body = save_body(state.simulation, model);
        body.name = {kNone, 0}; // not in the world yet
        body.is_enabled = true;
        body.desc.transform = random_place(world.bodies()[model], state.simulation.room_half, random);
        body.motion.velocity_w = glm::length(body.motion.velocity_w) * random.unit_vector();
        body.motion.spin_axis_w = random.unit_vector();
        bodies->push_back(std::move(body));
    }
    if (Status status = add_bodies(*bodies, state); !status) return status;
    state.outcome.inserted.push_back(bodies);
    return ok();
}

Status BodyEdits::scatter_bodies(const State& state) {
    CollisionWorld& world = state.simulation.world;
    std::vector<BodyId> ids = live_bodies(world);
    std::erase_if(ids, [&world](BodyId id) { return world.bodies()[id].is_fixed; });
    if (ids.empty()) return ok();
    Random random(kSeed + ++rounds_);
    const auto scattering = std::make_shared<Scattering>();
    std::vector<Relocation>& places = scattering->places;
    Status status = ok();
    for (std::size_t i = 0; i < (ids.size() + 9) / 10; ++i) {
        const BodyId id = ids[random.below(ids.size())];
        // The world rejects the new place if the body's origin is too far from its center for a rotation about the
        // center.
        const Transform next = random_place(world.bodies()[id], state.simulation.room_half, random);
        const Relocation relocation{name_of_body(world, id), world.bodies()[id].transform, next};
        if (status = world.set_transform(id, next); !status) break;
        // The same body can be chosen twice.
        const auto same =
            std::ranges::find(places, id, [](const Relocation& place) { return place.name.id; });
        if (same == places.end())
            places.push_back(relocation);
        else
            same->after = next;
    }
    if (places.empty()) return status;
    scattering->edit = state.memory.begin_edit();
    state.outcome.scattered.push_back(scattering);
    return status;
}

} // namespace boxwood
