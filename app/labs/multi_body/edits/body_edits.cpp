#include "app/labs/multi_body/edits/body_edits.hpp"

#include "engine/meshes/generate/random.hpp"

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

// A random position in the room and a random rotation.
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

} // namespace

BodyEdits::Outcome BodyEdits::apply(Simulation& io_simulation) {
    Outcome outcome;
    const std::vector<Edit> edits = std::exchange(edits_, {});
    for (const Edit& edit : edits) {
        if (Status status = apply_one(edit, io_simulation); !status) {
            outcome.refused = status.error().message;
            continue;
        }
        outcome.has_new_bodies |= edit.kind == Kind::insert;
        outcome.has_lost_bodies |= edit.kind == Kind::remove;
    }
    return outcome;
}

Status BodyEdits::apply_one(const Edit& edit, Simulation& io_simulation) {
    CollisionWorld& world = io_simulation.world;
    switch (edit.kind) {
    case Kind::remove:
        return world.remove_body(edit.a);
    case Kind::toggle_body:
        return world.is_live(edit.a) ? world.set_body_enabled(edit.a, !world.bodies()[edit.a].is_enabled)
                                     : world.set_body_enabled(edit.a, true);
    case Kind::toggle_pair:
        return world.is_live(edit.a) && world.is_live(edit.b)
                   ? world.set_pair_enabled(edit.a, edit.b, !world.is_pair_enabled({edit.a, edit.b}))
                   : world.set_pair_enabled(edit.a, edit.b, true);
    case Kind::insert:
        return insert_bodies(edit.count, io_simulation);
    case Kind::scatter:
        return scatter_bodies(io_simulation);
    }
    return ok();
}

Status BodyEdits::insert_bodies(std::size_t count, Simulation& io_simulation) {
    CollisionWorld& world = io_simulation.world;
    const std::vector<BodyId> models = live_bodies(world);
    if (models.empty()) return Error{"there is no body left to copy; restart (R) brings them back"};
    Random random(kSeed + ++rounds_);
    std::vector<BodyDesc> bodies;
    std::vector<Motion> motions;
    std::vector<std::shared_ptr<SurfaceMotion>> motion_of; // of the vertices; null: rigid
    for (std::size_t i = 0; i < count; ++i) {
        const BodyId model = models[random.below(models.size())];
        const Body& body = world.bodies()[model];
        bodies.push_back(describe(body));
        bodies.back().transform = random_place(body, io_simulation.room_half, random);
        motion_of.push_back(io_simulation.motion_of_surface(model));
        Motion motion = io_simulation.motions[model];
        motion.velocity_w = glm::length(motion.velocity_w) * random.unit_vector();
        motion.spin_axis_w = random.unit_vector();
        motions.push_back(motion);
    }
    Result<std::vector<BodyHandle>> ids = world.add_bodies(bodies);
    if (!ids) return ids.error();
    io_simulation.motions.resize(world.bodies().size());
    for (std::size_t i = 0; i < count; ++i) {
        const BodyId id = (*ids)[i].id;
        io_simulation.motions[id] = motions[i];
        std::erase_if(io_simulation.deforming, [id](const DeformingBody& one) { return one.body == id; });
        if (motion_of[i]) io_simulation.deforming.push_back({id, motion_of[i]});
    }
    return ok();
}

Status BodyEdits::scatter_bodies(Simulation& io_simulation) {
    CollisionWorld& world = io_simulation.world;
    std::vector<BodyId> ids = live_bodies(world);
    std::erase_if(ids, [&world](BodyId id) { return world.bodies()[id].is_fixed; });
    if (ids.empty()) return ok();
    Random random(kSeed + ++rounds_);
    for (std::size_t i = 0; i < (ids.size() + 9) / 10; ++i) {
        const BodyId id = ids[random.below(ids.size())];
        // Rejected for a body whose origin is too far from its center to rotate it in place.
        const Transform next = random_place(world.bodies()[id], io_simulation.room_half, random);
        if (Status status = world.set_transform(id, next); !status) return status;
    }
    return ok();
}

} // namespace boxwood
