#include "app/labs/multi_body/edits/body_edits.hpp"

#include "app/labs/drawing.hpp"
#include "engine/meshes/generate/random.hpp"

#include <algorithm>

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

bool is_same_body(const CollisionWorld& world, BodyId id, std::uint32_t generation) {
    return world.is_live(id) && world.bodies()[id].generation == generation;
}

BodyEdits::SavedBody save_body(const Simulation& simulation, BodyId id) {
    const Body& body = simulation.world.bodies()[id];
    return {id,
            body.generation,
            describe(body),
            simulation.motions[id],
            simulation.motion_of_surface(id),
            body.is_enabled};
}

// True if only a call of set_pair_enabled() can disable the pair of the two bodies.
bool can_collide(const Body& a, const Body& b) {
    return a.is_enabled && b.is_enabled && !(a.is_fixed && b.is_fixed);
}

// Saves the body and its disabled pairs, and removes it from the world.
Status take_body(BodyId id, Simulation& io_simulation, BodyEdits::SavedBody& out_body) {
    CollisionWorld& world = io_simulation.world;
    out_body = save_body(io_simulation, id);
    // All pairs of a disabled body count as disabled.
    if (Status status = world.set_body_enabled(id, true); !status) return status;
    for (const BodyId other : live_bodies(world))
        if (other != id && can_collide(world.bodies()[id], world.bodies()[other]) &&
            !world.is_pair_enabled(make_pair_of(id, other)))
            out_body.disabled_with.push_back({other, world.bodies()[other].generation});
    return world.remove_body(id);
}

// Adds the bodies that the world does not have; stores their new ids in io_bodies. After a jump to a frame before the
// removal of a body, the world still has it.
Status add_bodies(std::vector<BodyEdits::SavedBody>& io_bodies, Simulation& io_simulation) {
    CollisionWorld& world = io_simulation.world;
    std::vector<BodyDesc> descs;
    std::vector<BodyEdits::SavedBody*> missing;
    for (BodyEdits::SavedBody& body : io_bodies) {
        if (is_same_body(world, body.id, body.generation)) continue;
        missing.push_back(&body);
        descs.push_back(body.desc);
    }
    Result<std::vector<BodyHandle>> ids = world.add_bodies(descs);
    if (!ids) return ids.error();
    io_simulation.motions.resize(world.bodies().size());
    for (std::size_t i = 0; i < missing.size(); ++i) {
        BodyEdits::SavedBody& body = *missing[i];
        const BodyId id = body.id = (*ids)[i].id;
        body.generation = world.bodies()[id].generation;
        io_simulation.motions[id] = body.motion;
        std::erase_if(io_simulation.deforming, [id](const DeformingBody& one) { return one.body == id; });
        if (body.surface) io_simulation.deforming.push_back({id, body.surface});
        if (!body.is_enabled)
            if (Status status = world.set_body_enabled(id, false); !status) return status;
        for (const BodyEdits::SavedBody::Partner& other : body.disabled_with)
            if (is_same_body(world, other.id, other.generation))
                if (Status status = world.set_pair_enabled(id, other.id, false); !status) return status;
    }
    return ok();
}

} // namespace

BodyEdits::Outcome BodyEdits::apply(Simulation& io_simulation) {
    Outcome outcome;
    const std::vector<Edit> edits = std::exchange(queue_, {});
    for (const Edit& edit : edits) {
        if (Status status = apply_one(edit, io_simulation, outcome); !status) {
            outcome.refused = status.error().message;
            continue;
        }
        outcome.has_new_bodies |= edit.kind == Kind::insert || edit.kind == Kind::add_again;
        outcome.has_lost_bodies |= edit.kind == Kind::remove || edit.kind == Kind::remove_again;
    }
    return outcome;
}

