// What: represents bodies as convex pieces (a polytope, or the parts of a compound) or as meshes, and computes the
//     clearance of a convex piece from a surface.
// Frame: world. Units: meters.
// Invariants: the moving piece is always convex. Distance, points and status come from the library's queries. If the
//     pieces penetrate, the distance is minus the smallest depth along a face normal.
// Degenerate input: a piece that intersects a mesh has distance 0 and no normal.
// Cost: one closest-feature query for convex pieces, one mesh query for a mesh.
// Oracle: tests/engine/walk/walker_test.cpp, indirectly: slide() uses clearances, and an exhaustive narrow phase checks
//     its results.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "collision/world/body_surfaces.hpp"
#include "collision/world/collision_world.hpp"

#include <span>
#include <vector>

namespace boxwood {

struct Piece {
    BodySurface surface;
    Aabb box_w;
    const Polytope& polytope() const { return *surface.shape->polytope(); }
};
Piece make_piece(const BodySurface& surface);
Piece moved(const Piece& piece, const Pose& world_from_surface);

struct Clearance {
    double distance = 0.0;
    glm::dvec3 normal_w{0.0}; // unit, from the second surface (b) to the piece (a)
    glm::dvec3 on_a_w{0.0}, on_b_w{0.0};
    ContactStatus status = ContactStatus::disjoint;
    FeaturePair features;             // if both are polytopes
    bool is_convex = true;            // false: the second surface (b) is a mesh
    std::uint32_t triangle_b = kNone; // the nearest triangle of a mesh
};

// The boxes of the parts of a body, valid for this pose and shape.
struct PartBoxes {
    std::uint32_t generation = 0;
    Pose world_from_body;
    std::vector<Aabb> boxes_w;
};

// Scratch memory of queries, and the number of queries.
struct ClearanceScratch {
    std::vector<PartBoxes> part_boxes; // per body
    QueryScratch query;
    QueryResult result;
    std::uint64_t query_count = 0;
};

Clearance find_clearance(const Piece& a, const BodySurface& b, ClearanceScratch& io_scratch);

// Return the enlarged or the translated box, with bounds rounded outwards.
inline Aabb grown(const Aabb& box, double by) {
    return {
        glm::vec3(round_down(box.lower.x - by), round_down(box.lower.y - by), round_down(box.lower.z - by)),
        glm::vec3(round_up(box.upper.x + by), round_up(box.upper.y + by), round_up(box.upper.z + by))};
}
inline Aabb shifted(const Aabb& box, const glm::dvec3& by) {
    Aabb result;
    for (int axis = 0; axis < 3; ++axis) {
        result.lower[axis] = round_down(static_cast<double>(box.lower[axis]) + by[axis]);
        result.upper[axis] = round_up(static_cast<double>(box.upper[axis]) + by[axis]);
    }
    return result;
}

// A surface that find_near() has found, with its box.
struct NearSurface {
    BodyId body = kNone;
    BodySurface surface;
    Aabb box_w;
};
// Appends the surfaces whose boxes overlap `box`, of all bodies except those with `skips[id]`. First tests the bodies'
// boxes of the world's last update, so bodies that have moved since then can be missed.
void find_near(const CollisionWorld& world, const Aabb& box, const std::vector<bool>& skips,
               ClearanceScratch& io_scratch, std::vector<NearSurface>& out_near);

// The boxes of all surfaces of a body. They are cached while the body has the same pose and shape, unless it has joints
// or deforms.
std::span<const Aabb> boxes_of_surfaces(const CollisionWorld& world, BodyId id, ClearanceScratch& io_scratch);

} // namespace boxwood
