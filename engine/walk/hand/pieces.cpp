#include "engine/walk/hand/pieces.hpp"

#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/narrow_phase/walk/v_clip.hpp"

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kMinLength = 1e-9; // meters; a shorter difference of two points has no direction

Aabb box_of(const BodySurface& surface) {
    const Polytope* polytope = surface.shape->polytope();
    if (polytope == nullptr) return world_box(surface.shape->bounds(), surface.world_from_surface);
    glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper = -lower;
    for (const glm::vec3& p : polytope->positions()) {
        const glm::dvec3 at = surface.world_from_surface * p;
        lower = glm::min(lower, at);
        upper = glm::max(upper, at);
    }
    Aabb box;
    for (int axis = 0; axis < 3; ++axis) {
        box.lower[axis] = round_down(lower[axis]);
        box.upper[axis] = round_up(upper[axis]);
    }
    return box;
}

// Finds the shortest translation along a face normal of either polytope that separates them.
void find_shortest_exit(const Polytope& a, const Polytope& b, const Pose& a_from_b, const Pose& world_from_a,
                        Clearance& io_clearance) {
    double best = -std::numeric_limits<double>::infinity();
    glm::dvec3 normal_a(0.0, 1.0, 0.0);
    for (const Polytope::Face& face : a.faces()) {
        const double separation = find_separation(a, b, a_from_b, face.normal);
        if (separation <= best) continue;
        best = separation;
        normal_a = -face.normal;
    }
    for (const Polytope::Face& face : b.faces()) {
        const glm::dvec3 out_a = a_from_b.linear * face.normal;
        const double separation = find_separation(a, b, a_from_b, -out_a);
        if (separation <= best) continue;
        best = separation;
        normal_a = out_a;
    }
    io_clearance.distance = best;
    io_clearance.normal_w = world_from_a.linear * normal_a;
}

Clearance find_polytope_clearance(const Piece& piece, const BodySurface& other) {
    const Polytope& a = piece.polytope();
    const Polytope& b = *other.shape->polytope();
    const Pose a_from_b = inverse_rigid(piece.surface.world_from_surface) * other.world_from_surface;
    FeaturePair start;
    const ClosestFeatures found = v_clip(a, b, a_from_b, start);
    Clearance clearance;
    clearance.status = found.status;
    clearance.features = found.features;
    clearance.on_a_w = piece.surface.world_from_surface * found.point_on_a_a;
    clearance.on_b_w = piece.surface.world_from_surface * found.point_on_b_a;
    clearance.distance = found.distance;
    if (found.status == ContactStatus::disjoint && found.distance > kMinLength)
        clearance.normal_w = glm::normalize(clearance.on_a_w - clearance.on_b_w);
    else
        find_shortest_exit(a, b, a_from_b, piece.surface.world_from_surface, clearance);
    return clearance;
}

Clearance find_mesh_clearance(const Piece& piece, const BodySurface& other, ClearanceScratch& io_scratch) {
    Shape& own = *piece.surface.shape;
    if (own.hierarchy() == nullptr) own.build_hierarchy();
    QueryRequest request;
    request.mode = QueryMode::distance;
    const MeshOperand a{own.mesh(), own.hierarchy(), &piece.surface.world_from_surface};
    const MeshOperand b{other.shape->mesh(), other.shape->hierarchy(), &other.world_from_surface};
    require_ok(query_meshes(a, b, request, io_scratch.query, io_scratch.result));
    const QueryResult& result = io_scratch.result;
    Clearance clearance;
    clearance.is_convex = false;
    clearance.status = result.intersects ? ContactStatus::penetrating : ContactStatus::disjoint;
    clearance.distance = result.distance;
    clearance.on_a_w = result.point_on_a_w;
    clearance.on_b_w = result.point_on_b_w;
    clearance.triangle_b = result.closest.b;
    if (clearance.distance > kMinLength)
        clearance.normal_w = (clearance.on_a_w - clearance.on_b_w) / clearance.distance;
    return clearance;
}

} // namespace

Piece make_piece(const BodySurface& surface) {
    return {surface, box_of(surface)};
}

Piece moved(const Piece& piece, const Pose& world_from_surface) {
    BodySurface surface = piece.surface;
    surface.world_from_surface = world_from_surface;
    return make_piece(surface);
}

Clearance find_clearance(const Piece& a, const BodySurface& b, ClearanceScratch& io_scratch) {
    ++io_scratch.query_count;
    return b.shape->polytope() ? find_polytope_clearance(a, b) : find_mesh_clearance(a, b, io_scratch);
}

std::span<const Aabb> boxes_of_surfaces(const CollisionWorld& world, BodyId id,
                                        ClearanceScratch& io_scratch) {
    const Body& body = world.bodies()[id];
    if (io_scratch.part_boxes.size() <= id) io_scratch.part_boxes.resize(world.bodies().size());
    PartBoxes& cache = io_scratch.part_boxes[id];
    const bool has_joints = body.parts && !body.parts->positions().empty();
    const bool is_valid = cache.generation == body.generation &&
                          cache.world_from_body.origin == body.world_from_body.origin &&
                          cache.world_from_body.linear == body.world_from_body.linear;
    if (is_valid && !has_joints && !body.deforming) return cache.boxes_w;
    cache.generation = body.generation;
    cache.world_from_body = body.world_from_body;
    cache.boxes_w.clear();
    for (std::uint32_t i = 0; i < surface_count(body); ++i)
        cache.boxes_w.push_back(box_of(surface_of(body, i)));
    return cache.boxes_w;
}

void find_near(const CollisionWorld& world, const Aabb& box, const std::vector<bool>& skips,
               ClearanceScratch& io_scratch, std::vector<NearSurface>& out_near) {
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        if (!world.is_live(id) || (id < skips.size() && skips[id]) || !overlap(box, world.boxes()[id]))
            continue;
        const std::span<const Aabb> boxes_w = boxes_of_surfaces(world, id, io_scratch);
        for (std::uint32_t i = 0; i < boxes_w.size(); ++i)
            if (overlap(box, boxes_w[i]))
                out_near.push_back({id, surface_of(world.bodies()[id], i), boxes_w[i]});
    }
}

} // namespace boxwood
