// Contacts of compound bodies: implements member functions of NarrowPhasePass and CollisionWorld.
#include "collision/world/body_surfaces.hpp"
#include "collision/world/collision_world.hpp"
#include "collision/world/narrow_phase_pass.hpp"

#include <algorithm>
#include <string>

namespace boxwood {
namespace {

CompoundSide side_of(const Body& body) {
    return body.parts ? CompoundSide(*body.parts) : CompoundSide(*body.polytope);
}

MeshOperand operand_of(const BodySurface& surface) {
    return {surface.shape->mesh(), surface.shape->hierarchy(), &surface.world_from_surface};
}

// The operand including its shells, for a query that also finds surfaces inside a solid.
MeshOperand solid_operand_of(const BodySurface& surface) {
    MeshOperand operand = operand_of(surface);
    operand.shells = surface.shape->shells();
    return operand;
}

} // namespace

void NarrowPhasePass::find_parts_contact(const ContactInput& input, PairCache& io_cache, Chunk& io_chunk,
                                         PairResult& io_pair) {
    const Body& a = input.bodies[io_pair.bodies.a];
    const Body& b = input.bodies[io_pair.bodies.b];
    const bool are_polytopes_or_compounds = (a.parts || a.polytope) && (b.parts || b.polytope);
    if (!are_polytopes_or_compounds) return find_parts_mesh_contact(input, io_cache, io_chunk, io_pair);
    if (!io_cache.parts) io_cache.parts = std::make_unique<PartsCache>();
    CompoundResult& found = io_chunk.parts_result;
    query_parts(side_of(a), side_of(b), inverse_rigid(a.world_from_body) * b.world_from_body,
                {input.narrow_phase.find_closest, input.settings.find_closest_parts}, *io_cache.parts,
                io_chunk.parts_scratch, found);
    const ClosestFeatures& closest = found.closest.closest;
    io_pair.are_convex_parts = true;
    io_pair.is_lower_bound = found.is_lower_bound;
    io_pair.status = found.status;
    io_pair.is_fallback = found.counters.fallbacks > 0;
    io_pair.part_a = found.closest.part_a;
    io_pair.part_b = found.closest.part_b;
    io_pair.features = closest.features;
    io_pair.start = found.closest.start;
    io_pair.point_on_a_w = a.world_from_body * closest.point_on_a_a;
    io_pair.point_on_b_w = a.world_from_body * closest.point_on_b_a;
    io_pair.distance = closest.distance;
    io_pair.iterations = static_cast<std::uint32_t>(found.counters.iterations);
    io_chunk.counters.walk_iterations += found.counters.iterations;
    io_chunk.counters.fallbacks += found.counters.fallbacks;
    io_chunk.counters.part_tests += found.counters.node_pairs;
    for (const PartPair& contact : found.contacts) {
        io_chunk.part_contacts.push_back({contact.part_a, contact.part_b, contact.closest.status,
                                          a.world_from_body * contact.closest.point_on_a_a});
        ++io_pair.part_contact_count;
    }
}

bool NarrowPhasePass::add_part_surfaces(const QueryRequest& request, const Body& a, std::uint32_t part_a,
                                        const Body& b, std::uint32_t part_b, Chunk& io_chunk,
                                        PairResult& io_pair) {
    const BodySurface surface_a = surface_of(a, part_a), surface_b = surface_of(b, part_b);
    return add_surfaces(request, operand_of(surface_a), surface_a.first_triangle, operand_of(surface_b),
                        surface_b.first_triangle, io_chunk, io_pair);
}

// Tests the surface of every part against the mesh. In the modes any and all, the query of a part and the mesh ends at
// the roots of their hierarchies if the root volumes are disjoint.
void NarrowPhasePass::find_parts_mesh_contact(const ContactInput& input, PairCache& io_cache, Chunk& io_chunk,
                                              PairResult& io_pair) {
    const Body& a = input.bodies[io_pair.bodies.a];
    const Body& b = input.bodies[io_pair.bodies.b];
    QueryRequest request = make_request(input, input.settings.mesh_query.mode);
    NestingCache* const caches = nesting_of(a, b, io_cache);
    bool do_surfaces_intersect = false;
    Nesting nesting = Nesting::none; // of the first pair in which one surface lies inside the other
    for (std::uint32_t i = 0; i < surface_count(a); ++i)
        for (std::uint32_t k = 0; k < surface_count(b); ++k) {
            const BodySurface surface_a = surface_of(a, i), surface_b = surface_of(b, k);
            request.nesting = caches != nullptr ? &caches[i * surface_count(b) + k] : nullptr;
            const bool intersects =
                add_surfaces(request, solid_operand_of(surface_a), surface_a.first_triangle,
                             solid_operand_of(surface_b), surface_b.first_triangle, io_chunk, io_pair);
            if (!intersects) continue;
            const QueryResult& found = io_chunk.result;
            do_surfaces_intersect |= found.nesting == Nesting::none;
            if (nesting == Nesting::none) nesting = found.nesting;
            const glm::dvec3 point_w = found.nesting != Nesting::none ? found.point_on_a_w
                                       : !found.pairs.empty()
                                           ? world_triangle(surface_a.world_from_surface,
                                                            surface_a.shape->mesh(), found.pairs.back().a)[0]
                                           : a.world_from_body * a.shape->center();
            io_chunk.part_contacts.push_back(
                {surface_a.part, surface_b.part, ContactStatus::penetrating, point_w});
            ++io_pair.part_contact_count;
            if (io_pair.status != ContactStatus::disjoint) continue;
            io_pair.status = ContactStatus::penetrating;
            io_pair.part_a = surface_a.part;
            io_pair.part_b = surface_b.part;
        }
    if (!do_surfaces_intersect) io_pair.nesting = nesting;
    const auto first = io_chunk.triangle_pairs.begin() + io_pair.first_triangle_pair;
    std::sort(first, io_chunk.triangle_pairs.end());
}

// --- compounds in CollisionWorld --------------------------------------------------------------------------------

Status CollisionWorld::check_parts(BodyRef body) const {
    if (Status status = check_live(body); !status) return status;
    if (!bodies_[body.id].parts) return Error{"body " + std::to_string(body.id) + ": is not a compound"};
    return ok();
}

Status CollisionWorld::set_joint_position(BodyRef body, std::uint32_t joint, double position) {
    if (Status status = check_parts(body); !status) return status;
    if (Status status = bodies_[body.id].parts->set_position(joint, position); !status)
        return Error{"body " + std::to_string(body.id) + ", " + status.error().message};
    mark_moved(body.id);
    return ok();
}

void CollisionWorld::set_valid_joint_position(BodyId id, std::uint32_t joint, double position) {
    BOXWOOD_REQUIRE(check_parts(id));
    BOXWOOD_REQUIRE(joint < bodies_[id].parts->positions().size());
    if (bodies_[id].parts->positions()[joint] == position) return;
    bodies_[id].parts->set_valid_position(joint, position);
    mark_moved(id);
}

Status CollisionWorld::self_collide(BodyRef body, CompoundResult& out) const {
    if (Status status = check_parts(body); !status) return status;
    PartsCache cache;
    PartsScratch scratch;
    boxwood::self_collide(*bodies_[body.id].parts, {narrow_phase_->find_closest, settings.find_closest_parts},
                          cache, scratch, out);
    return ok();
}

} // namespace boxwood