Status BodyEdits::apply_one(const Edit& edit, Simulation& io_simulation, Outcome& io_outcome) {
    CollisionWorld& world = io_simulation.world;
    switch (edit.kind) {
    case Kind::remove: {
        if (!world.is_live(edit.a)) return world.remove_body(edit.a); // returns the Error
        const auto bodies = std::make_shared<std::vector<SavedBody>>(1);
        if (Status status = take_body(edit.a, io_simulation, bodies->front()); !status) return status;
        io_outcome.removed.push_back(bodies);
        return ok();
    }
    case Kind::toggle_body: {
        const bool was_enabled = world.is_live(edit.a) && world.bodies()[edit.a].is_enabled;
        if (Status status = world.set_body_enabled(edit.a, !was_enabled); !status) return status;
        io_outcome.switched.push_back({edit.a, std::nullopt, was_enabled});
        return ok();
    }
    case Kind::toggle_pair: {
        if (world.is_live(edit.a) && world.is_live(edit.b) &&
            !can_collide(world.bodies()[edit.a], world.bodies()[edit.b]))
            return Error{"the pair of " + body_name(edit.a) + " and " + body_name(edit.b) +
                         " cannot be enabled, because a body is disabled or both are fixed"};
        const bool was_enabled = world.is_pair_enabled({edit.a, edit.b});
        if (Status status = world.set_pair_enabled(edit.a, edit.b, !was_enabled); !status) return status;
        io_outcome.switched.push_back({edit.a, edit.b, was_enabled});
        return ok();
    }
    case Kind::set_enabled:
        if (!world.is_live(edit.a) || !world.is_live(edit.b)) return ok();
        return edit.a == edit.b ? world.set_body_enabled(edit.a, edit.is_enabled)
                                : world.set_pair_enabled(edit.a, edit.b, edit.is_enabled);
    case Kind::insert:
        return insert_bodies(edit.count, io_simulation, io_outcome);
    case Kind::scatter:
        return scatter_bodies(io_simulation, io_outcome);
    case Kind::remove_again:
        for (SavedBody& body : *edit.bodies) {
            if (!is_same_body(world, body.id, body.generation)) continue;
            if (Status status = take_body(body.id, io_simulation, body); !status) return status;
        }
        return ok();
    case Kind::add_again:
        return add_bodies(*edit.bodies, io_simulation);
    case Kind::place_before:
    case Kind::place_after:
        for (const Relocation& place : *edit.places) {
            if (!is_same_body(world, place.id, place.generation)) continue;
            const Transform& wanted = edit.kind == Kind::place_before ? place.before : place.after;
            if (Status status = world.set_transform(place.id, wanted); !status) return status;
        }
        return ok();
    }
    return ok();
}

Status BodyEdits::insert_bodies(std::size_t count, Simulation& io_simulation, Outcome& io_outcome) {
    CollisionWorld& world = io_simulation.world;
    const std::vector<BodyId> models = live_bodies(world);
    if (models.empty()) return Error{"there is no body left to copy; restart (R) to bring the bodies back"};
    Random random(kSeed + ++rounds_);
    const auto bodies = std::make_shared<std::vector<SavedBody>>();
    for (std::size_t i = 0; i < count; ++i) {
        const BodyId model = models[random.below(models.size())];
        SavedBody body = save_body(io_simulation, model);
        body.is_enabled = true;
        body.desc.transform = random_place(world.bodies()[model], io_simulation.room_half, random);
        body.motion.velocity_w = glm::length(body.motion.velocity_w) * random.unit_vector();
        body.motion.spin_axis_w = random.unit_vector();
        bodies->push_back(std::move(body));
    }
    if (Status status = add_bodies(*bodies, io_simulation); !status) return status;
    io_outcome.inserted.push_back(bodies);
    return ok();
}

Status BodyEdits::scatter_bodies(Simulation& io_simulation, Outcome& io_outcome) {
    CollisionWorld& world = io_simulation.world;
    std::vector<BodyId> ids = live_bodies(world);
    std::erase_if(ids, [&world](BodyId id) { return world.bodies()[id].is_fixed; });
    if (ids.empty()) return ok();
    Random random(kSeed + ++rounds_);
    const auto places = std::make_shared<std::vector<Relocation>>();
    for (std::size_t i = 0; i < (ids.size() + 9) / 10; ++i) {
        const BodyId id = ids[random.below(ids.size())];
        // The world rejects the new place if the body's origin is too far from its center for a rotation about the
        // center.
        const Transform next = random_place(world.bodies()[id], io_simulation.room_half, random);
        const Relocation relocation{id, world.bodies()[id].generation, world.bodies()[id].transform, next};
        if (Status status = world.set_transform(id, next); !status) return status;
        // The same body can be chosen twice.
        const auto same = std::ranges::find(*places, id, &Relocation::id);
        if (same == places->end())
            places->push_back(relocation);
        else
            same->after = next;
    }
    io_outcome.scattered.push_back(places);
    return ok();
}

} // namespace boxwood
